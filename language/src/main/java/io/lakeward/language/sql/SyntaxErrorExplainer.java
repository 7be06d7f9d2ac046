/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.StopAtFirstError.SyntaxError;
import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;

/** Says in words what was found in a statement and what would have fitted there. */
final class SyntaxErrorExplainer {
  private static final Set<Integer> QUERY_STARTS =
      Set.of(PipelineSqlLexer.SELECT, PipelineSqlLexer.FROM, PipelineSqlLexer.VALUES);
  private static final Set<Integer> QUERY_WORDS =
      Set.of(
          PipelineSqlLexer.SELECT,
          PipelineSqlLexer.WITH,
          PipelineSqlLexer.FROM,
          PipelineSqlLexer.VALUES,
          PipelineSqlLexer.TABLE,
          PipelineSqlLexer.LEFT_PAREN);
  private static final Set<Integer> REFUSED_CLAUSES =
      Set.of(
          PipelineSqlLexer.LOCATION,
          PipelineSqlLexer.OPTIONS,
          PipelineSqlLexer.SCHEDULE,
          PipelineSqlLexer.TRIGGER);
  private static final Set<Integer> REFUSED_ATTRIBUTES =
      Set.of(PipelineSqlLexer.CHECK, PipelineSqlLexer.FOREIGN);
  private static final Set<Integer> OLD_KIND_WORDS =
      Set.of(PipelineSqlLexer.INCREMENTAL, PipelineSqlLexer.LIVE, PipelineSqlLexer.TEMP);
  private static final int LONGEST_QUOTE = 40;

  private final List<Token> tokens;
  private final MappedText text;

  /** Takes all tokens of the statement, hidden ones and the end among them. */
  SyntaxErrorExplainer(List<Token> tokens, MappedText text) {
    this.tokens = tokens.stream().filter(t -> !SqlTokenizer.isHidden(t)).toList();
    this.text = text;
  }

  Problem explain(SyntaxError error) {
    Token found = error.found();
    Token before = before(found);
    IntervalSet expected = error.expected();
    if (expected.contains(PipelineSqlLexer.AS) && QUERY_STARTS.contains(found.getType())) {
      return SqlProblems.missingAs(found.getText(), place(found));
    }
    // WITH also begins the clause WITH ROW FILTER, so the parser stops one word later.
    if (before != null
        && before.getType() == PipelineSqlLexer.WITH
        && expected.contains(PipelineSqlLexer.ROW)) {
      return SqlProblems.missingAs(before.getText(), place(before));
    }
    if (expected.contains(PipelineSqlLexer.BY) && QUERY_STARTS.contains(found.getType())) {
      return SqlProblems.missingByName(found.getText(), place(found));
    }
    Problem problem = SqlProblems.syntax(quote(found), expectedWords(expected), place(found));
    return before != null && StatementClassifier.beginsStatementOnNewLine(before, found)
        ? problem.withFix("Is a semicolon missing before " + SqlTokenizer.upper(found) + "?")
        : problem.withFix(fix(found, before, expected));
  }

  private static String fix(Token found, @Nullable Token before, IntervalSet expected) {
    if (found.getType() == PipelineSqlLexer.MINUS || found.getType() == PipelineSqlLexer.OTHER) {
      return "Put a name that holds anything but letters, digits and underscores in back-quotes.";
    }
    Optional<String> meant = meant(found, expected);
    if (meant.isPresent()) {
      return "Did you mean " + meant.get() + "?";
    }
    if (found.getType() == Token.EOF) {
      return "Complete the statement.";
    }
    if (before != null && SqlTokenizer.upper(before).equals("OVERWRITE")) {
      return "A flow adds rows: write INSERT INTO, or REPLACE WHERE for rows that take others' places.";
    }
    if (expected.contains(PipelineSqlLexer.BY)
        && expected.contains(PipelineSqlLexer.REPLACE)
        && found.getType() == PipelineSqlLexer.LEFT_PAREN) {
      return "Write BY NAME in the place of the list; columns are matched by their names.";
    }
    if (expected.contains(PipelineSqlLexer.COMMA) && SqlTokenizer.isWord(found)) {
      return "Is a comma missing before `" + shorten(found.getText()) + "`?";
    }
    if (before != null
        && expected.contains(PipelineSqlLexer.LEFT_PAREN)
        && !expected.contains(PipelineSqlLexer.SELECT)
        && !expected.contains(PipelineSqlLexer.IDENTIFIER)
        && !expected.contains(PipelineSqlLexer.AS)) {
      return "Put what follows `" + shorten(before.getText()) + "` in brackets: ( … ).";
    }
    return before == null
        ? "Check the spelling of this statement."
        : "Check the statement just after `" + shorten(before.getText()) + "`.";
  }

