/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.streaming.runtime.MicroBatchExecution;
import org.apache.spark.sql.execution.streaming.runtime.StreamExecution;
import org.apache.spark.sql.execution.streaming.runtime.StreamingQueryWrapper;
import org.apache.spark.sql.execution.streaming.runtime.WatermarkTracker;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.collection.mutable.Map;
import scala.jdk.javaapi.CollectionConverters;

/**
 * How far each source's own watermark is, kept from one run to the next. Spark keeps only the least
 * of them; a query of which each run sees one side only would then never close anything.
 *
 * <p>If Spark changes its inside and this cannot be done, marks are as in plain Spark: too low,
 * which delays rows and loses none.
 */
final class Watermarks {
  private static final Logger LOG = LoggerFactory.getLogger(Watermarks.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TRACKED = "operatorToWatermarkMap";

  private final Path file;

  Watermarks(Path checkpoint) {
    file = checkpoint.resolve("lakeward-watermarks.json");
  }

  /** Called on the query's own thread, which has read Spark's own mark by then. */
  void restore(SparkSession session) {
    String id = session.sparkContext().getLocalProperty(StreamExecution.QUERY_ID_KEY());
    if (id == null || !Files.exists(file)) {
      return;
    }
    try {
      JsonNode known = JSON.readTree(file.toFile());
      StreamingQuery query = session.streams().get(id);
      Map<UUID, Option<Object>> marks = marks(tracker(query));
      for (UUID operator : CollectionConverters.asJava(marks.keySet()).toArray(UUID[]::new)) {
        JsonNode mark = known.get(operator.toString());
        if (mark != null) {
          marks.put(operator, Option.apply(mark.asLong()));
        }
      }
    } catch (IOException | ReflectiveOperationException | RuntimeException e) {
      LOG.warn("The watermarks of single sources in {} could not be restored", file, e);
    }
  }

  /** Called when the query has ended well. */
  void save(StreamingQuery query) {
    try {
      ObjectNode json = JSON.createObjectNode();
      CollectionConverters.asJava(marks(tracker(query)))
          .forEach(
              (operator, mark) -> {
                if (mark.isDefined()) {
                  json.put(operator.toString(), ((Number) mark.get()).longValue());
                }
              });
      Path fresh = file.resolveSibling(file.getFileName() + ".new");
      Files.write(fresh, JSON.writeValueAsBytes(json));
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | ReflectiveOperationException | RuntimeException e) {
      LOG.warn("The watermarks of single sources could not be saved to {}", file, e);
    }
  }

  private static WatermarkTracker tracker(StreamingQuery query) {
    StreamExecution execution = ((StreamingQueryWrapper) query).streamingQuery();
    return ((MicroBatchExecution) execution).watermarkTracker();
  }

  @SuppressWarnings("unchecked") // the field's type in Spark's source
  private static Map<UUID, Option<Object>> marks(WatermarkTracker tracker)
      throws ReflectiveOperationException {
    Field field = WatermarkTracker.class.getDeclaredField(TRACKED);
    field.setAccessible(true);
    return (Map<UUID, Option<Object>>) field.get(tracker);
  }
}
