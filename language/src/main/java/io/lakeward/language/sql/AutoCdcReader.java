/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.model.pipeline.AutoCdc;
import io.lakeward.model.pipeline.ColumnSelection;
import io.lakeward.model.pipeline.NamedColumn;
import io.lakeward.model.pipeline.ScdType;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Reads the source and the clauses of an AUTO CDC flow. A source and conditions are SQL without an
 * end mark: they end where a clause begins, so the clauses are looked for first.
 */
final class AutoCdcReader {
  /** How a snapshot is spelled in complaints. */
  static final String FROM_SNAPSHOT = "FROM SNAPSHOT";

  private static final String SNAPSHOT = "SNAPSHOT";

  private final StatementPieces pieces;
  private final List<Token> tokens;
  private final Map<AutoCdcClause, Piece> found = new EnumMap<>(AutoCdcClause.class);
  private int sourceEnd;
  private boolean isGood = true;

  /** The tokens of a clause, without its words. */
  private record Piece(int clause, int start, int end) {}

  /**
   * @param from the word FROM
   */
  AutoCdcReader(StatementPieces pieces, Token from) {
    this.pieces = pieces;
    this.tokens =
        SqlTokenizer.tokens(pieces.text().text()).stream()
            .filter(t -> t.getStartIndex() >= from.getStartIndex())
            .toList();
    this.sourceEnd = tokens.size();
  }

  /** The clauses; empty if they are not well formed, and then the problem was reported. */
  Optional<AutoCdc> read() {
    findClauses();
    if (sourceEnd == 1) {
      return refuse(AutoCdcProblems.sourceMissing(place(tokens.get(0))));
    }
    List<NamedColumn> keys = keys();
    Optional<SqlText> sequence = expression(AutoCdcClause.SEQUENCE);
    if (!isSnapshot() && !found.containsKey(AutoCdcClause.SEQUENCE)) {
      add(AutoCdcProblems.sequenceMissing(end()));
    }
    ScdType type = scdType();
    Optional<ColumnSelection> ignoreNull = ignoreNullUpdates();
    Optional<ColumnSelection> columns = selection(AutoCdcClause.COLUMNS);
    Optional<ColumnSelection> track = selection(AutoCdcClause.TRACK_HISTORY);
    Optional<NamedColumn> toUpdate = columnsToUpdate();
    Optional<SqlText> filter = expression(AutoCdcClause.WHERE);
    Optional<SqlText> delete = expression(AutoCdcClause.DELETE);
    Optional<SqlText> truncate = expression(AutoCdcClause.TRUNCATE);
    Optional<SqlText> system = expression(AutoCdcClause.SYSTEM_SEQUENCE);
    if (isSnapshot()) {
      checkSnapshot(type);
    } else {
      checkCombination(type);
    }
    checkHistory(type);
    if (!isGood) {
      return Optional.empty();
    }
    return Optional.of(
        new AutoCdc(
            keys,
            filter,
            ignoreNull,
            delete,
            truncate,
            sequence,
            system,
            columns.orElseGet(ColumnSelection::all),
            type,
            track.orElseGet(ColumnSelection::all),
            toUpdate));
  }

  /** {@code FROM source} as a query; to be asked after {@link #read}. */
  SqlText source() {
    SqlText source = text(0, sourceEnd);
    if (!isSnapshot()) {
      return source;
    }
    // The word gives way to blanks, so that every other word stays in its place.
    int at = tokens.get(1).getStartIndex() - tokens.get(0).getStartIndex();
    String sql =
        source.sql().substring(0, at)
            + " ".repeat(SNAPSHOT.length())
            + source.sql().substring(at + SNAPSHOT.length());
    return new SqlText(source.span(), sql, source.catalog(), source.schema(), source.conf());
  }

  /** Whether the source is read whole; a table may be called `snapshot`, too. */
  boolean isSnapshot() {
    return is(1, SNAPSHOT) && sourceEnd > 2 && !is(2, ".") && !is(2, "AS");
  }

