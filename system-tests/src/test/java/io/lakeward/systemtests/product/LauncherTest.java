/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.systemtests.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes that halves the start is made once for each Java and each product. */
final class LauncherTest {
  private static final Path SCRIPT = Repository.root().resolve("dist/src/main/bin/lakeward");

  /** Does what Java does with archives, and tells what it was started with. */
  private static final String JAVA =
      """
      #!/bin/sh
      for option in "$@"; do
        case $option in
          -XX:ArchiveClassesAtExit=*) echo classes > "${option#*=}" ;;
        esac
      done
      echo "$@"
      """;

  @TempDir private Path folder;
  private Path home;

  @BeforeEach
  void unpack() throws IOException {
    home = folder.resolve("product");
    Files.createDirectories(home.resolve("bin"));
    Files.createDirectories(home.resolve("lib"));
    executable(home.resolve("bin/lakeward"), Repository.read(SCRIPT));
    Files.writeString(jar(), "");
    Files.setLastModifiedTime(jar(), FileTime.from(Instant.now().minusSeconds(60)));
  }

  @Test
  void theArchiveIsMadeOnceForEachJava() throws Exception {
    Path old = java("17", "17.0.1");
    Path other = java("25", "25.0.1");

    assertThat(start(old)).contains("preparing", usesArchive("17.0.1"));
    assertThat(start(old)).contains(usesArchive("17.0.1")).doesNotContain("preparing");
    assertThat(start(other)).contains("preparing", usesArchive("25.0.1"));
    assertThat(start(old)).contains(usesArchive("17.0.1")).doesNotContain("preparing");
  }

  @Test
  void theArchiveIsMadeAnewWhenJavaOrTheProductHasChanged() throws Exception {
    Path java = java("17", "17.0.1");
    start(java);

    Files.writeString(java.resolve("release"), "JAVA_VERSION=\"17.0.1\"\nBUILD=\"2\"\n");
    assertThat(start(java)).contains("preparing");
    assertThat(start(java)).doesNotContain("preparing");

    Files.setLastModifiedTime(jar(), FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(start(java)).contains("preparing");
  }

  @Test
  void aJavaThatIsTooOldIsNamed() throws Exception {
    assertThat(start(java("11", "11.0.2"))).contains("Java 11.0.2 is too old", "JAVA_HOME");
  }

  private Path jar() {
    return home.resolve("lib/lakeward.jar");
  }

  private String usesArchive(String version) {
    return "-XX:SharedArchiveFile=" + home.resolve("cds/java-" + version + ".jsa");
  }

  private Path java(String name, String version) throws IOException {
    Path java = folder.resolve("java-" + name);
    Files.createDirectories(java.resolve("bin"));
    executable(java.resolve("bin/java"), JAVA);
    Files.writeString(java.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return java;
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private String start(Path java) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(List.of(home.resolve("bin/lakeward").toString(), "--version"))
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", java.toString());
    builder.environment().remove("LAKEWARD_ARCHIVE");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }
}
