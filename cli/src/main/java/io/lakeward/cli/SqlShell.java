/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.view.ProblemPrinter;
import io.lakeward.cli.view.RowsPrinter;
import io.lakeward.engine.sql.SqlSession;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.reader.Candidate;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * The prompt of {@code lakeward sql}: statements of several lines that end with a semicolon, a
 * history that outlives the session, and completion of words, tables and columns.
 */
final class SqlShell {
  private static final List<String> WORDS =
      List.of(
          "SELECT",
          "FROM",
          "WHERE",
          "GROUP BY",
          "ORDER BY",
          "HAVING",
          "LIMIT",
          "JOIN",
          "LEFT JOIN",
          "ON",
          "UNION ALL",
          "WITH",
          "VALUES",
          "INSERT INTO",
          "UPDATE",
          "SET",
          "DELETE FROM",
          "MERGE INTO",
          "DESCRIBE",
          "DESCRIBE HISTORY",
          "DESCRIBE EXTENDED",
          "DESCRIBE DETAIL",
          "SHOW TABLES",
          "SHOW SCHEMAS",
          "SHOW CATALOGS",
          "SHOW FUNCTIONS",
          "SHOW COLUMNS IN",
          "SHOW CREATE TABLE",
          "USE CATALOG",
          "USE SCHEMA",
          "EXPLAIN",
          "REFRESH TABLE",
          "CREATE FUNCTION",
          "DROP TABLE",
          "UNDROP TABLE",
          "VERSION AS OF",
          "TIMESTAMP AS OF",
          "table_changes(");

  private final SqlSession session;
  private final RowsPrinter printer;
  private final Console console;

  SqlShell(SqlSession session, RowsPrinter printer, Console console) {
    this.session = session;
    this.printer = printer;
    this.console = console;
  }

  void run(int limit) {
    try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
      LineReader reader =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .appName("lakeward")
              .parser(new StatementParser())
              .completer((line, parsed, candidates) -> complete(parsed, candidates))
              .variable(
                  LineReader.HISTORY_FILE,
                  Path.of(System.getProperty("user.home"), ".lakeward_history"))
              .variable(LineReader.SECONDARY_PROMPT_PATTERN, "  > ")
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .build();
      console.note("Statements end with a semicolon. exit leaves, Tab completes.\n");
      loop(reader, limit);
    } catch (IOException e) {
      throw new UncheckedIOException("the terminal could not be opened", e);
    }
  }

  private void loop(LineReader reader, int limit) {
    while (true) {
      String line;
      try {
        line = reader.readLine(session.current() + "> ").strip();
      } catch (UserInterruptException e) {
        continue;
      } catch (EndOfFileException e) {
        return;
      }
      if (line.isEmpty()) {
        continue;
      }
      if (isExit(line)) {
        return;
      }
      answer(line, limit);
    }
  }

  /** Runs what was typed; a mistake is told, and the prompt comes back. */
  void answer(String line, int limit) {
    try {
      session.run(line, limit, result -> console.print(printer.print(result)));
    } catch (ProjectException e) {
      console.note(
          new ProblemPrinter(console.errTerminal())
              .printAll(e.problems(), SqlCommand.outcome(session.statementsRun())));
    }
  }

  static boolean isExit(String line) {
    String word = line.replace(";", "").strip().toLowerCase(Locale.ROOT);
    return word.equals("exit") || word.equals("quit");
  }

  private void complete(ParsedLine line, List<Candidate> candidates) {
    candidates(line.word()).forEach(word -> candidates.add(new Candidate(word)));
  }

  /** What a word that was begun may become. */
  List<String> candidates(String begun) {
    String start = begun.toLowerCase(Locale.ROOT);
    List<String> found = new ArrayList<>();
    session.completions().stream()
        .filter(word -> word.toLowerCase(Locale.ROOT).startsWith(start))
        .forEach(found::add);
    WORDS.stream()
        .filter(word -> word.toLowerCase(Locale.ROOT).startsWith(start))
        .forEach(found::add);
    return found;
  }

  /** A line goes on until a semicolon ends it. */
  private static final class StatementParser extends DefaultParser {
    StatementParser() {
      setEscapeChars(null);
      setQuoteChars(new char[0]);
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
      boolean isComplete = line.isBlank() || line.strip().endsWith(";") || isExit(line);
      if (context == ParseContext.ACCEPT_LINE && !isComplete) {
        throw new EOFError(-1, cursor, "the statement has no semicolon yet");
      }
      return super.parse(line, cursor, context);
    }
  }
}