  private void findClauses() {
    int depth = 0;
    AutoCdcClause open = null;
    AutoCdcClause last = null;
    for (int i = 1; i < tokens.size(); i++) {
      String word = tokens.get(i).getText();
      if (word.equals("(") || word.equals("[")) {
        depth++;
      } else if (word.equals(")") || word.equals("]")) {
        depth--;
      }
      Optional<AutoCdcClause> clause = depth == 0 ? AutoCdcClause.at(tokens, i) : Optional.empty();
      if (clause.isEmpty()) {
        continue;
      }
      close(open, i);
      checkPlace(clause.get(), last, i);
      open = clause.get();
      if (open.hasPlace() && (last == null || open.compareTo(last) > 0)) {
        last = open;
      }
      found.put(open, new Piece(i, i + open.length(), tokens.size()));
      i += open.length() - 1;
    }
  }

  private void close(@Nullable AutoCdcClause open, int end) {
    if (open == null) {
      sourceEnd = end;
      return;
    }
    found.computeIfPresent(open, (k, piece) -> new Piece(piece.clause(), piece.start(), end));
  }

  private void checkPlace(AutoCdcClause clause, @Nullable AutoCdcClause last, int index) {
    Piece first = found.get(clause);
    SourceSpan where = words(index, clause.length());
    if (first != null) {
      add(
          SqlProblems.clauseTwice(
              clause.toString(), where, words(first.clause(), clause.length())));
    } else if (clause.hasPlace() && last != null && clause.compareTo(last) < 0) {
      add(AutoCdcProblems.wrongOrder(clause.toString(), last.toString(), where));
    }
  }

  private List<NamedColumn> keys() {
    Piece piece = found.get(AutoCdcClause.KEYS);
    if (piece == null) {
      // What stands where KEYS should be was taken for a part of the source.
      int at = 1;
      while (at < tokens.size() && !SqlTokenizer.upper(tokens.get(at)).equals("KEYS")) {
        at++;
      }
      add(AutoCdcProblems.keysMissing(at < tokens.size() ? place(tokens.get(at)) : end()));
      return List.of();
    }
    List<NamedColumn> keys = new ArrayList<>();
    int next = columnList(piece.start(), piece.end(), keys);
    if (keys.isEmpty() && next == piece.start() + 2) {
      add(AutoCdcProblems.keysEmpty(words(piece.start(), 2)));
    }
    nothingAfter(AutoCdcClause.KEYS, next, piece.end());
    return keys;
  }

  private Optional<ColumnSelection> ignoreNullUpdates() {
    Piece piece = found.get(AutoCdcClause.IGNORE_NULL_UPDATES);
    if (piece == null) {
      return Optional.empty();
    }
    if (piece.start() == piece.end()) {
      return Optional.of(ColumnSelection.all());
    }
    if (!is(piece.start(), "ON")) {
      nothingAfter(AutoCdcClause.IGNORE_NULL_UPDATES, piece.start(), piece.end());
      return Optional.empty();
    }
    return Optional.of(
        selection(AutoCdcClause.IGNORE_NULL_UPDATES, piece.start() + 1, piece.end()));
  }

  private Optional<ColumnSelection> selection(AutoCdcClause clause) {
    Piece piece = found.get(clause);
    return piece == null
        ? Optional.empty()
        : Optional.of(selection(clause, piece.start(), piece.end()));
  }

  /** {@code (a, b)}, {@code *} or {@code * EXCEPT (a, b)}. */
  private ColumnSelection selection(AutoCdcClause clause, int start, int end) {
    if (!is(start, "*")) {
      List<NamedColumn> columns = new ArrayList<>();
      int next = columnList(start, end, columns);
      nothingAfter(clause, next, end);
      return new ColumnSelection(ColumnSelection.Kind.LISTED, columns);
    }
    if (!is(start + 1, "EXCEPT") || start + 1 >= end) {
      nothingAfter(clause, start + 1, end);
      return ColumnSelection.all();
    }
    List<NamedColumn> columns = new ArrayList<>();
    int next = columnList(start + 2, end, columns);
    nothingAfter(clause, next, end);
    return new ColumnSelection(ColumnSelection.Kind.ALL_EXCEPT, columns);
  }

