/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What has to be known about a machine to compare numbers. */
record MachineFacts(int cores, String processor, long memoryMegabytes, String java, String system) {

  static MachineFacts read() throws IOException {
    return new MachineFacts(
        Runtime.getRuntime().availableProcessors(),
        value("/proc/cpuinfo", "model name"),
        Long.parseLong("0" + value("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", "")) / 1024,
        System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"));
  }

  private static String value(String file, String key) throws IOException {
    Path path = Path.of(file);
    if (!Files.isReadable(path)) {
      return "";
    }
    return Files.readAllLines(path).stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("");
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%d cores (%s), %,d MB of memory, %s, %s",
        cores,
        processor.isEmpty() ? "unknown" : processor,
        memoryMegabytes,
        java,
        system);
  }
}
