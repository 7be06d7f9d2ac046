/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlParser.ClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ClusterAutoClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ClusterClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CollationClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnRefContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CommentClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.FormatClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.LocationClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.OptionsClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.PartitionClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.PropertiesClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.PropertyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.PropertyKeyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.RefreshPolicyClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.RowFilterClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ScheduleClauseContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.TriggerClauseContext;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.RowPolicy;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.tree.ParseTree;

/** Reads the clauses between a dataset's columns and its query. Each may stand once. */
final class ClauseReader {
  private final StatementPieces pieces;
  private final DatasetKind kind;
  private final Map<String, SourceSpan> seen = new HashMap<>();
  private final Map<String, String> properties = new HashMap<>();
  private final List<String> partitionColumns = new ArrayList<>();
  private final List<String> clusterColumns = new ArrayList<>();
  private Optional<String> comment = Optional.empty();
  private Optional<RowPolicy.PolicyCall> rowFilter = Optional.empty();

  ClauseReader(StatementPieces pieces, DatasetKind kind) {
    this.pieces = pieces;
    this.kind = kind;
  }

  Optional<String> comment() {
    return comment;
  }

  Optional<RowPolicy.PolicyCall> rowFilter() {
    return rowFilter;
  }

  Map<String, String> properties() {
    return properties;
  }

  List<String> partitionColumns() {
    return partitionColumns;
  }

  List<String> clusterColumns() {
    return clusterColumns;
  }

  void read(ClauseContext clause) {
    SourceSpan where = pieces.span(clause);
    if (clause instanceof CommentClauseContext c) {
      once("COMMENT", where);
      comment = Optional.of(pieces.string(c.text()));
    } else if (clause instanceof PropertiesClauseContext c) {
      once("TBLPROPERTIES", where);
      c.property().forEach(this::readProperty);
    } else if (clause instanceof FormatClauseContext c) {
      storedOnly("USING", where);
      readFormat(pieces.identifier(c.identifier()), where);
    } else if (clause instanceof PartitionClauseContext c) {
      storedOnly("PARTITIONED BY", where);
      readColumns(c.columnRef(), partitionColumns);
      checkLayout(where);
    } else if (clause instanceof ClusterClauseContext c) {
      storedOnly("CLUSTER BY", where);
      readColumns(c.columnRef(), clusterColumns);
      checkLayout(where);
    } else if (clause instanceof ClusterAutoClauseContext) {
      storedOnly("CLUSTER BY", where);
      checkLayout(where);
    } else if (clause instanceof RowFilterClauseContext c) {
      storedOnly("ROW FILTER", where);
      rowFilter = pieces.policy(c.name(), c.argumentList(), List.of());
    } else if (clause instanceof RefreshPolicyClauseContext c) {
      storedOnly("REFRESH POLICY", where);
      readRefreshPolicy(c, where);
    } else if (clause instanceof CollationClauseContext c) {
      once("DEFAULT COLLATION", where);
      String collation = pieces.identifier(c.identifier());
      if (!collation.equalsIgnoreCase("UTF8_BINARY")) {
        pieces.problems().add(SqlProblems.collation(collation, where));
      }
    } else {
      refuseUnsupported(clause, where);
    }
  }

  private void once(String name, SourceSpan where) {
    SourceSpan first = seen.putIfAbsent(name, where);
    if (first != null) {
      pieces.problems().add(SqlProblems.clauseTwice(name, where, first));
    }
  }

  private void storedOnly(String name, SourceSpan where) {
    once(name, where);
    if (!kind.isStored()) {
      pieces.problems().add(SqlProblems.clauseNotHere(name, kind.toString(), where));
    }
  }

  private void checkLayout(SourceSpan where) {
    if (seen.containsKey("PARTITIONED BY") && seen.containsKey("CLUSTER BY")) {
      pieces.problems().add(SqlProblems.partitionAndCluster(where));
    }
  }

  /** Every policy but the strict one allows what is done: all rows are computed anew. */
  private void readRefreshPolicy(RefreshPolicyClauseContext policy, SourceSpan where) {
    List<String> words =
        policy.identifier().stream()
            .map(word -> pieces.identifier(word).toUpperCase(Locale.ROOT))
            .toList();
    String written = String.join(" ", words);
    if (kind != DatasetKind.MATERIALIZED_VIEW) {
      pieces.problems().add(SqlProblems.clauseNotHere("REFRESH POLICY", kind.toString(), where));
    } else if (written.equals("INCREMENTAL STRICT")) {
      refuse("REFRESH POLICY INCREMENTAL STRICT", "Write REFRESH POLICY AUTO.", where);
    } else if (!List.of("AUTO", "INCREMENTAL", "FULL").contains(written)) {
      pieces.problems().add(SqlProblems.refreshPolicy(written, where));
    }
  }

  private void readFormat(String format, SourceSpan where) {
    if (!format.equalsIgnoreCase("delta")) {
      refuse("USING " + format.toUpperCase(Locale.ROOT), "Write USING DELTA, or nothing.", where);
    }
  }

  private void readColumns(List<ColumnRefContext> written, List<String> columns) {
    for (ColumnRefContext column : written) {
      if (column.group() != null) {
        refuse(
            "An expression as a partition or cluster column",
            "Compute it as a column in the query and name that column.",
            pieces.span(column));
      } else {
        columns.add(pieces.column(column.columnPath()));
      }
    }
  }

  private void readProperty(PropertyContext property) {
    String key = propertyKey(property.propertyKey());
    SourceSpan where = pieces.span(property.propertyKey());
    SourceSpan first = seen.putIfAbsent("property " + key, where);
    if (first != null) {
      pieces.problems().add(SqlProblems.duplicateProperty(key, where, first));
      return;
    }
    String value =
        property.propertyValue().text() != null
            ? pieces.string(property.propertyValue().text())
            : pieces.written(property.propertyValue());
    boolean isReset = key.equalsIgnoreCase("pipelines.reset.allowed");
    if (isReset && !value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      pieces.problems().add(SqlProblems.resetAllowedValue(value, where));
    }
    if (key.equalsIgnoreCase("pipelines.externalMetadata.enabled")
        && value.equalsIgnoreCase("true")) {
      refuse(
          "The change feed of a materialized view (" + key + ")",
          "Remove the property, and read the streaming tables behind the view.",
          where);
    }
    properties.put(isReset ? "pipelines.reset.allowed" : key, value);
  }

  private static String propertyKey(PropertyKeyContext key) {
    if (key.STRING() != null) {
      return SqlLiterals.stringValue(key.getText());
    }
    StringBuilder out = new StringBuilder();
    for (ParseTree part : key.children) {
      out.append(SqlLiterals.identifierValue(part.getText()));
    }
    return out.toString();
  }

  private void refuseUnsupported(ClauseContext clause, SourceSpan where) {
    if (clause instanceof OptionsClauseContext) {
      refuse("OPTIONS of a dataset", "Set them with TBLPROPERTIES.", where);
    } else if (clause instanceof LocationClauseContext) {
      refuse("LOCATION of a dataset", "Remove it: the catalog decides where tables lie.", where);
    } else if (clause instanceof ScheduleClauseContext) {
      refuse("SCHEDULE", "Remove it, and start the pipeline on a schedule.", where);
    } else if (clause instanceof TriggerClauseContext) {
      refuse("TRIGGER ON UPDATE", "Remove it, or run the pipeline continuously.", where);
    }
  }

  private void refuse(String what, String fix, SourceSpan where) {
    pieces.problems().add(SqlProblems.notSupported(what, fix, where));
  }
}
