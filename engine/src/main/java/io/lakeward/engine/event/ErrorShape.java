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
import java.util.List;
import org.apache.spark.SparkThrowable;
import org.apache.spark.SparkThrowableHelper;
import org.jspecify.annotations.Nullable;

/** An exception in the shape of an event's {@code error}. */
final class ErrorShape {
  private static final int MAX_CAUSES = 5;
  private static final int MAX_PROBLEMS = 20;
  private static final int MAX_FRAMES = 50;
  private static final int MAX_MESSAGE = 20_000;

  private ErrorShape() {}

  /**
   * @param fatal whether what failed ends with it; otherwise the event tells what goes on
   */
  static ObjectNode of(Throwable error, boolean fatal) {
    ObjectNode shape = Json.object();
    shape.put("fatal", fatal);
    ArrayNode exceptions = shape.putArray("exceptions");
    @Nullable Throwable next = error;
    for (int i = 0; next != null && i < MAX_CAUSES; i++) {
      if (next instanceof ProjectException known) {
        addProblems(exceptions, known);
      } else {
        ObjectNode exception = add(exceptions, next, next.getMessage());
        if (next instanceof SparkThrowable spark && spark.getCondition() != null) {
          exception.put("error_class", spark.getCondition());
          exception.put("sql_state", spark.getSqlState());
        }
        addStack(exception, next);
      }
      next = next.getCause();
    }
    return shape;
  }

  /** Each problem is an exception of its own; they have one stack. */
  private static void addProblems(ArrayNode exceptions, ProjectException error) {
    List<Problem> problems = error.problems();
    for (int i = 0; i < Math.min(MAX_PROBLEMS, problems.size()); i++) {
      Problem problem = problems.get(i);
      ObjectNode exception =
          add(exceptions, error, "[" + problem.code() + "] " + problem.message());
      exception.put("error_class", problem.code().name());
      exception.put("sql_state", SparkThrowableHelper.getSqlState(problem.code().name()));
      problem.where().ifPresent(place -> exception.put("location", place.toString()));
      if (i == 0) {
        addStack(exception, error);
      }
    }
  }

  private static ObjectNode add(ArrayNode exceptions, Throwable error, @Nullable String message) {
    ObjectNode exception = exceptions.addObject();
    exception.put("class_name", error.getClass().getName());
    exception.put("message", shortened(message));
    return exception;
  }

  private static void addStack(ObjectNode exception, Throwable error) {
    ArrayNode stack = exception.putArray("stack");
    StackTraceElement[] frames = error.getStackTrace();
    for (StackTraceElement frame :
        Arrays.asList(frames).subList(0, Math.min(MAX_FRAMES, frames.length))) {
      ObjectNode entry = stack.addObject();
      entry.put("declaring_class", frame.getClassName());
      entry.put("method_name", frame.getMethodName());
      entry.put("file_name", frame.getFileName());
      entry.put("line_number", frame.getLineNumber());
    }
  }

  /** A message may hold a whole plan or record; the log stays readable all the same. */
  private static @Nullable String shortened(@Nullable String message) {
    return message == null || message.length() <= MAX_MESSAGE
        ? message
        : message.substring(0, MAX_MESSAGE) + " …";
  }
}
