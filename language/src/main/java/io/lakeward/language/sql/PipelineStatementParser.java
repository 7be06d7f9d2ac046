/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.StopAtFirstError.SyntaxError;
import io.lakeward.language.sql.grammar.PipelineSqlParser;
import io.lakeward.model.problem.Problems;
import java.util.Optional;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * Parses the shell of one statement. What is wrong with it becomes a problem, never an exception.
 */
final class PipelineStatementParser {
  private final Problems problems;

  PipelineStatementParser(Problems problems) {
    this.problems = problems;
  }

  /** The statement's tree; empty if it is not well formed, and then the problem was reported. */
  Optional<ParserRuleContext> parse(StatementKind kind, MappedText text) {
    CommonTokenStream tokens = new CommonTokenStream(SqlTokenizer.lexer(text.text()));
    PipelineSqlParser parser = new PipelineSqlParser(tokens);
    parser.removeErrorListeners();
    parser.setErrorHandler(new StopAtFirstError());
    try {
      return Optional.of(
          switch (kind) {
            case DATASET -> parser.createDataset();
            case FLOW -> parser.createFlow();
            case CHANGES -> parser.applyChanges();
            case FUNCTION -> parser.createFunction();
            case SET -> parser.setting();
            case USE -> parser.use();
          });
    } catch (SyntaxError error) {
      tokens.fill();
      problems.add(new SyntaxErrorExplainer(tokens.getTokens(), text).explain(error));
      return Optional.empty();
    }
  }
}
