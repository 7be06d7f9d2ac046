/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.model.pipeline.AutoCdc;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.ColumnSelection;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.NamedColumn;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.Replacement;
import io.lakeward.model.pipeline.SqlFunction;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Writes a definition, or problems, as text that a reviewer can compare with the SQL beside it. */
final class DefinitionPrinter {
  private final StringBuilder out = new StringBuilder();

  static String print(PipelineDefinition definition) {
    DefinitionPrinter printer = new DefinitionPrinter();
    definition.datasets().forEach(printer::dataset);
    definition.flows().forEach(printer::flow);
    definition.functions().forEach(f -> printer.function(f.function()));
    return printer.out.toString();
  }

  static String print(List<Problem> problems) {
    StringBuilder out = new StringBuilder();
    for (Problem problem : problems) {
      out.append("[" + problem.code() + "] " + problem.message() + "\n");
      problem.where().ifPresent(w -> out.append("  where  " + w + "  `" + w.text() + "`\n"));
      problem.fix().ifPresent(fix -> out.append("  fix    " + fix + "\n"));
    }
    return out.toString();
  }

  private void dataset(Dataset dataset) {
    String hidden = dataset.isPrivate() ? "private " : "";
    line(hidden + dataset.kind() + " " + dataset.name() + "  @ " + dataset.where());
    dataset.columns().forEach(this::column);
    dataset.expectations().forEach(this::expectation);
    dataset.keys().forEach(key -> line("  key " + key.name() + " " + key.sql()));
    dataset.comment().ifPresent(c -> line("  comment " + c));
    dataset.rowFilter().ifPresent(filter -> line("  row filter " + filter.sql()));
    new TreeMap<>(dataset.properties()).forEach((k, v) -> line("  property " + k + " = " + v));
    if (!dataset.partitionColumns().isEmpty()) {
      line("  partitioned by " + dataset.partitionColumns());
    }
    if (!dataset.clusterColumns().isEmpty()) {
      line("  clustered by " + dataset.clusterColumns());
    }
  }

  private void column(ColumnDefinition column) {
    line(
        "  column "
            + column.name()
            + column.type().map(t -> " " + t).orElse("")
            + (column.nullable() ? "" : " not null")
            + column.comment().map(c -> " comment " + c).orElse("")
            + "  @ "
            + column.where());
    column
        .value()
        .ifPresent(
            value -> {
              line(value.isGenerated() ? "    generated" : "    default");
              sql(value.expression());
            });
    column.numbering().ifPresent(numbering -> line("    " + numbering));
    column.mask().ifPresent(mask -> line("    mask " + mask.sql()));
  }

  private void function(SqlFunction function) {
    line("function " + function.name() + " returns " + function.returnType());
    function.parameters().forEach(parameter -> line("  parameter " + parameter));
    function.comment().ifPresent(c -> line("  comment " + c));
    line("  | " + function.body());
  }

  private void expectation(Expectation expectation) {
    line("  expectation " + expectation.name() + " " + expectation.action());
    sql(expectation.condition());
  }

  private void flow(Flow flow) {
    line(
        "flow "
            + flow.name()
            + " "
            + flow.kind()
            + " into "
            + flow.target()
            + "  @ "
            + flow.where());
    flow.comment().ifPresent(c -> line("  comment " + c));
    sql(flow.query());
    flow.autoCdc().ifPresent(this::changes);
    flow.replacement().ifPresent(this::replacement);
  }

  private void replacement(Replacement replacement) {
    if (replacement instanceof Replacement.Using using) {
      line(
          "  replace using "
              + using.keys().stream().map(k -> k.name() + " @ " + k.where()).toList());
      clause("sequence by", Optional.of(using.sequence()));
    } else if (replacement instanceof Replacement.Where where) {
      clause("replace where", Optional.of(where.condition()));
    }
  }

  private void changes(AutoCdc changes) {
    line("  keys " + changes.keys().stream().map(NamedColumn::name).toList());
    changes.ignoreNullUpdates().ifPresent(c -> line("  ignore null updates " + selection(c)));
    clause("where", changes.filter());
    clause("delete when", changes.deleteWhen());
    clause("truncate when", changes.truncateWhen());
    clause("sequence by", changes.sequence());
    clause("system sequence by", changes.systemSequence());
    line("  columns " + selection(changes.columns()));
    line("  stored as " + changes.scdType());
    line("  track history on " + selection(changes.trackHistory()));
    changes.columnsToUpdate().ifPresent(c -> line("  columns to update " + c.name()));
  }

  private void clause(String name, Optional<SqlText> sql) {
    sql.ifPresent(text -> line("  " + name + " " + text.sql() + "  @ " + text.span()));
  }

  private static String selection(ColumnSelection selection) {
    return selection.kind()
        + " "
        + selection.columns().stream().map(c -> c.name() + " @ " + c.where()).toList();
  }

  private void sql(SqlText sql) {
    line("    in " + sql.catalog() + "." + sql.schema() + "  @ " + sql.span());
    new TreeMap<>(sql.conf()).forEach((k, v) -> line("    set " + k + " = " + v));
    sql.span().text().lines().forEach(l -> line("    | " + l));
    if (!sql.sql().equals(sql.span().text())) {
      sql.sql().lines().forEach(l -> line("    > " + l));
    }
  }

  private void line(String line) {
    out.append(line).append('\n');
  }
}
