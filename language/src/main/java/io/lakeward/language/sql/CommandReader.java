/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.language.sql.grammar.PipelineSqlParser.BodyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CreateDatasetContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CreateFunctionContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.QueryBodyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.SettingContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.UseCatalogContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.UseSchemaContext;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/**
 * Reads the statements of a SQL session, one after another. {@code USE} and {@code SET} hold for
 * all that is read later. A query or a change stays text; its own parser reads it.
 */
public final class CommandReader {
  private static final Set<String> QUERY = Set.of("SELECT", "WITH", "FROM", "VALUES", "TABLE", "(");
  private static final Set<String> CHANGE = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");
  private static final String RETENTION_CHECK =
      "spark.databricks.delta.retentionDurationCheck.enabled";
  private static final int SECONDS_OF_AN_HOUR = 3600;
  private static final Set<String> TABLE_OWNERS_ONLY =
      Set.of(
          "RESTORE",
          "COPY",
          "ANALYZE",
          "GENERATE",
          "REPLACE",
          "OPTIMIZE",
          "REORG",
          "CONVERT",
          "MSCK",
          "LOAD",
          "COMMENT");

  private static final Set<String> ELSEWHERE_ONLY =
      Set.of(
          "ADD", "BEGIN", "CACHE", "CALL", "CLEAR", "DECLARE", "END", "EXECUTE", "GRANT", "LIST",
          "REVOKE", "SYNC", "UNCACHE");

  private final PipelineSettings settings;
  private FileScope scope;

  public CommandReader(PipelineSettings settings) {
    this.settings = settings;
    this.scope =
        new FileScope(settings.catalog(), settings.schema(), settings.sparkConfiguration());
  }

  /** Catalog and schema of names that do not say theirs. */
  public String current() {
    return scope.catalog() + "." + scope.schema();
  }

  /**
   * The statements of a text.
   *
   * @throws ProjectException with the mistakes of all of them
   */
  public List<SqlCommand> read(SourceFile text) {
    FileScope before = scope;
    Problems problems = new Problems();
    List<SqlCommand> commands = new ArrayList<>();
    UnclosedTextFinder.find(MappedText.of(text.span(0, text.text().length())))
        .ifPresent(problems::add);
    if (problems.isEmpty()) {
      for (SourceSpan statement : new SqlStatementSplitter().split(text)) {
        try {
          commands.add(readOne(statement));
        } catch (ProjectException e) {
          problems.addAll(e.problems());
        }
      }
    }
    if (!problems.isEmpty()) {
      scope = before;
    }
    problems.throwIfAny();
    return commands;
  }

  private SqlCommand readOne(SourceSpan span) {
    Problems problems = new Problems();
    MappedText text = withValues(MappedText.of(span), problems);
    problems.throwIfAny();
    CommandWords words = new CommandWords(text, scope, problems);
    SqlCommand command = command(words, text, span, problems);
    problems.throwIfAny();
    return command;
  }

  private MappedText withValues(MappedText text, Problems problems) {
    Map<String, String> values = new HashMap<>(settings.configuration());
    values.putAll(scope.conf());
    MappedText interpolated = new ConfigurationInterpolator(values, problems).interpolate(text);
    return ReadOptions.withValues(
        new ParameterSubstitution(settings.parameters(), problems).substitute(interpolated));
  }

  private SqlCommand command(
      CommandWords words, MappedText text, SourceSpan span, Problems problems) {
    String first = words.first();
    if (QUERY.contains(first)) {
      return first.equals("WITH") && words.leadsToChange()
          ? new SqlCommand.Change(sql(text, span, 0))
          : new SqlCommand.Query(sql(text, span, 0));
    }
    if (CHANGE.contains(first)) {
      return new SqlCommand.Change(sql(text, span, 0));
    }
    return switch (first) {
      case "EXPLAIN" -> explain(words, text, span);
      case "DESCRIBE", "DESC" ->
          new FactsReader(words, scope).describe(from -> sql(text, span, from), span);
      case "SHOW" -> new FactsReader(words, scope).show(span);
      case "RESET" -> reset(words, span);
      case "USE", "SET" -> setting(words, text, span, problems);
      case "CREATE" -> create(words, text, span, problems);
      case "ALTER" -> new AlterReader(words, text, scope, problems).read(span);
      case "TRUNCATE" -> truncate(words, span);
      case "VACUUM" -> vacuum(words, span);
      case "DROP" -> drop(words, span);
      case "UNDROP" -> undrop(words, span);
      case "REFRESH" -> refresh(words, text, span);
      default -> throw refused(words);
    };
  }

