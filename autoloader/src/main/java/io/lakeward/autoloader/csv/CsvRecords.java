/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.csv;

import com.univocity.parsers.common.TextParsingException;
import com.univocity.parsers.csv.CsvParser;
import io.lakeward.autoloader.rows.DocumentInput;
import io.lakeward.autoloader.rows.MalformedRecordException;
import io.lakeward.autoloader.rows.RowBuffer;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.jspecify.annotations.Nullable;

/** Cuts a split into CSV records, one a line or, with multiLine, as the quotes say. */
public final class CsvRecords implements Closeable {
  private static final @Nullable String[] NONE = {};

  private final CSVOptions options;
  private final CsvParser tokenizer;
  private final DocumentInput documents;
  private final boolean multiLine;
  private final @Nullable PlainCsvLine plain;
  private @Nullable String record = "";
  private @Nullable String[] tokens = NONE;
  private int spans = -1;
  private int leftToSkip;
  private boolean begun;
  private long recordNumber;

  /**
   * @param skippedRows lines at the start of the file that are not looked at
   */
  public CsvRecords(CSVOptions options, DocumentInput documents, int skippedRows) {
    this.options = options;
    this.documents = documents;
    this.multiLine = options.multiLine();
    this.plain = multiLine ? null : PlainCsvLine.of(options);
    this.leftToSkip = skippedRows;
    this.tokenizer = new CsvParser(options.asParserSettings());
  }

  /**
   * The next record's tokens; null at the end.
   *
   * @throws MalformedRecordException if the record cannot be cut into tokens
   */
  public @Nullable String @Nullable [] next() throws IOException, MalformedRecordException {
    if (!move()) {
      return null;
    }
    PlainCsvLine line = plain;
    return spans < 0 || line == null
        ? tokens
        : line.cut(documents.bytes(), documents.start(), documents.end());
  }

  /** Reads the next record in one pass, if it can be; false leaves it. */
  boolean scanNext(CsvLineScanner scanner, RowBuffer row) throws IOException {
    return leftToSkip == 0 && scanner.scanNext(documents, row);
  }

  /**
   * Moves to the next record; false at the end. Its values are then {@link #spans} or {@link
   * #tokens}.
   *
   * @throws MalformedRecordException if the record cannot be cut into tokens
   */
  boolean move() throws IOException, MalformedRecordException {
    spans = -1;
    if (multiLine) {
      @Nullable String[] found = nextOfFile();
      tokens = found == null ? NONE : found;
      return found != null;
    }
    return moveLine();
  }

  /** How many values the record has as they stand in the line; -1 if only the tokens tell. */
  int spans() {
    return spans;
  }

  /** The line in which the values stand, if the record has spans. */
  PlainCsvLine plainLine() {
    return java.util.Objects.requireNonNull(plain, "no spans");
  }

  byte[] bytes() {
    return documents.bytes();
  }

  int start() {
    return documents.start();
  }

  @Nullable String[] tokens() {
    return tokens;
  }

  private boolean moveLine() throws IOException, MalformedRecordException {
    while (documents.next()) {
      if (leftToSkip > 0) {
        leftToSkip--;
        continue;
      }
      record = null;
      if (plain != null && isSurelyRecord()) {
        spans = plain.find(documents.bytes(), documents.start(), documents.end());
        if (spans >= 0) {
          return true;
        }
      }
      String line = text();
      if (line.isBlank() || (options.isCommentSet() && line.indexOf(options.comment()) == 0)) {
        continue;
      }
      @Nullable String[] found = parse(() -> tokenizer.parseLine(line));
      if (found == null) {
        throw new MalformedRecordException();
      }
      tokens = corrected(found);
      return true;
    }
    return false;
  }

  /** Whether the first byte tells that the line is neither blank nor a comment. */
  private boolean isSurelyRecord() {
    if (documents.start() == documents.end()) {
      return false;
    }
    byte first = documents.bytes()[documents.start()];
    return first > ' ' && !(options.isCommentSet() && first == options.comment());
  }

  private @Nullable String @Nullable [] nextOfFile() throws IOException, MalformedRecordException {
    if (!begun) {
      begun = true;
      if (!documents.next()) {
        return null;
      }
      int start = afterSkippedRows(documents.bytes(), documents.start(), documents.end());
      tokenizer.beginParsing(
          new ByteArrayInputStream(documents.bytes(), start, documents.end() - start), "UTF-8");
    }
    if (tokenizer.getContext() == null || tokenizer.getContext().isStopped()) {
      return null;
    }
    @Nullable String[] tokens = parse(tokenizer::parseNext);
    recordNumber++;
    return tokens == null ? null : corrected(tokens);
  }

  private int afterSkippedRows(byte[] bytes, int start, int end) {
    int at = start;
    for (; leftToSkip > 0 && at < end; leftToSkip--) {
      while (at < end && bytes[at] != '\n' && bytes[at] != '\r') {
        at++;
      }
      boolean pair = at + 1 < end && bytes[at] == '\r' && bytes[at + 1] == '\n';
      at = Math.min(end, at + (pair ? 2 : 1));
    }
    return at;
  }

  private static @Nullable String @Nullable [] parse(
      java.util.function.Supplier<@Nullable String @Nullable []> step)
      throws MalformedRecordException {
    try {
      return step.get();
    } catch (TextParsingException e) {
      throw new MalformedRecordException(e);
    }
  }

  /** Without an escape character the parser leaves the quote of an empty last value standing. */
  private @Nullable String[] corrected(@Nullable String[] tokens) {
    int last = tokens.length - 1;
    if (options.escape() == '\0'
        && last >= 0
        && String.valueOf(options.quote()).equals(tokens[last])) {
      tokens[last] = options.emptyValueInRead();
    }
    return tokens;
  }

  /** The text of the last record. */
  String text() {
    if (!multiLine) {
      String line = record;
      if (line == null) {
        int length = documents.end() - documents.start();
        line = new String(documents.bytes(), documents.start(), length, StandardCharsets.UTF_8);
        record = line;
      }
      return line;
    }
    String content = tokenizer.getContext().currentParsedContent();
    return content == null ? "" : content.stripTrailing();
  }

  /** Line, or with multiLine the record's number; 0 if it is not known. */
  long lineNumber() {
    return multiLine ? recordNumber : documents.lineNumber();
  }

  long offset() {
    return documents.offset();
  }

  @Override
  public void close() throws IOException {
    tokenizer.stopParsing();
    documents.close();
  }
}
