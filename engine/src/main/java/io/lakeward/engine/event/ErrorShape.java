/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.state.Json;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An exception in the shape of an event's {@code error}. */
final class ErrorShape {
  private static final int MAX_CAUSES = 5;
  private static final int MAX_FRAMES = 50;
  private static final int MAX_MESSAGE = 20_000;

  private ErrorShape() {}

  static ObjectNode of(Throwable error) {
    ObjectNode shape = Json.object();
    shape.put("fatal", true);
    ArrayNode exceptions = shape.putArray("exceptions");
    @Nullable Throwable next = error;
    for (int i = 0; next != null && i < MAX_CAUSES; i++) {
      ObjectNode exception = exceptions.addObject();
      exception.put("class_name", next.getClass().getName());
      exception.put("message", shortened(next.getMessage()));
      if (next instanceof ProjectException known) {
        Problem first = known.problems().get(0);
        exception.put("error_class", first.code().name());
        first.where().ifPresent(place -> exception.put("location", place.toString()));
      }
      ArrayNode stack = exception.putArray("stack");
      StackTraceElement[] frames = next.getStackTrace();
      for (StackTraceElement frame :
          Arrays.asList(frames).subList(0, Math.min(MAX_FRAMES, frames.length))) {
        ObjectNode entry = stack.addObject();
        entry.put("declaring_class", frame.getClassName());
        entry.put("method_name", frame.getMethodName());
        entry.put("file_name", frame.getFileName());
        entry.put("line_number", frame.getLineNumber());
      }
      next = next.getCause();
    }
    return shape;
  }

  /** A message may hold a whole plan or record; the log stays readable all the same. */
  private static @Nullable String shortened(@Nullable String message) {
    return message == null || message.length() <= MAX_MESSAGE
        ? message
        : message.substring(0, MAX_MESSAGE) + " …";
  }
}