  private SqlText sql(MappedText text, SourceSpan span, int from) {
    int end = text.text().length();
    SourceSpan where = from == 0 ? span : text.span(from, end);
    return new SqlText(
        where, text.text().substring(from), scope.catalog(), scope.schema(), scope.conf());
  }

  private SqlCommand explain(CommandWords words, MappedText text, SourceSpan span) {
    words.take("EXPLAIN");
    for (String form : List.of("EXTENDED", "FORMATTED", "COST", "CODEGEN")) {
      words.skip(form);
    }
    return new SqlCommand.Explain(sql(text, span, words.offset()));
  }

  private SqlCommand setting(
      CommandWords words, MappedText text, SourceSpan span, Problems problems) {
    Optional<SqlCommand> asked = askedSetting(words, text, span);
    if (asked.isPresent()) {
      return asked.get();
    }
    StatementKind kind =
        new StatementClassifier(problems).classify(words.tokens(), text).orElse(StatementKind.SET);
    ParserRuleContext tree =
        new PipelineStatementParser(problems)
            .parse(kind, text)
            .orElseThrow(() -> new ProjectException(problems.sorted()));
    StatementPieces pieces = new StatementPieces(text, scope, problems);
    if (tree instanceof UseCatalogContext use) {
      scope = SqlFileReader.useCatalog(use.name(), pieces);
    } else if (tree instanceof UseSchemaContext use) {
      scope = SqlFileReader.useSchema(use.name(), pieces);
    } else if (tree instanceof SettingContext set) {
      scope =
          scope.withSetting(SqlFileReader.settingKey(set), SqlFileReader.settingValue(set, pieces));
    }
    return new SqlCommand.Setting(span);
  }

  /** {@code SET} and {@code SET key}, which tell and change nothing. */
  private Optional<SqlCommand> askedSetting(CommandWords words, MappedText text, SourceSpan span) {
    boolean isSet = words.first().equals("SET");
    String rest = text.text().substring(words.tokens().get(0).getStopIndex() + 1).strip();
    if (isSet && rest.matches("(?i)(VAR|VARIABLE)\\s.*")) {
      throw new ProjectException(
          SqlProblems.notSupported("SET VARIABLE", "Write the value itself.", words.place()));
    }
    if (!isSet || !rest.matches("[A-Za-z0-9_.]*") || rest.equalsIgnoreCase("CATALOG")) {
      return Optional.empty();
    }
    return Optional.of(
        new SqlCommand.ShowSettings(
            rest.isEmpty() ? Optional.empty() : Optional.of(rest), scope.conf(), span));
  }

  private SqlCommand reset(CommandWords words, SourceSpan span) {
    words.take("RESET");
    Map<String, String> initial = settings.sparkConfiguration();
    scope = scope.withSettings(words.isAtEnd() ? initial : without(words.settingKey(), initial));
    return ended(words, new SqlCommand.Setting(span));
  }

  private Map<String, String> without(String key, Map<String, String> initial) {
    Map<String, String> left = new HashMap<>(scope.conf());
    left.remove(key);
    if (initial.containsKey(key)) {
      left.put(key, initial.get(key));
    }
    return left;
  }

