/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlParser.CreateDatasetContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ModifierContext;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.source.SourceSpan;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reads which kind of dataset the words between CREATE and the name ask for. The spellings with
 * LIVE and INCREMENTAL are the ones of Delta Live Tables.
 */
final class DatasetKindReader {

  /** The kind, and whether the dataset is hidden from outside the pipeline. */
  record Kind(DatasetKind kind, boolean isPrivate) {}

  private final StatementPieces pieces;

  DatasetKindReader(StatementPieces pieces) {
    this.pieces = pieces;
  }

  /** Empty if the words do not go together, and then the problem was reported. */
  Optional<Kind> read(CreateDatasetContext create) {
    Set<String> words = new TreeSet<>();
    for (ModifierContext modifier : create.modifier()) {
      String word = modifier.getText().toUpperCase(Locale.ROOT);
      words.add(word.equals("TEMP") ? "TEMPORARY" : word);
    }
    Optional<Kind> kind = create.TABLE() != null ? tableKind(words) : viewKind(words);
    if (kind.isEmpty()) {
      pieces.problems().add(SqlProblems.wrongKindWords(written(create), place(create)));
      return Optional.empty();
    }
    // A view's rows are replaced by every refresh anyway.
    if (kind.get().kind().isFilledByFlows() && create.REPLACE() != null) {
      pieces
          .problems()
          .add(
              SqlProblems.replaceStoredTable(
                  kind.get().kind().toString(), pieces.span(create.REPLACE().getSymbol())));
      return Optional.empty();
    }
    return kind;
  }

  private static Optional<Kind> tableKind(Set<String> words) {
    boolean streaming = words.remove("STREAMING") | words.remove("INCREMENTAL");
    boolean live = words.remove("LIVE");
    boolean hidden = words.remove("PRIVATE") | words.remove("TEMPORARY");
    if (words.isEmpty() && !streaming && !live && !hidden) {
      return Optional.of(new Kind(DatasetKind.TABLE, false));
    }
    if (!words.isEmpty() || !(streaming || live)) {
      return Optional.empty();
    }
    DatasetKind kind = streaming ? DatasetKind.STREAMING_TABLE : DatasetKind.MATERIALIZED_VIEW;
    return Optional.of(new Kind(kind, hidden));
  }

  private static Optional<Kind> viewKind(Set<String> words) {
    if (words.remove("MATERIALIZED")) {
      boolean hidden = words.remove("PRIVATE") | words.remove("TEMPORARY");
      return words.isEmpty()
          ? Optional.of(new Kind(DatasetKind.MATERIALIZED_VIEW, hidden))
          : Optional.empty();
    }
    boolean live = words.remove("LIVE");
    boolean temporary = words.remove("TEMPORARY") | live;
    if (live) {
      words.remove("STREAMING");
      words.remove("INCREMENTAL");
    }
    if (!words.isEmpty()) {
      return Optional.empty();
    }
    DatasetKind kind = temporary ? DatasetKind.TEMPORARY_VIEW : DatasetKind.VIEW;
    return Optional.of(new Kind(kind, false));
  }

  private static String written(CreateDatasetContext create) {
    String modifiers =
        create.modifier().stream()
            .map(m -> m.getText().toUpperCase(Locale.ROOT) + " ")
            .collect(Collectors.joining());
    return modifiers + (create.TABLE() != null ? "TABLE" : "VIEW");
  }

  private SourceSpan place(CreateDatasetContext create) {
    return create.modifier().isEmpty()
        ? pieces.span(create.getStart())
        : pieces.span(create.modifier(0));
  }
}
