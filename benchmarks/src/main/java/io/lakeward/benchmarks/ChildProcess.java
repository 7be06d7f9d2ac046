/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

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
