/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.time.Instant;
import java.util.Map;
import org.apache.spark.sql.internal.SQLConf;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What an expression's value depends on besides its inputs: the session's settings and the start of
 * the query.
 */
public record EvaluationSettings(SQLConf conf, Instant queryStart) {
  /** The settings that differ from Spark's defaults. */
  Map<String, String> explicit() {
    return Map.copyOf(CollectionConverters.asJava(conf.getAllConfs()));
  }

  /** The session time zone. */
  public String zoneId() {
    return conf.sessionLocalTimeZone();
  }
}