  /** Reads {@code (a, b)} and returns where it goes on. */
  private int columnList(int start, int end, List<NamedColumn> columns) {
    if (start >= end || !is(start, "(")) {
      add(AutoCdcProblems.listMissing(start < end ? place(tokens.get(start)) : endOf(start)));
      return end;
    }
    int at = start + 1;
    if (is(at, ")")) {
      return at + 1;
    }
    while (at < end) {
      int stop = at;
      int depth = 0;
      while (stop < end && (depth > 0 || !(is(stop, ",") || is(stop, ")")))) {
        depth += is(stop, "(") ? 1 : is(stop, ")") ? -1 : 0;
        stop++;
      }
      column(at, stop).ifPresent(columns::add);
      if (stop >= end) {
        add(SqlProblems.notClosed("list", place(tokens.get(start))));
        return end;
      }
      if (is(stop, ")")) {
        return stop + 1;
      }
      at = stop + 1;
    }
    return end;
  }

  private Optional<NamedColumn> column(int start, int end) {
    if (start >= end) {
      add(AutoCdcProblems.columnMissing(endOf(start)));
      return Optional.empty();
    }
    SourceSpan where = span(start, end);
    boolean isName = isName(tokens.get(start));
    if (end == start + 1 && isName) {
      return Optional.of(
          new NamedColumn(SqlLiterals.identifierValue(tokens.get(start).getText()), where));
    }
    boolean isPath = isName && (end - start) % 2 == 1;
    for (int i = start + 1; i < end; i++) {
      isPath &= (i - start) % 2 == 1 ? is(i, ".") : isName(tokens.get(i));
    }
    add(isPath ? AutoCdcProblems.multipartColumn(where) : AutoCdcProblems.notAColumn(where));
    return Optional.empty();
  }

  private static boolean isName(Token token) {
    return SqlTokenizer.isWord(token)
        || token.getType() == io.lakeward.language.sql.grammar.PipelineSqlLexer.BACKQUOTED;
  }

  private Optional<SqlText> expression(AutoCdcClause clause) {
    Piece piece = found.get(clause);
    if (piece == null) {
      return Optional.empty();
    }
    if (piece.start() == piece.end()) {
      add(AutoCdcProblems.expressionMissing(clause.toString(), endOf(piece.start())));
      return Optional.empty();
    }
    return Optional.of(text(piece.start(), piece.end()));
  }

  private ScdType scdType() {
    Piece piece = found.get(AutoCdcClause.STORED);
    if (piece == null) {
      return ScdType.TYPE_1;
    }
    int at = piece.start();
    if (is(at, "BITEMPORAL")) {
      nothingAfter(AutoCdcClause.STORED, at + 1, piece.end());
      return ScdType.BITEMPORAL;
    }
    boolean isScd = is(at, "SCD") && is(at + 1, "TYPE");
    if (isScd && at + 2 < piece.end() && (is(at + 2, "1") || is(at + 2, "2"))) {
      nothingAfter(AutoCdcClause.STORED, at + 3, piece.end());
      return is(at + 2, "1") ? ScdType.TYPE_1 : ScdType.TYPE_2;
    }
    add(
        AutoCdcProblems.scdTypeUnknown(
            at < piece.end() ? span(at, piece.end()) : endOf(piece.end())));
    return ScdType.TYPE_1;
  }

  private Optional<NamedColumn> columnsToUpdate() {
    Piece piece = found.get(AutoCdcClause.COLUMNS_TO_UPDATE);
    return piece == null ? Optional.empty() : column(piece.start(), piece.end());
  }

  private void checkHistory(ScdType type) {
    refuseTogether(
        AutoCdcClause.TRACK_HISTORY,
        type == ScdType.TYPE_1,
        "STORED AS " + type,
        "Remove it, or keep versions, with STORED AS SCD TYPE 2.");
  }

