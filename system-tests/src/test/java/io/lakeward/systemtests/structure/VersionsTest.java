/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lakeward.systemtests.Repository;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What Spark brings is used in Spark's version; Spark's own parent pom is the judge. */
final class VersionsTest {
  /** Our property, then Spark's. */
  private static final Map<String, String> SAME =
      Map.of(
          "jackson.version", "fasterxml.jackson.version",
          "antlr.version", "antlr4.version",
          "slf4j.version", "slf4j.version",
          "parquet.version", "parquet.version",
          "log4j.version", "log4j.version",
          "scala.version", "scala.version");

  @TestFactory
  Stream<DynamicTest> managedVersionEqualsSparks() {
    String ours = Repository.read(Repository.root().resolve("pom.xml"));
    String sparks = Repository.read(sparkParentPom());
    return SAME.entrySet().stream()
        .map(
            p ->
                DynamicTest.dynamicTest(
                    p.getKey(),
                    () ->
                        assertThat(property(ours, p.getKey()))
                            .isEqualTo(property(sparks, p.getValue()))));
  }

  @Test
  void snakeYamlIsTheOneThatJacksonsYamlReaderNeeds() {
    String ours = Repository.read(Repository.root().resolve("pom.xml"));
    String jackson = property(ours, "jackson.version");
    String artifact = "jackson-dataformat-yaml";
    Path pom =
        repository()
            .resolve("com/fasterxml/jackson/dataformat")
            .resolve(artifact)
            .resolve(jackson)
            .resolve(artifact + "-" + jackson + ".pom");
    assumeThat(pom).exists();

    assertThat(Repository.read(pom))
        .containsPattern(
            "snakeyaml</artifactId>\\s*<version>"
                + Pattern.quote(property(ours, "snakeyaml.version"))
                + "<");
  }

  @Test
  void aPropertyThatIsNotThereIsAnError() {
    assertThatThrownBy(() -> property("<a>1</a>", "b")).hasMessageContaining("no property b");
  }

  private static Path repository() {
    return Path.of(
        System.getProperty(
            "lakeward.repository", System.getProperty("user.home") + "/.m2/repository"));
  }

  private static Path sparkParentPom() {
    String artifact = "spark-parent_" + System.getProperty("lakeward.scala.binary", "2.13");
    String version = System.getProperty("lakeward.spark.version", "4.2.0");
    return repository()
        .resolve("org/apache/spark")
        .resolve(artifact)
        .resolve(version)
        .resolve(artifact + "-" + version + ".pom");
  }

  private static String property(String pom, String name) {
    Matcher found = Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)<").matcher(pom);
    if (!found.find()) {
      throw new IllegalArgumentException("no property " + name);
    }
    return found.group(1).trim();
  }
}
