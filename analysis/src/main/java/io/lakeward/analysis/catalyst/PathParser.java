/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.catalyst;

import io.lakeward.analysis.path.JsonPath;
import io.lakeward.analysis.plan.Plans;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.AstBuilder;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser;
import org.apache.spark.sql.catalyst.parser.ParserUtils;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.IntegerValueContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.JsonPathBracketedIdentifierContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.JsonPathFirstPartContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.JsonPathIdentifierContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.JsonPathPartsContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SemiStructuredExtractContext;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Option;
import scala.runtime.AbstractFunction0;

/**
 * Spark's parser, which keeps of {@code value:path} how each name was written and knows {@code [*]}
 * in it.
 */
final class PathParser extends CatalystSqlParser {
  /** Stands for all elements of an array; a length that differs would move all places behind it. */
  private static final Pattern ALL = Pattern.compile("\\[\\s*\\*\\s*]");

  private final AstBuilder builder = new Builder();

  @Override
  public AstBuilder astBuilder() {
    return builder;
  }

  @Override
  public LogicalPlan parsePlan(String sql) {
    return super.parsePlan(acceptable(sql));
  }

  @Override
  public LogicalPlan parseQuery(String sql) {
    return super.parseQuery(acceptable(sql));
  }

  @Override
  public Expression parseExpression(String sql) {
    return super.parseExpression(acceptable(sql));
  }

  /** Spark's grammar takes a {@code ?} in the place of a number or text, and no star. */
  private static String acceptable(String sql) {
    if (!ALL.matcher(sql).find()) {
      return sql;
    }
    SqlBaseLexer lexer = new SqlBaseLexer(new UpperCaseCharStream(CharStreams.fromString(sql)));
    lexer.removeErrorListeners();
    List<Token> tokens = new ArrayList<>();
    for (Token token : lexer.getAllTokens()) {
      if (token.getChannel() == Token.DEFAULT_CHANNEL) {
        tokens.add(token);
      }
    }
    StringBuilder text = new StringBuilder(sql);
    for (int i = 1; i < tokens.size() - 1; i++) {
      if (tokens.get(i).getType() == SqlBaseLexer.ASTERISK
          && tokens.get(i - 1).getType() == SqlBaseLexer.LEFT_BRACKET
          && tokens.get(i + 1).getType() == SqlBaseLexer.RIGHT_BRACKET
          && isInPath(tokens, i - 1)) {
        int at = sql.offsetByCodePoints(0, tokens.get(i).getStartIndex());
        text.setCharAt(at, '?');
      }
    }
    return text.toString();
  }

  /** Whether names, dots and brackets lead back from a bracket to a colon. */
  private static boolean isInPath(List<Token> tokens, int bracket) {
    for (int i = bracket - 1; i > 0; i--) {
      switch (tokens.get(i).getType()) {
        case SqlBaseLexer.COLON:
          return true;
        case SqlBaseLexer.COMMA, SqlBaseLexer.LEFT_PAREN, SqlBaseLexer.RIGHT_PAREN:
          return false;
        default:
          break;
      }
    }
    return false;
  }

  private static final class Builder extends AstBuilder {
    @Override
    public Expression visitSemiStructuredExtract(SemiStructuredExtractContext context) {
      List<JsonPath.Step> steps = new ArrayList<>();
      steps.add(first(context.path.jsonPathFirstPart()));
      context.path.jsonPathParts().forEach(part -> steps.add(next(part)));
      JsonPath path = new JsonPath(steps);
      return ParserUtils.withOrigin(
          context,
          Option.empty(),
          new AbstractFunction0<Expression>() {
            @Override
            public Expression apply() {
              Expression found =
                  CatalystSession.pathExtraction(expression(context.col), path.toString());
              return path.lastName()
                  .<Expression>map(name -> Plans.named(found, name))
                  .orElse(found);
            }
          });
    }

    private static JsonPath.Step first(JsonPathFirstPartContext part) {
      if (part.jsonPathIdentifier() != null) {
        return name(part.jsonPathIdentifier());
      }
      return part.jsonPathBracketedIdentifier() != null
          ? field(part.jsonPathBracketedIdentifier())
          : element(part.integerValue());
    }

    private static JsonPath.Step next(JsonPathPartsContext part) {
      if (part.jsonPathIdentifier() != null) {
        return name(part.jsonPathIdentifier());
      }
      if (part.jsonPathBracketedIdentifier() != null) {
        return field(part.jsonPathBracketedIdentifier());
      }
      return part.integerValue() != null
          ? element(part.integerValue())
          : new JsonPath.Name(part.identifier().getText());
    }

    private static JsonPath.Step name(JsonPathIdentifierContext identifier) {
      String text = identifier.getText();
      boolean isQuoted = text.length() > 1 && text.startsWith("`") && text.endsWith("`");
      return new JsonPath.Name(
          isQuoted ? text.substring(1, text.length() - 1).replace("``", "`") : text);
    }

    private static JsonPath.Step field(JsonPathBracketedIdentifierContext field) {
      return field.stringLit().getText().equals("?")
          ? new JsonPath.All()
          : new JsonPath.Field(ParserUtils.string(field.stringLit().getStart()));
    }

    private static JsonPath.Step element(IntegerValueContext number) {
      return number.getText().equals("?")
          ? new JsonPath.All()
          : new JsonPath.Index(Integer.parseInt(number.getText()));
    }
  }
}
