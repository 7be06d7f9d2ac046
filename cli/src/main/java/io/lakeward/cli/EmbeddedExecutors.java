/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.engine.ExecutorFactory;
import io.lakeward.engine.ExecutorSettings;
import io.lakeward.engine.executor.Executor;
import io.lakeward.executor.embedded.EmbeddedExecutor;
import io.lakeward.executor.embedded.EmbeddedSettings;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes the embedded executor. Its memory and its threads fit the machine, and it spills into the
 * pipeline's state, unless the pipeline's {@code configuration} has {@code
 * lakeward.embedded.memory} (such as {@code 4g}), {@code lakeward.embedded.threads} or {@code
 * lakeward.embedded.spill} (a folder).
 */
final class EmbeddedExecutors implements ExecutorFactory {

  private static final String MEMORY = "lakeward.embedded.memory";
  private static final String THREADS = "lakeward.embedded.threads";
  private static final String SPILL = "lakeward.embedded.spill";
  private static final long GIGABYTE = 1L << 30;
  private static final long SMALLEST = 64L << 20;
  private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,12})\\s*([kmgt]?)b?");
  private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s+([0-9]+) kB");

  @Override
  public Executor create(ExecutorSettings settings) {
    return new EmbeddedExecutor(
        new EmbeddedSettings(
            memory(settings.configuration()),
            spill(settings),
            threads(settings.configuration()),
            settings.timeZone()),
        session(settings).conf(),
        settings.paths(),
        Clock.systemUTC());
  }

  /** The same session that the queries are analyzed in. */
  private static CatalystSession session(ExecutorSettings settings) {
    return CatalystSession.of(
        settings.configuration().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("spark."))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  static long memory(Map<String, String> configuration) {
    String text = configuration.get(MEMORY);
    if (text == null) {
      // A quarter of a small machine; more than 1 GiB only if asked for, because rows spill to
      // disk.
      long quarter = machineMemory().orElse(4 * GIGABYTE) / 4;
      return Math.max(SMALLEST, Math.min(GIGABYTE, quarter));
    }
    Matcher size = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      throw invalid(MEMORY, text, "a size such as 512m or 4g");
    }
    int power = " kmgt".indexOf(size.group(2).isEmpty() ? " " : size.group(2));
    return Math.max(SMALLEST, Long.parseLong(size.group(1)) << (10 * power));
  }

  static int threads(Map<String, String> configuration) {
    String text = configuration.get(THREADS);
    if (text == null) {
      return Runtime.getRuntime().availableProcessors();
    }
    if (!text.strip().matches("[1-9][0-9]{0,3}")) {
      throw invalid(THREADS, text, "a number from 1");
    }
    return Integer.parseInt(text.strip());
  }

  static Path spill(ExecutorSettings settings) {
    String text = settings.configuration().get(SPILL);
    if (text == null) {
      return settings.spillFolder();
    }
    Path folder;
    try {
      folder = settings.paths().projectFolder().resolve(text.strip());
    } catch (InvalidPathException e) {
      throw invalid(SPILL, text, "a folder that exists");
    }
    if (!Files.isDirectory(folder)) {
      throw invalid(SPILL, text, "a folder that exists");
    }
    return folder;
  }

  private static ProjectException invalid(String key, String value, String wanted) {
    return new ProjectException(
        Problem.of(
                ProblemCode.SETTINGS_INVALID,
                "The setting `" + key + "` must be " + wanted + ", but is `" + value + "`.")
            .withFix("Correct it under `configuration:` in pipeline.yml."));
  }

  private static OptionalLong machineMemory() {
    Path facts = Path.of("/proc/meminfo");
    try {
      if (Files.isReadable(facts)) {
        Matcher total = TOTAL.matcher(Files.readString(facts, StandardCharsets.US_ASCII));
        if (total.find()) {
          return OptionalLong.of(Long.parseLong(total.group(1)) * 1024);
        }
      }
    } catch (IOException e) {
      return OptionalLong.empty();
    }
    return OptionalLong.empty();
  }
}
