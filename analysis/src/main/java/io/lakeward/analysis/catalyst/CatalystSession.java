/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.catalyst;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.internal.SQLConf$;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction0;

/**
 * Spark's parser and analyzer under one set of Spark settings. There is no Spark session behind it:
 * nothing is started, no port is opened and nothing is logged.
 *
 * <p>Sessions are immutable and may be used by several threads at once, each with other settings.
 */
public final class CatalystSession {
  // Every flow of a pipeline mostly has the same settings, so few sessions exist and each is kept.
  private static final Map<Map<String, String>, CatalystSession> SESSIONS =
      new ConcurrentHashMap<>();

  static {
    QuietSpark.prepare();
  }

  private final SQLConf conf;
  private final Analyzer analyzer;
  private final CatalystSqlParser parser = new PathParser();

  private CatalystSession(Map<String, String> settings) {
    conf = new SQLConf();
    conf.setConfString("spark.sql.ansi.enabled", "true");
    conf.setConfString("spark.sql.session.timeZone", "UTC");
    settings.forEach(conf::setConfString);
    analyzer = within(() -> Catalogs.analyzer(SessionFunctions.scalar()));
  }

  /**
   * The session with Spark 4's defaults, UTC as time zone, and the given settings on top.
   *
   * @throws IllegalArgumentException if Spark refuses the value of a setting
   */
  public static CatalystSession of(Map<String, String> settings) {
    return SESSIONS.computeIfAbsent(Map.copyOf(new TreeMap<>(settings)), CatalystSession::new);
  }

  /** Does work on this thread that sees the session's settings as the current ones. */
  public <T> T within(Supplier<T> work) {
    return SQLConf$.MODULE$.withExistingConf(
        conf,
        new AbstractFunction0<T>() {
          @Override
          public T apply() {
            return work.get();
          }
        });
  }

  /** The settings; callers only read them. */
  public SQLConf conf() {
    return conf;
  }

  /** To be called inside {@link #within}. */
  public Analyzer analyzer() {
    return analyzer;
  }

  /** To be called inside {@link #within}. */
  public CatalystSqlParser parser() {
    return parser;
  }

  /**
   * The unresolved call that stands for {@code value:path}, whose meaning depends on the value's
   * type.
   *
   * @param path as {@link io.lakeward.analysis.path.JsonPath} writes it
   */
  static UnresolvedFunction pathExtraction(Expression value, String path) {
    return new UnresolvedFunction(
        CollectionConverters.asScala(List.of(SessionFunctions.EXTRACT_PATH)).toSeq(),
        CollectionConverters.asScala(
                List.<Expression>of(value, Literal.create(path, DataTypes.StringType)))
            .toSeq(),
        false,
        Option.empty(),
        Option.empty(),
        CollectionConverters.asScala(List.<SortOrder>of()).toSeq(),
        false);
  }

  /** The names of all scalar, aggregate and window functions. */
  public List<String> functionNames() {
    return SessionFunctions.names();
  }

  /** Whether a scalar, aggregate or window function of this name exists. */
  public boolean hasFunction(String name) {
    return SessionFunctions.exists(name);
  }

  /** Whether Spark has a function of this name that stands where a table can stand. */
  public boolean hasTableFunction(String name) {
    return tableFunctionNames().stream().anyMatch(name::equalsIgnoreCase);
  }

  /** The names of Spark's functions that stand where a table can stand. */
  public List<String> tableFunctionNames() {
    return SessionFunctions.tableFunctions();
  }
}
