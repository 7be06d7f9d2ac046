/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ApplyChangesContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CreateDatasetContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CreateFlowContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CreateFunctionContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.NameContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.SettingContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.UseCatalogContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.UseSchemaContext;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/**
 * Reads one SQL file of a pipeline. A statement with a mistake is reported and left out; the rest
 * of the file is read all the same.
 */
public final class SqlFileReader {
  private final PipelineSettings settings;
  private final RuleFiles rules;

  /** Takes the settings for the default catalog and schema and for the values of parameters. */
  public SqlFileReader(PipelineSettings settings) {
    this(settings, RuleFiles.none());
  }

  public SqlFileReader(PipelineSettings settings, RuleFiles rules) {
    this.settings = settings;
    this.rules = rules;
  }

  public SqlDeclarations read(SourceFile file, Problems problems) {
    DeclarationBuilder builder = new DeclarationBuilder();
    FileScope scope =
        new FileScope(settings.catalog(), settings.schema(), settings.sparkConfiguration());
    // A comment without an end hides the statements after it, so it is looked for in the whole
    // file.
    Optional<Problem> unclosed =
        UnclosedTextFinder.find(MappedText.of(file.span(0, file.text().length())));
    unclosed.ifPresent(problems::add);
    if (unclosed.isPresent()) {
      builder.lostDeclaration();
    }
    for (SourceSpan statement : new SqlStatementSplitter().split(file)) {
      scope = readStatement(statement, scope, builder, problems);
    }
    return builder.build();
  }

  /** Reads a statement and returns what is in force after it. */
  private FileScope readStatement(
      SourceSpan span, FileScope scope, DeclarationBuilder builder, Problems problems) {
    Problems own = new Problems();
    MappedText text = withValues(MappedText.of(span), scope, own);
    List<Token> tokens = SqlTokenizer.tokens(text.text());
    UnclosedTextFinder.find(text).ifPresent(own::add);
    boolean isReadable = own.isEmpty() && !tokens.isEmpty();
    Optional<StatementKind> kind =
        isReadable ? new StatementClassifier(own).classify(tokens, text) : Optional.empty();
    Optional<ParserRuleContext> tree =
        kind.flatMap(k -> new PipelineStatementParser(own).parse(k, text));
    FileScope after =
        tree.map(t -> declare(t, new StatementPieces(text, scope, own, rules), builder))
            .orElse(scope);
    boolean isMisplaced =
        own.sorted().stream().allMatch(p -> p.code() == ProblemCode.STATEMENT_NOT_ALLOWED);
    if (tree.isEmpty() && !isMisplaced) {
      builder.lostDeclaration();
    }
    problems.addAll(own.sorted());
    return after;
  }

  private MappedText withValues(MappedText text, FileScope scope, Problems problems) {
    Map<String, String> values = new HashMap<>(settings.configuration());
    values.putAll(scope.conf());
    MappedText interpolated = new ConfigurationInterpolator(values, problems).interpolate(text);
    return ReadOptions.withValues(
        new ParameterSubstitution(settings.parameters(), problems).substitute(interpolated));
  }

  private static FileScope declare(
      ParserRuleContext tree, StatementPieces pieces, DeclarationBuilder builder) {
    FileScope scope = pieces.scope();
    if (tree instanceof CreateDatasetContext dataset) {
      builder.addDataset(dataset, pieces);
    } else if (tree instanceof CreateFlowContext flow) {
      builder.addFlow(flow, pieces);
    } else if (tree instanceof ApplyChangesContext changes) {
      builder.addChanges(changes, pieces);
    } else if (tree instanceof CreateFunctionContext function) {
      builder.addFunction(function, pieces);
    } else if (tree instanceof SettingContext setting) {
      return scope.withSetting(settingKey(setting), settingValue(setting, pieces));
    } else if (tree instanceof UseCatalogContext use) {
      return useCatalog(use.name(), pieces);
    } else if (tree instanceof UseSchemaContext use) {
      return useSchema(use.name(), pieces);
    }
    return scope;
  }

  static String settingKey(SettingContext setting) {
    return SqlLiterals.identifierValue(setting.settingKey().getText());
  }

  /**
   * A setting's value is the text behind the sign, quotes and all, as in Spark; only back-quotes
   * around all of it fall away. A {@code :parameter} gives its bare value.
   */
  static String settingValue(SettingContext setting, StatementPieces pieces) {
    if (setting.anything().isEmpty()) {
      return "";
    }
    Token first = setting.anything(0).getStart();
    refuseNextStatement(setting, pieces);
    int end = setting.anything(setting.anything().size() - 1).getStop().getStopIndex() + 1;
    String value = pieces.text().text().substring(first.getStartIndex(), end);
    if (setting.anything().size() == 1 && first.getType() == PipelineSqlLexer.STRING) {
      return pieces.span(first).text().startsWith(":") ? SqlLiterals.stringValue(value) : value;
    }
    return setting.anything().size() == 1 ? SqlLiterals.identifierValue(value) : value;
  }

  /** A value goes on to the semicolon, so that without one it would take the next statement in. */
  private static void refuseNextStatement(SettingContext setting, StatementPieces pieces) {
    for (int i = 1; i < setting.anything().size(); i++) {
      Token before = setting.anything(i - 1).getStop();
      Token word = setting.anything(i).getStart();
      if (StatementClassifier.beginsStatementOnNewLine(before, word)) {
        pieces
            .problems()
            .add(
                SqlProblems.settingWithoutEnd(
                    settingKey(setting), SqlTokenizer.upper(word), pieces.span(word)));
        return;
      }
    }
  }

  static FileScope useCatalog(NameContext name, StatementPieces pieces) {
    Optional<List<String>> parts = pieces.nameParts(name);
    if (parts.isPresent() && parts.get().size() > 1) {
      pieces.problems().add(SqlProblems.useNameTooLong("catalog", pieces.span(name)));
      return pieces.scope();
    }
    return parts.map(p -> pieces.scope().withCatalog(p.get(0))).orElse(pieces.scope());
  }

  static FileScope useSchema(NameContext name, StatementPieces pieces) {
    FileScope scope = pieces.scope();
    Optional<List<String>> parts = pieces.nameParts(name);
    if (parts.isPresent() && parts.get().size() > 2) {
      pieces.problems().add(SqlProblems.useNameTooLong("catalog.schema", pieces.span(name)));
      return scope;
    }
    return parts
        .map(
            p ->
                p.size() == 1
                    ? scope.withSchema(scope.catalog(), p.get(0))
                    : scope.withSchema(p.get(0), p.get(1)))
        .orElse(scope);
  }
}