  private SqlCommand create(
      CommandWords words, MappedText text, SourceSpan span, Problems problems) {
    List<Token> tokens = words.tokens();
    String object =
        tokens.stream()
            .skip(1)
            .map(SqlTokenizer::upper)
            .filter(word -> !Set.of("OR", "REPLACE", "REFRESH", "TEMPORARY", "TEMP").contains(word))
            .findFirst()
            .orElse("");
    if (object.equals("TABLE") && words.hasWord("CLONE")) {
      throw new ProjectException(
          SqlProblems.notSupported(
              "CREATE TABLE … CLONE",
              "Write CREATE TABLE … AS SELECT * FROM the other table.",
              words.place()));
    }
    if (object.equals("TABLE") || object.equals("VIEW")) {
      return createTable(words, text, span, problems);
    }
    if (object.equals("SCHEMA") || object.equals("DATABASE") || object.equals("CATALOG")) {
      // A schema is there as soon as a table is in it.
      return new SqlCommand.Setting(span);
    }
    if (!object.equals("FUNCTION")) {
      throw new ProjectException(SqlProblems.definedInPipeline(words.written(3), words.place()));
    }
    ParserRuleContext tree =
        new PipelineStatementParser(problems)
            .parse(StatementKind.FUNCTION, text)
            .orElseThrow(() -> new ProjectException(problems.sorted()));
    CreateFunctionContext create = (CreateFunctionContext) tree;
    return new FunctionReader(new StatementPieces(text, scope, problems))
        .read(create)
        .<SqlCommand>map(
            function ->
                new SqlCommand.CreateFunction(
                    function, create.REPLACE() != null, create.EXISTS() != null, span))
        .orElseThrow(() -> new ProjectException(problems.sorted()));
  }

  private SqlCommand createTable(
      CommandWords words, MappedText text, SourceSpan span, Problems problems) {
    CreateDatasetContext create =
        (CreateDatasetContext)
            new PipelineStatementParser(problems)
                .parse(StatementKind.DATASET, text)
                .orElseThrow(() -> new ProjectException(problems.sorted()));
    StatementPieces pieces = new StatementPieces(text, scope, problems);
    boolean isView = create.VIEW() != null;
    boolean isTemporary =
        isView
            && create.modifier().size() == 1
            && (create.modifier(0).TEMPORARY() != null || create.modifier(0).TEMP() != null);
    boolean isPlain = (isTemporary || create.modifier().isEmpty()) && create.REFRESH() == null;
    Optional<TableName> name = pieces.tableName(create.name());
    BodyContext body = create.body();
    if (!isPlain || (body != null && !(body instanceof QueryBodyContext))) {
      throw new ProjectException(SqlProblems.definedInPipeline(words.written(3), words.place()));
    }
    if (isTemporary && create.name().getChildCount() > 1) {
      problems.add(
          SqlProblems.temporaryViewName(pieces.written(create.name()), pieces.span(create.name())));
    }
    DatasetKind kind = isView ? DatasetKind.VIEW : DatasetKind.TABLE;
    ColumnListReader columns = new ColumnListReader(pieces, kind);
    if (create.columnList() != null) {
      columns.read(create.columnList());
    }
    ClauseReader clauses = new ClauseReader(pieces, kind);
    create.clause().forEach(clauses::read);
    Optional<SqlText> query =
        body instanceof QueryBodyContext as
            ? Optional.of(pieces.sql(as.query()))
            : Optional.empty();
    if (!isView && query.isPresent() && !columns.columns().isEmpty()) {
      problems.add(SqlProblems.columnsAndQuery(pieces.span(create.name())));
    } else if (query.isEmpty() && (isView || columns.columns().isEmpty())) {
      SourceSpan where = pieces.span(create.name());
      problems.add(SqlProblems.queryMissing(kind.toString(), pieces.written(create.name()), where));
    }
    problems.throwIfAny();
    Dataset dataset =
        new Dataset(
                kind,
                name.orElseThrow(),
                columns.columns(),
                columns.expectations(),
                clauses.comment(),
                clauses.properties(),
                clauses.partitionColumns(),
                clauses.clusterColumns(),
                false,
                pieces.span(create.name()),
                clauses.rowFilter())
            .withKeys(columns.keys(name.orElseThrow().table()));
    boolean replace = create.REPLACE() != null;
    boolean ifAbsent = create.EXISTS() != null;
    return isView
        ? new SqlCommand.CreateView(
            dataset, query.orElseThrow(), isTemporary, replace, ifAbsent, span)
        : new SqlCommand.CreateTable(dataset, query, replace, ifAbsent, span);
  }