  private static Optional<String> meant(Token found, IntervalSet expected) {
    // Where any name fits, a keyword is not what was meant.
    if (!SqlTokenizer.isWord(found) || expected.contains(PipelineSqlLexer.IDENTIFIER)) {
      return Optional.empty();
    }
    List<String> wanted = new ArrayList<>();
    for (int type : expected.toList()) {
      if (isKeyword(type)) {
        wanted.add(word(type));
      }
    }
    return DidYouMean.closest(found.getText(), wanted);
  }

  private static String expectedWords(IntervalSet expected) {
    if (expected.contains(PipelineSqlLexer.OTHER)) {
      return "an expression";
    }
    List<String> words = new ArrayList<>();
    boolean anyQuery = expected.contains(PipelineSqlLexer.SELECT);
    if (anyQuery) {
      words.add("a query");
    }
    boolean anyName = expected.contains(PipelineSqlLexer.IDENTIFIER);
    if (anyName) {
      words.add("a name");
    }
    for (int type : inOrder(expected)) {
      // Where a name fits, every keyword fits as one; listing them all would say nothing.
      boolean partOfName = isKeyword(type) || type == PipelineSqlLexer.BACKQUOTED;
      boolean partOfQuery = anyQuery && QUERY_WORDS.contains(type);
      if (type != PipelineSqlLexer.IDENTIFIER && !(anyName && partOfName) && !partOfQuery) {
        words.add(word(type));
      }
    }
    if (words.size() < 2) {
      return words.isEmpty() ? "something else" : words.get(0);
    }
    return String.join(", ", words.subList(0, words.size() - 1))
        + " or "
        + words.get(words.size() - 1);
  }

  /** What to name as expected: the end comes last, and what would be refused is not offered. */
  private static List<Integer> inOrder(IntervalSet expected) {
    boolean clauses = expected.contains(PipelineSqlLexer.TBLPROPERTIES);
    boolean attributes = expected.contains(PipelineSqlLexer.MASK);
    boolean kinds = expected.contains(PipelineSqlLexer.MATERIALIZED);
    boolean query = expected.contains(PipelineSqlLexer.SELECT);
    List<Integer> types = new ArrayList<>(expected.toList());
    types.removeIf(
        type ->
            (clauses && REFUSED_CLAUSES.contains(type))
                || (query && type == PipelineSqlLexer.REPLACE)
                || (attributes && REFUSED_ATTRIBUTES.contains(type))
                || (kinds && OLD_KIND_WORDS.contains(type)));
    if (types.remove((Integer) Token.EOF)) {
      types.add(Token.EOF);
    }
    return types;
  }

  private static String word(int type) {
    return switch (type) {
      case Token.EOF -> "the end of the statement";
      case PipelineSqlLexer.STRING -> "a string in quotes";
      case PipelineSqlLexer.NUMBER -> "a number";
      case PipelineSqlLexer.IDENTIFIER, PipelineSqlLexer.BACKQUOTED -> "a name";
      case PipelineSqlLexer.EQ -> "`=`";
      default -> {
        String literal = PipelineSqlLexer.VOCABULARY.getLiteralName(type);
        if (literal == null) {
          yield "other text";
        }
        String bare = literal.substring(1, literal.length() - 1);
        yield isKeyword(type) ? bare : "`" + bare + "`";
      }
    };
  }

  private static boolean isKeyword(int type) {
    return type >= PipelineSqlLexer.ACTION && type <= PipelineSqlLexer.ZONE;
  }

  private static String quote(Token token) {
    return token.getType() == Token.EOF
        ? "the end of the statement"
        : "`" + shorten(token.getText()) + "`";
  }

  private static String shorten(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
  }

  private @Nullable Token before(Token found) {
    Token before = null;
    for (Token token : tokens) {
      if (token.getTokenIndex() >= found.getTokenIndex()) {
        break;
      }
      before = token;
    }
    return before;
  }

  private SourceSpan place(Token token) {
    int length = text.text().length();
    return token.getType() == Token.EOF
        ? text.span(length, length)
        : text.span(token.getStartIndex(), token.getStopIndex() + 1);
  }
}