  /** A snapshot says which rows there are, and nothing about how they came about. */
  private void checkSnapshot(ScdType type) {
    for (AutoCdcClause clause :
        List.of(
            AutoCdcClause.IGNORE_NULL_UPDATES,
            AutoCdcClause.DELETE,
            AutoCdcClause.TRUNCATE,
            AutoCdcClause.SEQUENCE,
            AutoCdcClause.SYSTEM_SEQUENCE,
            AutoCdcClause.COLUMNS_TO_UPDATE)) {
      refuseTogether(
          clause, true, FROM_SNAPSHOT, "Remove it: rows are compared with the snapshot before.");
    }
    Piece stored = found.get(AutoCdcClause.STORED);
    if (stored != null && type == ScdType.BITEMPORAL) {
      add(
          AutoCdcProblems.notTogether(
              "STORED AS BITEMPORAL",
              FROM_SNAPSHOT,
              "Write STORED AS SCD TYPE 1 or SCD TYPE 2.",
              span(stored.clause(), stored.end())));
    }
  }

  private void checkCombination(ScdType type) {
    refuseTogether(
        AutoCdcClause.TRUNCATE,
        type != ScdType.TYPE_1,
        "STORED AS " + type,
        "Remove it, or keep the newest rows only, with STORED AS SCD TYPE 1.");
    refuseTogether(
        AutoCdcClause.SYSTEM_SEQUENCE,
        type != ScdType.BITEMPORAL,
        "STORED AS " + type,
        "Remove it, or write STORED AS BITEMPORAL.");
    refuseTogether(
        AutoCdcClause.COLUMNS_TO_UPDATE,
        type == ScdType.BITEMPORAL,
        "STORED AS " + type,
        "Remove one of the two.");
    refuseTogether(
        AutoCdcClause.COLUMNS_TO_UPDATE,
        found.containsKey(AutoCdcClause.IGNORE_NULL_UPDATES),
        "IGNORE NULL UPDATES",
        "Keep one of the two.");
    if (type == ScdType.BITEMPORAL && !found.containsKey(AutoCdcClause.SYSTEM_SEQUENCE)) {
      add(AutoCdcProblems.systemSequenceMissing(endOf(sourceEnd)));
    }
  }

  private void refuseTogether(AutoCdcClause clause, boolean isWrong, String other, String fix) {
    Piece piece = found.get(clause);
    if (piece != null && isWrong) {
      add(
          AutoCdcProblems.notTogether(
              clause.toString(), other, fix, words(piece.clause(), clause.length())));
    }
  }

  private void nothingAfter(AutoCdcClause clause, int next, int end) {
    if (next < end) {
      add(AutoCdcProblems.unexpected(tokens.get(next).getText(), clause, place(tokens.get(next))));
    }
  }

  private boolean is(int index, String word) {
    return index < tokens.size() && SqlTokenizer.upper(tokens.get(index)).equals(word);
  }

  private SqlText text(int start, int end) {
    return pieces.sql(tokens.get(start).getStartIndex(), tokens.get(end - 1).getStopIndex() + 1);
  }

  private SourceSpan span(int start, int end) {
    return pieces
        .text()
        .span(tokens.get(start).getStartIndex(), tokens.get(end - 1).getStopIndex() + 1);
  }

  private SourceSpan words(int start, int count) {
    return span(start, Math.min(start + count, tokens.size()));
  }

  private SourceSpan place(Token token) {
    return pieces.span(token);
  }

  /** Just behind the token before an index. */
  private SourceSpan endOf(int index) {
    int offset = tokens.get(Math.min(index, tokens.size()) - 1).getStopIndex() + 1;
    return pieces.text().span(offset, offset);
  }

  private SourceSpan end() {
    return endOf(tokens.size());
  }

  private void add(Problem problem) {
    isGood = false;
    pieces.problems().add(problem);
  }

  private Optional<AutoCdc> refuse(Problem problem) {
    add(problem);
    return Optional.empty();
  }
}
