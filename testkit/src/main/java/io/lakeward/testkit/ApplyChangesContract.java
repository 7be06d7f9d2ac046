/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.engine.executor.ApplyRequest.RowCondition;
import io.lakeward.engine.executor.ApplyResult;
import io.lakeward.engine.executor.DeletionVectors;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.RowChange;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.WriteMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every executor does when it inserts, replaces and deletes rows of a table. */
@SuppressWarnings("NullAway") // as in tests
public abstract class ApplyChangesContract extends ApplyChangesFixture {
  @Test
  void rowsAreInsertedReplacedAndDeletedInOneCommit() {
    fill();
    Request request = changes("(6, 'f', 0)", "(2, 'B', 1)", "(3, cast(null as string), 2)");
    request.mark = new TransactionMark("flow", 7);
    ApplyResult result = request.apply();
    assertThat(result.version()).hasValue(3);
    assertThat(result.rowsUpserted()).isEqualTo(2);
    assertThat(result.rowsDeleted()).isEqualTo(1);
    assertThat(result.bytesWritten()).isPositive();
    assertThat(rows(SCHEMA))
        .containsExactlyInAnyOrder("[1, a]", "[2, B]", "[4, d]", "[5, e]", "[null, n]", "[6, f]");
    assertThat(DeltaTable.at(path).transactionVersion("flow")).hasValue(7);
    assertThat(lastCommit().operation()).isEqualTo("MERGE");
  }

  @Test
  void filesWithoutSuchRowsStay() {
    fill();
    List<Path> before = files();
    changes("(6, 'f', 0)", "(4, 'D', 1)").apply();
    assertThat(lastCommit().removed()).hasSize(1);
    assertThat(files()).filteredOn(before::contains).hasSize(before.size() - 1);
  }

  @Test
  void onlyCandidatesAreLookedAt() {
    fill();
    Request request = changes("(6, 'f', 0)", "(4, 'D', 1)");
    request.candidates = List.of();
    assertThat(request.apply().rowsUpserted()).isEqualTo(2);
    assertThat(rows(SCHEMA)).contains("[4, d]", "[4, D]", "[6, f]").hasSize(8);
    assertThat(lastCommit().removed()).isEmpty();
  }

