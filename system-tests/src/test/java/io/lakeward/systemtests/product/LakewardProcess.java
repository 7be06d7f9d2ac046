/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import io.lakeward.systemtests.Repository;
import io.lakeward.testkit.shipments.LakewardCommand;
import io.lakeward.testkit.shipments.LakewardCommand.Finished;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The {@code lakeward} command, started from the packed product in a given folder. It does not go
 * through the launcher at the repository's root, which would first look whether to build.
 */
final class LakewardProcess implements LakewardCommand {
  private static final Path HOME = Repository.root().resolve("dist/target/lakeward");
  private static final long MOST_SECONDS = 300;

  private final Path folder;
  private final Path home;
  private final Map<String, String> environment = new TreeMap<>();

  private LakewardProcess(Path folder, Path home) {
    this.folder = folder;
    this.home = home;
  }

  static LakewardProcess in(Path folder) {
    return new LakewardProcess(folder, HOME);
  }

  /** The command of another installation. */
  static LakewardProcess in(Path folder, Path home) {
    return new LakewardProcess(folder, home);
  }

  static Path home() {
    return HOME;
  }

  /**
   * Makes an installation like the packed one.
   *
   * @param jars what a user has put into its {@code lib/ext}
   */
  static void install(Path home, List<Path> jars) throws IOException {
    Files.createDirectories(home.resolve("bin"));
    Files.createDirectories(home.resolve("lib/ext"));
    for (Path script : list(HOME.resolve("bin"))) {
      Files.copy(
          script,
          home.resolve("bin").resolve(script.getFileName()),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    for (Path file : list(HOME.resolve("lib"))) {
      if (!file.endsWith("ext")) {
        Files.createSymbolicLink(home.resolve("lib").resolve(file.getFileName()), file);
      }
    }
    for (Path jar : jars) {
      Files.createSymbolicLink(home.resolve("lib/ext").resolve(jar.getFileName()), jar);
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** A moment of waiting for another process. */
  static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Also true where a missing product has to be noticed. */
  static boolean isPacked() {
    return Boolean.getBoolean("lakeward.product.required") || Files.isDirectory(HOME);
  }

  /** The process dies, as if killed from outside, when it reaches the named point. */
  LakewardProcess dyingAt(String crashPoint) {
    return with("LAKEWARD_CRASH_POINT", crashPoint);
  }

  /** Sets a variable of the environment. */
  LakewardProcess with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  @Override
  public Finished run(String... arguments) {
    return start(arguments).await();
  }

  Started start(String... arguments) {
    try {
      Path out = Files.createTempFile("lakeward-", ".out");
      Path err = Files.createTempFile("lakeward-", ".err");
      List<String> command = new ArrayList<>(List.of(home.resolve("bin/lakeward").toString()));
      command.addAll(List.of(arguments));
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().putAll(environment);
      // The test's own Java settings are none of the product's.
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      // Spark lives for seconds here, in which the full compiler costs more than it gives.
      builder.environment().putIfAbsent("LAKEWARD_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      return new Started(builder.start(), String.join(" ", arguments), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  record Started(Process process, String arguments, Path out, Path err) {
    Finished await() {
      try {
        if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError(
              "lakeward " + arguments + " did not end\n" + Files.readString(err));
        }
        Finished finished =
            new Finished(
                arguments, process.exitValue(), Files.readString(out), Files.readString(err));
        Files.delete(out);
        Files.delete(err);
        return finished;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }
}