  private static SqlCommand truncate(CommandWords words, SourceSpan span) {
    words.take("TRUNCATE");
    words.take("TABLE");
    return ended(words, new SqlCommand.Truncate(words.name(), span));
  }

  private SqlCommand vacuum(CommandWords words, SourceSpan span) {
    words.take("VACUUM");
    TableName name = words.name();
    Optional<Duration> retention = Optional.empty();
    if (words.skip("RETAIN")) {
      retention = Optional.of(Duration.ofSeconds((long) (words.number() * SECONDS_OF_AN_HOUR)));
      words.takeOneOf("HOURS", "HOUR");
    }
    boolean isDry = words.skip("DRY");
    if (isDry) {
      words.take("RUN");
    }
    boolean isShortAllowed = "false".equalsIgnoreCase(scope.conf().get(RETENTION_CHECK));
    return ended(
        words,
        new SqlCommand.Vacuum(
            name,
            retention,
            isShortAllowed,
            isDry ? SqlCommand.VacuumMode.DRY_RUN : SqlCommand.VacuumMode.DELETE,
            span));
  }

  private static SqlCommand drop(CommandWords words, SourceSpan span) {
    words.take("DROP");
    words.skip("STREAMING");
    words.skip("MATERIALIZED");
    SourceSpan where = words.place();
    if (words.skip("SCHEMA") || words.skip("DATABASE") || words.skip("CATALOG")) {
      throw new ProjectException(
          SqlProblems.notSupported(
              "DROP of a schema or catalog",
              "Drop its tables; it is there for as long as it has one.",
              where));
    }
    String object = words.takeOneOf("TABLE", "VIEW", "FUNCTION");
    boolean ifExists = words.skip("IF") && words.skip("EXISTS");
    TableName name = words.name();
    return ended(
        words,
        object.equals("FUNCTION")
            ? new SqlCommand.DropFunction(name, ifExists, span)
            : new SqlCommand.DropTable(name, ifExists, span));
  }

  private static SqlCommand undrop(CommandWords words, SourceSpan span) {
    words.take("UNDROP");
    words.skip("STREAMING");
    words.skip("MATERIALIZED");
    words.takeOneOf("TABLE", "VIEW");
    return ended(words, new SqlCommand.Undrop(words.name(), span));
  }

  private SqlCommand refresh(CommandWords words, MappedText text, SourceSpan span) {
    words.take("REFRESH");
    SqlCommand.NamedKind kind =
        words
            .kind()
            .filter(k -> k != SqlCommand.NamedKind.VIEW)
            .orElseThrow(() -> words.wrong("MATERIALIZED VIEW, STREAMING TABLE or TABLE"));
    TableName name = words.name();
    boolean full = words.skip("FULL");
    Optional<SqlText> where = Optional.empty();
    if (!full && words.skip("WHERE")) {
      int from = words.offset();
      int to = words.untilLastWord("SYNC", "ASYNC");
      where = Optional.of(new StatementPieces(text, scope, new Problems()).sql(from, to));
    }
    boolean waits = words.skip("SYNC") || !words.skip("ASYNC");
    return ended(words, new SqlCommand.Refresh(kind, name, full, where, waits, span));
  }

  private static SqlCommand ended(CommandWords words, SqlCommand command) {
    words.end();
    return command;
  }

  private static ProjectException refused(CommandWords words) {
    String first = words.first();
    if (ELSEWHERE_ONLY.contains(first)) {
      return new ProjectException(
          SqlProblems.notSupported(
              first + " in lakeward sql", "Write queries and changes one by one.", words.place()));
    }
    if (TABLE_OWNERS_ONLY.contains(first)) {
      return new ProjectException(SqlProblems.notOnPipelineTables(first, words.place()));
    }
    boolean isWord =
        !words.tokens().isEmpty() && words.tokens().get(0).getType() != PipelineSqlLexer.SEMICOLON;
    return new ProjectException(
        SqlProblems.unknownCommand(isWord ? words.tokens().get(0).getText() : "", words.place()));
  }
}
