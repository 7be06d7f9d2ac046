/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.SqlCommand.NamedKind;
import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.Token;

/** The words of one statement, taken one after another. What does not fit is a syntax error. */
final class CommandWords {
  private static final Set<String> CHANGES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

  private final MappedText text;
  private final FileScope scope;
  private final List<Token> tokens;
  private int at;

  CommandWords(MappedText text, FileScope scope, Problems problems) {
    this.text = text;
    this.scope = scope;
    this.tokens = SqlTokenizer.tokens(text.text());
    UnclosedTextFinder.find(text).ifPresent(problems::add);
    problems.throwIfAny();
  }

  List<Token> tokens() {
    return tokens;
  }

  /** The first word, in capitals. */
  String first() {
    return SqlTokenizer.upper(tokens.get(0));
  }

  boolean isAtEnd() {
    return at >= tokens.size();
  }

  /** Where the rest of the text begins. */
  int offset() {
    return isAtEnd() ? text.text().length() : tokens.get(at).getStartIndex();
  }

  /** The place of the word that is next. */
  SourceSpan place() {
    int length = text.text().length();
    return isAtEnd()
        ? text.span(length, length)
        : text.span(tokens.get(at).getStartIndex(), tokens.get(at).getStopIndex() + 1);
  }

  /** Goes to the end, or to the last word if it is one of these, and says where that is. */
  int untilLastWord(String... words) {
    int last = tokens.size() - 1;
    boolean isThere =
        last > at && Arrays.asList(words).contains(SqlTokenizer.upper(tokens.get(last)));
    if (isAtEnd()) {
      throw wrong("a condition");
    }
    at = isThere ? last : tokens.size();
    return tokens.get(at - 1).getStopIndex() + 1;
  }

  void next() {
    at++;
  }

  /** Takes a word if it is next. */
  boolean skip(String word) {
    boolean isNext =
        !isAtEnd()
            && SqlTokenizer.isWord(tokens.get(at))
            && SqlTokenizer.upper(tokens.get(at)).equals(word);
    if (isNext) {
      at++;
    }
    return isNext;
  }

  boolean isNext(int tokenType) {
    return !isAtEnd() && tokens.get(at).getType() == tokenType;
  }

  /** Takes a sign if it is next. */
  boolean skip(int tokenType) {
    boolean isNext = isNext(tokenType);
    if (isNext) {
      at++;
    }
    return isNext;
  }

  void take(int tokenType) {
    if (!skip(tokenType)) {
      throw wrong(PipelineSqlLexer.VOCABULARY.getDisplayName(tokenType));
    }
  }

  void take(String word) {
    if (!skip(word)) {
      throw wrong(word);
    }
  }

  String takeOneOf(String... words) {
    for (String word : words) {
      if (skip(word)) {
        return word;
      }
    }
    List<String> all = Arrays.asList(words);
    throw wrong(
        String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.get(all.size() - 1));
  }

  void end() {
    if (!isAtEnd()) {
      throw wrong("the end of the statement");
    }
  }

  String identifier() {
    boolean isName =
        !isAtEnd()
            && (SqlTokenizer.isWord(tokens.get(at))
                || tokens.get(at).getType() == PipelineSqlLexer.BACKQUOTED);
    if (!isName) {
      throw wrong("a name");
    }
    return SqlLiterals.identifierValue(tokens.get(at++).getText());
  }

  String string() {
    if (isAtEnd() || tokens.get(at).getType() != PipelineSqlLexer.STRING) {
      throw wrong("a string in quotes");
    }
    return SqlLiterals.stringValue(tokens.get(at++).getText());
  }

  /** The word that is next, in capitals; it is not taken. */
  String upcoming() {
    return isAtEnd() ? "" : SqlTokenizer.upper(tokens.get(at));
  }

  boolean hasWord(String word) {
    return tokens.stream()
        .anyMatch(t -> SqlTokenizer.isWord(t) && SqlTokenizer.upper(t).equals(word));
  }

  /** {@code spark.sql.ansi.enabled}, or a text. */
  String settingKey() {
    return isNext(PipelineSqlLexer.STRING) ? string() : String.join(".", parts());
  }

  double number() {
    if (!isNext(PipelineSqlLexer.NUMBER)) {
      throw wrong("a number");
    }
    return Double.parseDouble(tokens.get(at++).getText());
  }

  private List<String> parts() {
    List<String> parts = new ArrayList<>();
    parts.add(identifier());
    while (!isAtEnd() && tokens.get(at).getType() == PipelineSqlLexer.DOT) {
      at++;
      parts.add(identifier());
    }
    return parts;
  }

  /** A name of one, two or three parts. */
  TableName name() {
    SourceSpan where = place();
    List<String> parts = parts();
    return switch (parts.size()) {
      case 1 -> new TableName(scope.catalog(), scope.schema(), parts.get(0));
      case 2 -> new TableName(scope.catalog(), parts.get(0), parts.get(1));
      case 3 -> new TableName(parts.get(0), parts.get(1), parts.get(2));
      default ->
          throw new ProjectException(
              SqlProblems.tooManyNameParts(parts.stream().collect(Collectors.joining(".")), where));
    };
  }

  /** A schema; the last part of the name is empty. */
  TableName schemaName() {
    SourceSpan where = place();
    List<String> parts = parts();
    if (parts.size() > 2) {
      throw new ProjectException(SqlProblems.useNameTooLong("catalog.schema", where));
    }
    return parts.size() == 1
        ? new TableName(scope.catalog(), parts.get(0), "")
        : new TableName(parts.get(0), parts.get(1), "");
  }

  TableName catalogName() {
    return new TableName(identifier(), scope.schema(), "");
  }

  TableName currentSchema() {
    return new TableName(scope.catalog(), scope.schema(), "");
  }

  /** Which kind of table or view is named next; nothing is taken if none is. */
  Optional<NamedKind> kind() {
    if (skip("STREAMING")) {
      take("TABLE");
      return Optional.of(NamedKind.STREAMING_TABLE);
    }
    if (skip("MATERIALIZED")) {
      take("VIEW");
      return Optional.of(NamedKind.MATERIALIZED_VIEW);
    }
    if (skip("TABLE")) {
      return Optional.of(NamedKind.TABLE);
    }
    return skip("VIEW") ? Optional.of(NamedKind.VIEW) : Optional.empty();
  }

  /** The first words as they were typed. */
  String written(int words) {
    return tokens.stream().limit(words).map(SqlTokenizer::upper).collect(Collectors.joining(" "));
  }

  /** Whether common table expressions come before a change, not before a query. */
  boolean leadsToChange() {
    int depth = 0;
    for (Token token : tokens) {
      if (token.getType() == PipelineSqlLexer.LEFT_PAREN) {
        depth++;
      } else if (token.getType() == PipelineSqlLexer.RIGHT_PAREN) {
        depth--;
      } else if (depth == 0 && CHANGES.contains(SqlTokenizer.upper(token))) {
        return true;
      } else if (depth == 0 && SqlTokenizer.upper(token).equals("SELECT")) {
        return false;
      }
    }
    return false;
  }

  ProjectException wrong(String wanted) {
    String found = isAtEnd() ? "the end of the statement" : "`" + tokens.get(at).getText() + "`";
    return new ProjectException(
        SqlProblems.syntax(found, wanted, place()).withFix("Correct the statement at this place."));
  }
}
