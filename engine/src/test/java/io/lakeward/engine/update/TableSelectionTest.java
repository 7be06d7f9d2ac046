/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.source.SourceFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableSelectionTest {
  private final PipelineDefinition pipeline =
      new PipelineDefinition(
          new PipelineSettings("p", "main", "default", Map.of(), Map.of(), List.of(), false, true),
          List.of(
              dataset("orders", Map.of()),
              dataset("history", Map.of("pipelines.reset.allowed", "false"))),
          List.of());

  @Test
  void noSelectionMeansAllTables() {
    TableSelection selection = select(List.of(), List.of(), false);

    assertThat(selection.refresh()).containsExactlyInAnyOrder(name("orders"), name("history"));
    assertThat(selection.startOver()).isEmpty();
  }

  @Test
  void REF_4_onlySelectedTablesTakePart() {
    TableSelection selection = select(List.of("Orders"), List.of(), false);

    assertThat(selection.refresh()).containsExactly(name("orders"));
  }

  @Test
  void REF_10_aFullRefreshOfAllLeavesOutTablesThatForbidIt() {
    TableSelection selection = select(List.of(), List.of(), true);

    assertThat(selection.refresh()).containsExactlyInAnyOrder(name("orders"), name("history"));
    assertThat(selection.startOver()).containsExactly(name("orders"));
  }

  @Test
  void REF_10_namingATableThatForbidsAFullRefreshIsAnError() {
    assertThatThrownBy(() -> select(List.of(), List.of("history"), false))
        .hasMessageContaining("TABLE_NOT_RESETTABLE")
        .hasMessageContaining("main.default.history");
  }

  @Test
  void aWrongNameIsReportedWithTheNearestOne() {
    assertThatThrownBy(() -> select(List.of("ordrs"), List.of(), false))
        .isInstanceOfSatisfying(
            io.lakeward.model.problem.ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).message()).contains("ordrs");
              assertThat(e.problems().get(0).fix()).hasValue("Did you mean orders?");
            });
  }

  @Test
  void aTableCannotBeRefreshedAndStartedOverAtOnce() {
    assertThatThrownBy(() -> select(List.of("orders"), List.of("default.orders"), false))
        .hasMessageContaining("both for a refresh and for a full refresh");
  }

  @Test
  void startingEverythingOverCannotBeCombinedWithASelection() {
    assertThatThrownBy(() -> select(List.of("orders"), List.of(), true))
        .hasMessageContaining("cannot be combined");
  }

  private TableSelection select(List<String> refresh, List<String> fullRefresh, boolean all) {
    return TableSelection.of(new UpdateRequest(refresh, fullRefresh, all, true), pipeline);
  }

  private static TableName name(String table) {
    return new TableName("main", "default", table);
  }

  private static Dataset dataset(String table, Map<String, String> properties) {
    return new Dataset(
        DatasetKind.STREAMING_TABLE,
        name(table),
        List.of(),
        List.of(),
        Optional.empty(),
        properties,
        List.of(),
        List.of(),
        false,
        new SourceFile("a.sql", "x").span(0, 1),
        Optional.empty());
  }
}