  @Test
  void aKeyThatIsNullIsFound() {
    fill();
    changes("(cast(null as int), 'N', 1)").apply();
    assertThat(rows(SCHEMA)).contains("[null, N]").doesNotContain("[null, n]").hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsAreFoundByWhereTheyAreStored(boolean isFeedWritten) {
    fill();
    append("select 2 as id, 'b' as v", List.of(), SCHEMA, null);
    List<Path> before = files();
    Request request = byPosition("id = 2", RowChange.UPDATE, "B", "(9, 'i')");
    request.feed = isFeedWritten;
    assertThat(request.apply().rowsUpserted()).isEqualTo(3);
    assertThat(lastCommit().removed()).hasSize(2);
    assertThat(files()).filteredOn(before::contains).hasSize(before.size() - 2);
    assertThat(rows(SCHEMA))
        .containsExactlyInAnyOrder(
            "[1, a]", "[2, B]", "[3, c]", "[4, d]", "[5, e]", "[null, n]", "[2, B]", "[9, i]");
    List<String> told =
        List.of(
            "[2, b, update_preimage]",
            "[2, B, update_postimage]",
            "[2, b, update_preimage]",
            "[2, B, update_postimage]",
            "[9, i, insert]");
    assertThat(feed(SCHEMA)).containsExactlyInAnyOrderElementsOf(isFeedWritten ? told : List.of());

    Request gone = byPosition("v in ('n', 'a')", RowChange.DELETE, "");
    gone.feed = isFeedWritten;
    assertThat(gone.apply().rowsDeleted()).isEqualTo(2);
    assertThat(rows(SCHEMA))
        .containsExactlyInAnyOrder("[2, B]", "[3, c]", "[4, d]", "[5, e]", "[2, B]", "[9, i]");
  }

  /** Whether an executor marks them or writes the file anew is its affair. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsMayBeMarkedAsDeletedInTheirFile(boolean isFeedWritten) {
    append(
        "select cast(id as int) as id, concat('v', id) as v from range(1, 9) as t(id)",
        List.of(),
        SCHEMA,
        null);
    Request request = changes("(9, 'i', 0)", "(2, 'B', 1)", "(3, 'C', 2)");
    request.feed = isFeedWritten;
    request.vectors = DeletionVectors.ALLOWED;
    ApplyResult result = request.apply();
    assertThat(result.rowsUpserted()).isEqualTo(2);
    assertThat(result.rowsDeleted()).isEqualTo(1);
    assertThat(rows(SCHEMA))
        .containsExactlyInAnyOrder(
            "[1, v1]", "[2, B]", "[4, v4]", "[5, v5]", "[6, v6]", "[7, v7]", "[8, v8]", "[9, i]");
    Request again = byPosition("id in (4, 9)", RowChange.UPDATE, "D");
    again.feed = isFeedWritten;
    again.vectors = DeletionVectors.ALLOWED;
    again.apply();
    changes("(2, 'b', 1)", "(3, 'late', 2)", "(8, 'H', 1)").apply();
    assertThat(rows(SCHEMA))
        .containsExactlyInAnyOrder(
            "[1, v1]", "[2, b]", "[4, D]", "[5, v5]", "[6, v6]", "[7, v7]", "[8, H]", "[9, D]");
    assertThat(feed(SCHEMA))
        .containsExactlyInAnyOrder(
            "[2, B, update_preimage]",
            "[2, b, update_postimage]",
            "[8, v8, update_preimage]",
            "[8, H, update_postimage]");
    assertThat(DeltaTable.at(path).snapshot().files())
        .noneMatch(file -> file.hasDeletionVector() && file.deletedRows() > 3);
  }

  @Test
  void rowsThatAreFoundByPositionStayInOrChangeTheirPartition() {
    write(
        true,
        "select * from values (1, 'a'), (2, 'b/c'), (3, null), (4, 'a') as t(id, v)",
        List.of(),
        SCHEMA,
        null,
        List.of("v"));
    byPosition("id in (1, 3)", RowChange.UPDATE, "b/c", "(5, 'new')").apply();
    assertThat(rows(SCHEMA))
        .containsExactlyInAnyOrder("[1, b/c]", "[2, b/c]", "[3, b/c]", "[4, a]", "[5, new]");
    assertThat(feed(SCHEMA))
        .containsExactlyInAnyOrder(
            "[1, a, update_preimage]",
            "[1, b/c, update_postimage]",
            "[3, null, update_preimage]",
            "[3, b/c, update_postimage]",
            "[5, new, insert]");
  }

  @Test
  void aSetOfRowsComesInThePlaceOfAnother() {
    fill();
    append("select 2 as id, 'b2' as v", List.of(), SCHEMA, null);
    ApplyResult result =
        changes("(2, 'x', 3)", "(2, 'y', 3)", "(2, 'z', 3)", "(9, 'i', 0)").apply();
    assertThat(result.rowsUpserted()).isEqualTo(4);
    assertThat(result.rowsDeleted()).as("those that had others in their place").isEqualTo(2);
    assertThat(rows(SCHEMA))
        .contains("[2, x]", "[2, y]", "[2, z]", "[9, i]")
        .doesNotContain("[2, b]", "[2, b2]")
        .hasSize(9);
    assertThat(feed(SCHEMA))
        .containsExactlyInAnyOrder(
            "[2, b, delete]",
            "[2, b2, delete]",
            "[2, x, insert]",
            "[2, y, insert]",
            "[2, z, insert]",
            "[9, i, insert]");
  }

  @Test
  void identitiesOfSeveralColumnsAndStructs() {
    String schema = "k string, s struct<a: int, b: string>, d double, v int";
    append(
        "select * from values ('x', named_struct('a', 1, 'b', 'p'), -0.0D, 1), ('x',"
            + " named_struct('a', 1, 'b', cast(null as string)), double('NaN'), 2), ('y',"
            + " named_struct('a', 1, 'b', 'p'), 1.5D, 3) as t(k, s, d, v)",
        List.of(),
        schema,
        null);
    Request request =
        new Request(
            values(
                "k, s, d, v",
                "('x', named_struct('a', 1, 'b', 'p'), 0.0D, 10, 1)",
                "('x', named_struct('a', 1, 'b', cast(null as string)), double('NaN'), 20, 1)",
                "('y', named_struct('a', 1, 'b', 'q'), 1.5D, 30, 2)"));
    request.schema = schema;
    request.identity = List.of("K", "s", "d");
    request.apply();
    assertThat(rows(schema))
        .containsExactlyInAnyOrder(
            "[x, [1, p], 0, 10]", "[x, [1, null], NaN, 20]", "[y, [1, p], 1.5, 3]");
  }

  @Test
  void rowsThatAConditionHoldsForGo() {
    fill();
    Request request = changes("(30, 'z', %d)".formatted(INSERT));
    request.identity = List.of();
    request.replaced = Optional.of(new RowCondition(condition("id >= 3"), RowChange.REPLACE));
    ApplyResult result = request.apply();
    assertThat(result.rowsUpserted()).isEqualTo(1);
    assertThat(result.rowsDeleted()).isEqualTo(3);
    assertThat(rows(SCHEMA)).containsExactlyInAnyOrder("[1, a]", "[2, b]", "[null, n]", "[30, z]");
    assertThat(feed(SCHEMA))
        .containsExactlyInAnyOrder(
            "[3, c, delete]", "[4, d, delete]", "[5, e, delete]", "[30, z, insert]");
  }

  @Test
  void aConditionMayDeleteAndBringNothing() {
    fill();
    Request request = new Request(values("id, v", "(0, '', 0)") + " where false");
    request.identity = List.of();
    request.replaced =
        Optional.of(new RowCondition(condition("v in ('a', 'c')"), RowChange.DELETE));
    assertThat(request.apply().version()).hasValue(3);
    assertThat(rows(SCHEMA)).containsExactlyInAnyOrder("[2, b]", "[4, d]", "[5, e]", "[null, n]");
    assertThat(feed(SCHEMA)).containsExactlyInAnyOrder("[1, a, delete]", "[3, c, delete]");
    assertThat(lastCommit().removed()).hasSize(2);
  }

  @Test
  void theFeedTellsWhatBecameOfRows() {
    fill();
    changes("(6, 'f', 0)", "(2, 'B', 1)", "(3, '', 2)").apply();
    assertThat(feed(SCHEMA))
        .containsExactlyInAnyOrder(
            "[6, f, insert]",
            "[2, b, update_preimage]",
            "[2, B, update_postimage]",
            "[3, c, delete]");
    assertThat(lastCommit().changeFiles())
        .allMatch(file -> file.path().getParent().endsWith("_change_data"))
        .allMatch(file -> file.path().getFileName().toString().startsWith("cdc-"));
  }

  @Test
  void rowsThatOnlyComeNeedNoFeed() {
    fill();
    changes("(6, 'f', 0)").apply();
    assertThat(lastCommit().changeFiles()).isEmpty();
    Request silent = changes("(6, 'F', 1)");
    silent.feed = false;
    silent.apply();
    assertThat(lastCommit().changeFiles()).isEmpty();
    assertThat(path.resolve("_change_data")).doesNotExist();
  }

  @Test
  void partitionsOfRowsAndOfTheFeed() {
    String schema = "id int, p string";
    write(
        true,
        "select * from values (1, 'a'), (2, 'b/c'), (3, null) as t(id, p)",
        List.of(),
        schema,
        null,
        List.of("p"));
    Request request = new Request(values("id, p", "(1, 'b/c', 1)", "(3, 'a', 1)", "(2, 'b/c', 2)"));
    request.schema = schema;
    request.apply();
    assertThat(rows(schema)).containsExactlyInAnyOrder("[1, b/c]", "[3, a]");
    assertThat(feed(schema))
        .containsExactlyInAnyOrder(
            "[1, a, update_preimage]",
            "[1, b/c, update_postimage]",
            "[3, null, update_preimage]",
            "[3, a, update_postimage]",
            "[2, b/c, delete]");
  }

  @Test
  void nothingToChangeIsNoCommit() throws IOException {
    fill();
    List<Path> before = newFiles(List.of());
    Request request = new Request(values("id, v", "(1, 'a', 0)") + " where false");
    request.mark = new TransactionMark("flow", 1);
    assertThat(request.apply().version()).isEmpty();
    Request none = new Request(values("id, v", "(1, 'a', 0)") + " where false");
    none.replaced = Optional.of(new RowCondition(condition("id > 100"), RowChange.REPLACE));
    assertThat(none.apply().version()).isEmpty();
    assertThat(DeltaTable.at(path).latestVersion()).hasValue(2);
    assertThat(newFiles(before)).isEmpty();
  }

  @Test
  void aDeleteOfWhatIsNotThereIsWrittenDownAllTheSame() {
    fill();
    Request request = changes("(77, '', 2)");
    request.mark = new TransactionMark("flow", 1);
    assertThat(request.apply().version()).hasValue(3);
    assertThat(DeltaTable.at(path).transactionVersion("flow")).hasValue(1);
    assertThat(rows(SCHEMA)).hasSize(6);
  }

  @Test
  void aFailureBeforeTheCommitLeavesTheTableAsItWas() throws IOException {
    fill();
    List<Path> before = newFiles(List.of());
    Request request = changes("(6, 'f', 0)", "(2, 'B', 1)");
    assertThatThrownBy(
            () ->
                request.apply(
                    () -> {
                      throw new IllegalStateException("the process ends here");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(DeltaTable.at(path).latestVersion()).hasValue(2);
    assertThat(newFiles(before)).isEmpty();
    assertThat(request.apply().version()).hasValue(3);
    assertThat(rows(SCHEMA)).contains("[2, B]", "[6, f]").hasSize(7);
  }

  @Test
  void aTableThatHasChangedMeanwhileIsAConflict() throws IOException {
    fill();
    Request request = changes("(2, 'B', 1)");
    append("select 2 as id, 'other' as v", List.of(), SCHEMA, null);
    List<Path> before = newFiles(List.of());
    ProjectException failure = catchThrowableOfType(ProjectException.class, request::apply);
    assertThat(failure.problems().get(0).code()).isEqualTo(ProblemCode.COMMIT_CONFLICT);
    assertThat(newFiles(before)).isEmpty();
  }

  @Test
  void aBatchThatIsThereAlreadyLeavesNoFiles() throws IOException {
    fill();
    Request first = changes("(2, 'B', 1)");
    first.mark = new TransactionMark("flow", 1);
    first.apply();
    List<Path> before = newFiles(List.of());
    Request again = changes("(2, 'B', 1)");
    again.mark = new TransactionMark("flow", 1);
    assertThatThrownBy(again::apply).isInstanceOf(ProjectException.class);
    assertThat(newFiles(before)).isEmpty();
  }

  @Test
  void aNullInANotNullColumnIsNamedUnlessTheRowGoes() throws IOException {
    String schema = "id int, v string not null";
    append("select * from values (1, 'a'), (2, 'b') as t(id, v)", List.of(), schema, null);
    Request gone = changes("(1, cast(null as string), 2)");
    gone.schema = schema;
    gone.apply();
    assertThat(rows(schema)).containsExactly("[2, b]");
    List<Path> before = newFiles(List.of());
    Request request = changes("(2, cast(null as string), 1)");
    request.schema = schema;
    assertThatThrownBy(request::apply)
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("`v`")
        .hasMessageContaining("NOT NULL");
    assertThat(newFiles(before)).isEmpty();
  }

  @Test
  void columnsAreAddedAndTypesFitted() {
    fill();
    String wider = "id int, v string, more array<struct<x: int, y: string>>, big bigint";
    Request request =
        new Request(
            values(
                "V, ID, more, big",
                "('B', 2, array(named_struct('x', 1, 'y', 'q')), 5S, 1)",
                "('f', 6, null, null, 0)"));
    request.schema = wider;
    request.apply();
    assertThat(rows(wider))
        .contains("[1, a, null, null]", "[2, B, [[1, q]], 5]", "[6, f, null, null]")
        .hasSize(7);
    assertThat(feed(wider))
        .contains("[2, b, null, null, update_preimage]", "[2, B, [[1, q]], 5, update_postimage]");
    Request unknown = new Request(values("id, v, other", "(1, 'x', 3, 1)"));
    assertThatThrownBy(unknown::apply)
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("other");
  }

  @Test
  void rowsOfNarrowerFilesAreFoundAndWrittenInTheTablesTypes() {
    fill();
    String wide = "id bigint, v string";
    DeltaTable.at(path)
        .newTransaction(WriteMode.APPEND, "CHANGE TABLE")
        .withSchema(StructType.fromDDL(wide).json())
        .withProperties(Map.of("delta.enableTypeWidening", "true"))
        .commit();
    Request request = changes("(3000000000, 'z', 0)", "(2L, 'B', 1)", "(3L, '', 2)");
    request.schema = wide;
    request.apply();
    assertThat(rows(wide))
        .containsExactlyInAnyOrder(
            "[1, a]", "[2, B]", "[4, d]", "[5, e]", "[null, n]", "[3000000000, z]");
  }

  @Test
  void manyRowsAreSortedByKeySoThatAChangeTouchesOneFile() {
    append(
        "select cast(id as int) as id, sha2(cast(id as string), 512) as v from range(200000)",
        List.of(),
        SCHEMA,
        null);
    Request all =
        new Request(
            "select cast(199999 - id as int) as id, sha2(cast(id as string), 512) as v, "
                + UPDATE
                + " as "
                + RowChange.COLUMN
                + " from range(200000)");
    all.feed = false;
    assertThat(all.apply().rowsUpserted()).isEqualTo(200000);
    int files = files().size();
    assertThat(files).isGreaterThan(1);
    changes("(100, 'x', 1)", "(101, 'y', 1)", "(102, '', 2)").apply();
    assertThat(lastCommit().removed()).hasSize(1);
    assertThat(files()).hasSize(files);
    assertThat(DeltaTable.at(path).snapshot().files())
        .extracting(file -> file.numRecords().orElse(0L))
        .satisfies(records -> assertThat(sum(records)).isEqualTo(199999));
  }

  @Test
  void rulesOfViewsInTheQueryCountEachRowOnce() throws IOException {
    fill();
    String view = "select * from values (2, 'B'), (3, null), (6, 'f'), (-1, 'z') as c(id, v)";
    List<Rule> rules =
        List.of(
            new Rule("has_v", "v is not null", ViolationAction.DROP_ROW),
            new Rule("positive", "id > 0", ViolationAction.WARN));
    Request request = changes("(0, '', 0)");
    request.query =
        analyze(
            "select *, case when id = 2 then %d else %d end as %s from v"
                .formatted(UPDATE, INSERT, RowChange.COLUMN),
            view,
            rules);
    ApplyResult result = request.apply();
    assertThat(result.rowsDropped()).isEqualTo(1);
    assertThat(result.views())
        .containsExactly(
            new ViewCount(
                VIEW, 1, List.of(new RuleCount("has_v", 3, 1), new RuleCount("positive", 3, 1))));
    assertThat(rows(SCHEMA)).contains("[2, B]", "[6, f]", "[-1, z]").hasSize(8);

    List<Path> before = newFiles(List.of());
    Request failing = changes("(0, '', 0)");
    failing.query =
        analyze(
            "select *, %d as %s from v".formatted(REPLACE, RowChange.COLUMN),
            view,
            List.of(new Rule("positive", "id > 0", ViolationAction.FAIL_UPDATE)));
    assertThat(catchThrowableOfType(ExpectationViolationException.class, failing::apply).rule())
        .isEqualTo("positive");
    assertThat(newFiles(before)).isEmpty();
  }

  @Test
  void aFailureOfTheQueryHasSparksNameAndLeavesNothing() throws IOException {
    fill();
    List<Path> before = newFiles(List.of());
    Request request =
        new Request(
            "select cast(1 / (id - 1) as int) as id, 'x' as v, %d as %s from range(3)"
                .formatted(DELETE, RowChange.COLUMN));
    assertThatThrownBy(request::apply)
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("DIVIDE_BY_ZERO");
    assertThat(newFiles(before)).isEmpty();
  }
}
