/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of a file source one batch may take. The limits are soft: a batch holds at least one
 * file, and the file that reaches the byte limit belongs to it.
 */
record BatchLimits(long files, OptionalLong bytes) {
  private static final long DEFAULT_FILES = 1000;
  private static final Pattern SIZE = Pattern.compile("(\\d+)\\s*([kmgt]?)b?");

  static BatchLimits of(FileSource source) {
    return new BatchLimits(
        source
            .option("maxFilesPerTrigger")
            .map(text -> positive("maxFilesPerTrigger", text))
            .orElse(DEFAULT_FILES),
        source
            .option("maxBytesPerTrigger")
            .map(text -> OptionalLong.of(size("maxBytesPerTrigger", text)))
            .orElse(OptionalLong.empty()));
  }

  /** True if a batch of this many files and bytes may take one more file. */
  boolean allow(int filesSoFar, long bytesSoFar) {
    return filesSoFar == 0
        || (filesSoFar < files && (bytes.isEmpty() || bytesSoFar < bytes.getAsLong()));
  }

  private static long positive(String option, String text) {
    try {
      long value = Long.parseLong(text.strip());
      if (value > 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, together with numbers that are not positive.
    }
    throw invalid(option, text, "Give a whole number above 0.");
  }

  private static long size(String option, String text) {
    Matcher matcher = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw invalid(option, text, "Give a size such as 10g, 500m or 1048576.");
    }
    int power = "kmgt".indexOf(matcher.group(2)) + (matcher.group(2).isEmpty() ? 0 : 1);
    return Long.parseLong(matcher.group(1)) << (10 * power);
  }

  private static ProjectException invalid(String option, String text, String fix) {
    return new ProjectException(
        Problem.of(
                ProblemCode.SOURCE_OPTION_INVALID,
                "The option `" + option + "` has the value '" + text + "'.")
            .withFix(fix));
  }
}
