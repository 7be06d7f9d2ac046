/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a command to its end and measures it. */
final class ChildProcess {

  private static final int POLL_MILLIS = 5;

  private ChildProcess() {}

  static Measurement run(List<String> command) throws IOException, InterruptedException {
    Path out = Files.createTempFile("lakeward-benchmark", ".out");
    Path err = Files.createTempFile("lakeward-benchmark", ".err");
    try {
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      long peak = 0;
      while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        peak = Math.max(peak, peakKilobytes(process.pid()));
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      String output = Files.readString(out, StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new IOException(
            // Without the class path, which would hide all else.
            command.stream().filter(word -> word.length() < 500).collect(Collectors.joining(" "))
                + " ended with "
                + process.exitValue()
                + "\n"
                + output
                + Files.readString(err, StandardCharsets.UTF_8));
      }
      return new Measurement(seconds, peak / 1024, output);
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  /**
   * Runs a program of this package in a Java of its own, with what Spark needs.
   *
   * @return what it printed last, as JSON
   */
  static JsonNode java(Class<?> program, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        Stream.of(System.getProperty("benchmarks.spark.options", "").split("\\s+"))
            .filter(option -> !option.isEmpty())
            .toList());
    command.addAll(
        List.of("-Xmx6g", "-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(arguments);
    String output = run(command).output();
    return new ObjectMapper().readTree(output.substring(output.indexOf('{')));
  }

  private static long peakKilobytes(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    } catch (IOException e) {
      return 0; // it has just ended
    }
    return 0;
  }
}
