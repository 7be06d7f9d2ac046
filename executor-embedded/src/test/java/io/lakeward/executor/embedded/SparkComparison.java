/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.Slice;
import io.lakeward.model.name.TableName;
import io.lakeward.tables.DataFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.AliasIdentifier;
import org.apache.spark.sql.catalyst.analysis.CTESubstitution$;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.MetadataAttribute$;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/** Runs a query on Spark and on the embedded executor, over the same Parquet files. */
public final class SparkComparison implements AutoCloseable {
  static final String TIME_ZONE = "America/Los_Angeles";

  private final Path folder;
  private final SparkSession spark;
  private final CatalystSession session =
      CatalystSession.of(Map.of("spark.sql.session.timeZone", TIME_ZONE));
  private final Map<String, Slice> slices = new HashMap<>();
  private final Map<String, StructType> schemas = new HashMap<>();
  private final Set<String> streams = new HashSet<>();
  final EmbeddedExecutor executor;

  public SparkComparison(Path folder) {
    this.folder = folder;
    this.spark = SharedSpark.session().newSession();
    spark.conf().set("spark.sql.session.timeZone", TIME_ZONE);
    this.executor =
        new EmbeddedExecutor(
            new EmbeddedSettings(1L << 30, folder.resolve("spill"), 2, TIME_ZONE),
            session.conf(),
            new VolumePaths(folder.resolve("volumes"), folder),
            Clock.systemUTC());
  }

  public SparkSession spark() {
    return spark;
  }

  CatalystSession session() {
    return session;
  }

  /** Makes a table of both engines from the rows of a Spark query. */
  public void table(String name, String sql) {
    Path files = folder.resolve("data").resolve(name);
    spark.sql(sql).repartition(2).write().parquet(files.toString());
    Dataset<Row> stored = spark.read().parquet(files.toString());
    stored.createOrReplaceTempView(name);
    schemas.put(name, stored.schema());
    slices.put(name, new Slice.TableFiles(dataFiles(files), stored.schema()));
  }

