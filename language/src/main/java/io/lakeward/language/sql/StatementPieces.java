/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ArgumentListContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnPathContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ComputedNameContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.IdentifierContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.NameContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.PlainNameContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.TextContext;
import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.RowPolicy;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Turns pieces of one statement's tree into names, strings, places and SQL texts. */
record StatementPieces(MappedText text, FileScope scope, Problems problems, RuleFiles rules) {

  /** Pieces of a statement that comes from no project. */
  StatementPieces(MappedText text, FileScope scope, Problems problems) {
    this(text, scope, problems, RuleFiles.none());
  }

  SourceSpan span(ParserRuleContext piece) {
    return text.span(piece.getStart().getStartIndex(), end(piece));
  }

  SourceSpan span(Token token) {
    return text.span(token.getStartIndex(), token.getStopIndex() + 1);
  }

  /** What the piece says after parameters were put in. */
  String written(ParserRuleContext piece) {
    return text.text().substring(piece.getStart().getStartIndex(), end(piece));
  }

  SqlText sql(ParserRuleContext piece) {
    return new SqlText(span(piece), written(piece), scope.catalog(), scope.schema(), scope.conf());
  }

  /** A part of the statement as SQL, from one place in it to another. */
  SqlText sql(int start, int end) {
    return new SqlText(
        text.span(start, end),
        text.text().substring(start, end),
        scope.catalog(),
        scope.schema(),
        scope.conf());
  }

  String string(TextContext piece) {
    return piece.STRING().stream()
        .map(node -> SqlLiterals.stringValue(node.getText()))
        .collect(Collectors.joining());
  }

  String identifier(IdentifierContext piece) {
    return SqlLiterals.identifierValue(piece.getText());
  }

  /** A column, or a field inside one, as SQL would write it. */
  String column(ColumnPathContext piece) {
    List<String> parts = piece.identifier().stream().map(this::identifier).toList();
    return parts.size() == 1
        ? parts.get(0)
        : parts.stream().map(SqlQuoting::quoteIfNeeded).collect(Collectors.joining("."));
  }

  /** The parts of a name; empty if it is not one, and then the problem was reported. */
  Optional<List<String>> nameParts(NameContext name) {
    List<String> parts = new ArrayList<>();
    if (name instanceof PlainNameContext plain) {
      plain.identifier().forEach(i -> parts.add(identifier(i)));
    } else if (name instanceof ComputedNameContext computed) {
      String value = computed.text().stream().map(this::string).collect(Collectors.joining());
      Optional<List<String>> read = partsOf(value);
      if (read.isEmpty()) {
        problems.add(SqlProblems.computedNameInvalid(value, span(name)));
        return Optional.empty();
      }
      parts.addAll(read.get());
    }
    if (parts.stream().anyMatch(String::isEmpty)) {
      problems.add(SqlProblems.emptyName(span(name)));
      return Optional.empty();
    }
    return Optional.of(parts);
  }

  /**
   * A dataset's or flow's full name. A leading {@code LIVE.} is the old way to say "of this
   * pipeline" and is ignored.
   */
  Optional<TableName> tableName(NameContext name) {
    return nameParts(name)
        .flatMap(
            written -> {
              List<String> parts =
                  written.size() == 2 && written.get(0).equalsIgnoreCase("live")
                      ? written.subList(1, 2)
                      : written;
              if (parts.size() > 3) {
                problems.add(SqlProblems.tooManyNameParts(written(name), span(name)));
                return Optional.empty();
              }
              return Optional.of(
                  switch (parts.size()) {
                    case 1 -> new TableName(scope.catalog(), scope.schema(), parts.get(0));
                    case 2 -> new TableName(scope.catalog(), parts.get(0), parts.get(1));
                    default -> new TableName(parts.get(0), parts.get(1), parts.get(2));
                  });
            });
  }

  /** A flow's name: of one part, in the schema that is in force. */
  Optional<TableName> flowName(NameContext name) {
    Optional<List<String>> parts = nameParts(name);
    if (parts.isPresent() && parts.get().size() > 1) {
      problems.add(SqlProblems.flowNameParts(written(name), span(name)));
      return Optional.empty();
    }
    return tableName(name);
  }

  /** A row filter's or a mask's function and what is given to it. */
  Optional<RowPolicy.PolicyCall> policy(
      NameContext function, @Nullable ArgumentListContext arguments, List<String> before) {
    List<String> given = new ArrayList<>(before);
    if (arguments != null) {
      arguments.policyArgument().forEach(argument -> given.add(written(argument)));
    }
    return tableName(function).map(name -> new RowPolicy.PolicyCall(name.quoted(), given));
  }

  private int end(ParserRuleContext piece) {
    return piece.getStop().getStopIndex() + 1;
  }

  private static Optional<List<String>> partsOf(String value) {
    List<Token> tokens = SqlTokenizer.tokens(value);
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean isPart = SqlTokenizer.isWord(token) || token.getType() == PipelineSqlLexer.BACKQUOTED;
      if (i % 2 == 0 ? !isPart : token.getType() != PipelineSqlLexer.DOT) {
        return Optional.empty();
      }
      if (isPart) {
        parts.add(SqlLiterals.identifierValue(token.getText()));
      }
    }
    return tokens.size() % 2 == 1 ? Optional.of(parts) : Optional.empty();
  }
}
