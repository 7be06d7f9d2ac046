/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.sql;

import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.engine.catalog.TableNotes;
import io.lakeward.language.sql.SqlCommand;
import io.lakeward.language.sql.SqlCommand.Alteration;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.RowPolicy;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.TableTransaction;
import io.lakeward.tables.WriteMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Carries out ALTER. A table of a pipeline takes comments of columns, masks, a row filter and tags;
 * everything else is changed where it is defined, and what the definition says otherwise comes back
 * with the next update.
 */
final class TableAlterations {
  private static final String PIPELINE_ID = "pipelines.pipelineId";

  private final SessionTools tools;

  TableAlterations(SessionTools tools) {
    this.tools = tools;
  }

  void run(SqlCommand.Alter alter) {
    TableSnapshot table = find(alter);
    checkKind(alter.name(), alter.kind(), table.properties(), "ALTER", alter.where());
    boolean isOwned = table.properties().containsKey(TableNotes.IDENTITY);
    Alteration alteration = alter.alteration();
    if (alteration instanceof Alteration.CommentColumns comments) {
      commentColumns(alter, table, comments.comments());
    } else if (alteration instanceof Alteration.Mask mask) {
      mask(alter, table, mask);
    } else if (alteration instanceof Alteration.RowFilter filter) {
      rowFilter(alter, table, filter);
    } else if (alteration instanceof Alteration.SetTags set) {
      checkColumn(set.column(), table, alter.where());
      Map<String, String> tags = new HashMap<>();
      set.tags().forEach((tag, value) -> tags.put(TableNotes.tagKey(set.column(), tag), value));
      change(alter.name(), "SET TAGS").withProperties(tags).commit();
    } else if (alteration instanceof Alteration.UnsetTags unset) {
      checkColumn(unset.column(), table, alter.where());
      List<String> tags =
          unset.names().stream().map(tag -> TableNotes.tagKey(unset.column(), tag)).toList();
      remove(alter.name(), "UNSET TAGS", tags);
    } else if (isOwned) {
      throw movesTable(alteration) ? notMoved(alter) : notAllowed(alter);
    } else if (alteration instanceof Alteration.AddColumns add) {
      new FreeTables(tools).addColumns(alter.name(), table, add.columns(), alter.where());
    } else if (alteration instanceof Alteration.SetProperties set) {
      Map<String, String> properties = new HashMap<>();
      set.properties().forEach((key, value) -> properties.put(PropertyNames.canonical(key), value));
      change(alter.name(), "SET TBLPROPERTIES").withProperties(properties).commit();
    } else {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.NOT_SUPPORTED_YET,
                  "This form of ALTER is not supported yet: a table takes ADD COLUMN, ALTER COLUMN"
                      + " … COMMENT, masks, a row filter, tags and SET TBLPROPERTIES.")
              .at(alter.where())
              .withFix("Make the table anew with CREATE OR REPLACE TABLE … AS SELECT."));
    }
  }

  private TableSnapshot find(SqlCommand.Alter alter) {
    Optional<TableSnapshot> table = tools.warehouse().table(alter.name()).findSnapshot();
    if (table.isEmpty() && tools.views().find(alter.name()).isPresent()) {
      boolean isOwned = !tools.views().find(alter.name()).orElseThrow().pipelineId().isEmpty();
      throw isOwned
          ? notAllowed(alter)
          : new ProjectException(
              Problem.of(ProblemCode.NOT_SUPPORTED_YET, "ALTER VIEW is not supported yet.")
                  .at(alter.where())
                  .withFix("Write CREATE OR REPLACE VIEW."));
    }
    return table.orElseThrow(
        () -> new ProjectException(new TableFacts(tools).notFound(alter.name()).at(alter.where())));
  }

  /** {@code ALTER TABLE} takes any table, the others take one of their kind. */
  static void checkKind(
      TableName name,
      SqlCommand.NamedKind named,
      Map<String, String> properties,
      String verb,
      SourceSpan where) {
    String kind = properties.getOrDefault(TableNotes.KIND, DatasetKind.TABLE.name());
    boolean fits = named == SqlCommand.NamedKind.TABLE || named.name().equals(kind);
    if (!fits) {
      String words = kind.replace('_', ' ');
      throw new ProjectException(
          Problem.of(
                  ProblemCode.STATEMENT_NOT_ALLOWED,
                  name.quoted() + " is a " + words.toLowerCase(Locale.ROOT) + ".")
              .at(where)
              .withFix("Write " + verb + " " + words + "."));
    }
  }

  private static ProjectException notAllowed(SqlCommand.Alter alter) {
    return new ProjectException(
        Problem.of(
                ProblemCode.STATEMENT_NOT_ALLOWED,
                "ALTER_NOT_ALLOWED_FOR_PIPELINE_TABLE: "
                    + alter.name().quoted()
                    + " belongs to a pipeline; ALTER sets comments of columns, masks, a row filter"
                    + " and tags only.")
            .at(alter.where())
            .withFix("Change the CREATE statement in the pipeline's file and run the pipeline."));
  }

  private static boolean movesTable(Alteration alteration) {
    return alteration instanceof Alteration.SetProperties set
        && set.properties().keySet().stream().anyMatch(PIPELINE_ID::equalsIgnoreCase);
  }

  private static ProjectException notMoved(SqlCommand.Alter alter) {
    return new ProjectException(
        Problem.of(
                ProblemCode.NOT_SUPPORTED_YET,
                "Moving a table to another pipeline is not supported yet.")
            .at(alter.where())
            .withFix(
                "Define the table in the other project and let a flow with INSERT INTO ONCE copy"
                    + " its rows."));
  }

  private TableTransaction change(TableName name, String operation) {
    return tools.warehouse().table(name).newTransaction(WriteMode.APPEND, operation);
  }

  private void remove(TableName name, String operation, Collection<String> keys) {
    Map<String, String> stored = tools.warehouse().table(name).snapshot().properties();
    if (keys.stream().anyMatch(stored::containsKey)) {
      change(name, operation).withoutProperties(keys).commit();
    }
  }

  private void commentColumns(
      SqlCommand.Alter alter, TableSnapshot table, Map<String, String> comments) {
    Map<String, String> open = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    open.putAll(comments);
    open.keySet().forEach(column -> checkColumn(Optional.of(column), table, alter.where()));
    List<StructField> fields = new ArrayList<>();
    for (StructField field : columnsOf(table).fields()) {
      String comment = open.get(field.name());
      fields.add(comment == null ? field : field.withComment(comment));
    }
    change(alter.name(), "CHANGE COLUMN")
        .withSchema(new StructType(fields.toArray(StructField[]::new)).json())
        .commit();
  }

  private void mask(SqlCommand.Alter alter, TableSnapshot table, Alteration.Mask mask) {
    checkColumn(Optional.of(mask.column()), table, alter.where());
    if (mask.call().isEmpty()) {
      remove(alter.name(), "DROP MASK", TableNotes.maskKeys(mask.column()));
      return;
    }
    RowPolicy.PolicyCall call = mask.call().get();
    resultOf(call, alter);
    String column = mask.column().toLowerCase(Locale.ROOT);
    change(alter.name(), "SET MASK")
        .withProperties(TableNotes.altered(new RowPolicy(Optional.empty(), Map.of(column, call))))
        .commit();
  }

  private void rowFilter(SqlCommand.Alter alter, TableSnapshot table, Alteration.RowFilter filter) {
    if (filter.call().isEmpty()) {
      remove(alter.name(), "DROP ROW FILTER", TableNotes.rowFilterKeys());
      return;
    }
    RowPolicy.PolicyCall call = filter.call().get();
    if (!(resultOf(call, alter) instanceof BooleanType)) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.ANALYSIS_ERROR,
                  "The row filter " + call.sql() + " does not give a BOOLEAN.")
              .at(alter.where())
              .withFix("Use a function that is true for the rows that a reader may see."));
    }
    change(alter.name(), "SET ROW FILTER")
        .withProperties(TableNotes.altered(new RowPolicy(Optional.of(call), Map.of())))
        .commit();
  }

  /** The type of a call over the table's columns, which says that the call makes sense. */
  private DataType resultOf(RowPolicy.PolicyCall call, SqlCommand.Alter alter) {
    String sql = "SELECT " + call.sql() + " AS result FROM " + alter.name().quoted();
    TableName name = alter.name();
    SourceFile file = new SourceFile("<alter>", sql);
    SqlText query =
        new SqlText(file.span(0, sql.length()), sql, name.catalog(), name.schema(), Map.of());
    QueryAnalyzer analyzer = tools.analyzer().get();
    try {
      return analyzer.analyze(query, tools.scope().apply(analyzer)).schema().fields()[0].dataType();
    } catch (ProjectException e) {
      throw new ProjectException(e.problems().stream().map(p -> p.at(alter.where())).toList());
    }
  }

  private static void checkColumn(Optional<String> column, TableSnapshot table, SourceSpan where) {
    if (column.isEmpty()) {
      return;
    }
    List<String> known = List.of(columnsOf(table).fieldNames());
    if (known.stream().noneMatch(column.get()::equalsIgnoreCase)) {
      Problem problem =
          Problem.of(
                  ProblemCode.UNRESOLVED_COLUMN, "Column " + column.get() + " cannot be resolved.")
              .at(where);
      throw new ProjectException(
          DidYouMean.closest(column.get(), known)
              .map(near -> problem.withFix("Did you mean " + near + "?"))
              .orElse(problem));
    }
  }

  private static StructType columnsOf(TableSnapshot table) {
    return (StructType) DataType.fromJson(table.schemaJson());
  }
}