  static List<DataFile> dataFiles(Path folder) {
    try (Stream<Path> found = Files.list(folder)) {
      return found
          .filter(p -> p.toString().endsWith(".parquet"))
          .map(
              p ->
                  new DataFile(
                      p, Map.of(), p.toFile().length(), 0, Optional.empty(), Optional.empty()))
          .toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Another name for a table, under which its rows are a stream. */
  void stream(String name, String table) {
    schemas.put(name, schemas.get(table));
    streams.add(name);
  }

  /** A table whose hidden column a query names. */
  LogicalPlan withMetadata(String name) {
    Source table = new Source.Table(new TableName("main", "default", name), schemas.get(name));
    List<Attribute> output = new ArrayList<>(Plans.list(attributes(schemas.get(name))));
    output.add(
        MetadataAttribute$.MODULE$.apply(
            SourceRelation.METADATA_COLUMN, SourceRelation.METADATA_TYPE, false));
    return new SourceRelation(Plans.seq(output), name, table, false);
  }

  BoundPlan bound(String sql, Map<String, String> settings) {
    CatalystSession own = settings.isEmpty() ? session : CatalystSession.of(merged(settings));
    return new BoundPlan(unchecked(own, sql), slices, settings);
  }

  private static Map<String, String> merged(Map<String, String> settings) {
    Map<String, String> merged = new HashMap<>();
    merged.put("spark.sql.session.timeZone", TIME_ZONE);
    merged.putAll(settings);
    return merged;
  }

  LogicalPlan analyze(String sql) {
    return session.within(
        () -> {
          LogicalPlan plan = unchecked(sql);
          session.analyzer().checkAnalysis(plan);
          return plan;
        });
  }

  /** Why the embedded executor does not run the query. */
  public Optional<String> whyUnsupported(String sql) {
    return executor.whyUnsupported(analyze(sql), List.of());
  }

  /** The SQL that the embedded executor would run. */
  public String embeddedSql(String sql) {
    return executor.explain(analyze(sql)).orElseThrow();
  }

  /** What Spark's checks would refuse may be in it. */
  LogicalPlan unchecked(String sql) {
    return unchecked(session, sql);
  }

  private LogicalPlan unchecked(CatalystSession session, String sql) {
    return session.within(
        () -> {
          LogicalPlan parsed = CTESubstitution$.MODULE$.apply(session.parser().parsePlan(sql));
          return session.analyzer().execute(parsed.transformDownWithSubqueries(binder()));
        });
  }

  private AbstractPartialFunction<LogicalPlan, LogicalPlan> binder() {
    return new AbstractPartialFunction<>() {
      @Override
      public boolean isDefinedAt(LogicalPlan plan) {
        return plan instanceof UnresolvedRelation relation
            && schemas.containsKey(relation.tableName());
      }

      @Override
      @SuppressWarnings("unchecked")
      public <A extends LogicalPlan, B> B applyOrElse(A plan, scala.Function1<A, B> otherwise) {
        return isDefinedAt(plan)
            ? (B) leaf(((UnresolvedRelation) (LogicalPlan) plan).tableName())
            : otherwise.apply(plan);
      }
    };
  }

  private LogicalPlan leaf(String name) {
    StructType schema = schemas.get(name);
    SourceRelation relation =
        new SourceRelation(
            attributes(schema),
            name,
            new Source.Table(new TableName("main", "default", name), schema),
            streams.contains(name));
    return new SubqueryAlias(
        AliasIdentifier.apply(name, CollectionConverters.asScala(List.<String>of()).toSeq()),
        relation);
  }

  static Seq<Attribute> attributes(StructType schema) {
    List<Attribute> attributes = new ArrayList<>();
    for (StructField field : schema.fields()) {
      attributes.add(
          new AttributeReference(
              field.name(),
              field.dataType(),
              field.nullable(),
              field.metadata(),
              NamedExpression.newExprId(),
              CollectionConverters.asScala(List.<String>of()).toSeq()));
    }
    return CollectionConverters.asScala(attributes).toSeq();
  }

  /** Spark's rows as text, in order. */
  public List<String> sparkRows(String sql) {
    List<String> rows = new ArrayList<>();
    for (Row row : spark.sql(sql).collectAsList()) {
      rows.add(text(row));
    }
    return rows;
  }

  /** The same under other settings. */
  public List<String> sparkRows(String sql, Map<String, String> settings) {
    settings.forEach(spark.conf()::set);
    try {
      return sparkRows(sql);
    } finally {
      settings.keySet().forEach(spark.conf()::unset);
      spark.conf().set("spark.sql.session.timeZone", TIME_ZONE);
    }
  }

  /** The embedded executor's rows as text, in order. */
  public List<String> embeddedRows(String sql) {
    return embeddedRows(sql, Map.of());
  }

  List<String> embeddedRows(String sql, Map<String, String> settings) {
    QueryResult result = executor.collect(bound(sql, settings), 100_000);
    List<String> rows = new ArrayList<>();
    for (List<@Nullable Object> row : result.rows()) {
      rows.add(text(row));
    }
    return rows;
  }

  static String text(@Nullable Object value) {
    if (value instanceof Row row) {
      List<@Nullable Object> parts = new ArrayList<>();
      for (int i = 0; i < row.length(); i++) {
        parts.add(row.get(i));
      }
      return text(parts);
    }
    if (value instanceof scala.collection.Seq<?> seq) {
      return text(new ArrayList<>(CollectionConverters.asJava(seq)));
    }
    if (value instanceof scala.collection.Map<?, ?> map) {
      return text(CollectionConverters.asJava(map));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> text(e.getKey()) + "=" + text(e.getValue()))
          .sorted()
          .toList()
          .toString();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(SparkComparison::text).toList().toString();
    }
    if (value instanceof java.sql.Timestamp time) {
      return text(time.toInstant());
    }
    if (value instanceof java.sql.Date date) {
      return date.toLocalDate().toString();
    }
    if (value instanceof byte[] bytes) {
      return java.util.HexFormat.of().formatHex(bytes);
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof Double number) {
      // Sums of doubles depend on their order.
      return Double.isNaN(number) || Double.isInfinite(number) || number == 0
          ? number.toString()
          : new BigDecimal(number)
              .round(new java.math.MathContext(12))
              .stripTrailingZeros()
              .toString();
    }
    if (value instanceof Instant || value instanceof LocalDateTime) {
      return value.toString();
    }
    return String.valueOf(value);
  }

  @Override
  public void close() {
    executor.close();
  }
}
