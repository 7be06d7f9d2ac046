/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.options;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.Map;
import org.apache.spark.network.util.JavaUtils;

/**
 * How much of a source is looked at to learn its schema; whichever is reached first.
 *
 * @param files number of files
 * @param bytes a file is still looked at if those before it are not more than this
 */
public record SampleLimits(long files, long bytes) {
  public static final SampleLimits DEFAULT = new SampleLimits(1000, 50L << 30);

  private static final String PREFIX = "spark.databricks.cloudFiles.schemaInference.sampleSize.";

  /**
   * The limits in a pipeline's configuration.
   *
   * @throws ProjectException if one is no number above 0
   */
  public static SampleLimits of(Map<String, String> configuration) {
    String files = configuration.get(PREFIX + "numFiles");
    String bytes = configuration.get(PREFIX + "numBytes");
    return new SampleLimits(
        files == null ? DEFAULT.files() : number(PREFIX + "numFiles", files, false),
        bytes == null ? DEFAULT.bytes() : number(PREFIX + "numBytes", bytes, true));
  }

  private static long number(String key, String text, boolean isSize) {
    try {
      long value =
          isSize ? JavaUtils.byteStringAsBytes(text.strip()) : Long.parseLong(text.strip());
      if (value > 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new ProjectException(invalid(key, text, isSize), e);
    }
    throw new ProjectException(invalid(key, text, isSize));
  }

  private static Problem invalid(String key, String text, boolean isSize) {
    return Problem.of(ProblemCode.SETTINGS_INVALID, "`" + key + "` has the value `" + text + "`.")
        .withFix(isSize ? "Give a size such as 10gb or 500mb." : "Give a whole number above 0.");
  }
}
