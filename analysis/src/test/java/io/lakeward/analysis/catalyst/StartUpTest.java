/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.analysis.query.NameScope;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.analysis.query.TableLookup;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class StartUpTest {
  /** What the child process runs. */
  public static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      String sql = "SELECT upper(name) AS u, count(*) AS n FROM read_files('/a') GROUP BY ALL";
      SqlText text =
          new SqlText(new SourceFile("q", sql).span(0, sql.length()), sql, "m", "d", Map.of());
      StructType schema =
          new QueryAnalyzer((files, streaming, where) -> StructType.fromDDL("name STRING"))
              .analyze(text, NameScope.ofTables(TableLookup.none()))
              .schema();
      System.out.println("RESULT " + schema.toDDL());
    }
  }

  @Test
  void a_query_is_analyzed_without_a_spark_context_and_without_a_word_on_the_console()
      throws Exception {
    Process child =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xlog:class+init=info",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Child.class.getName()))
            .redirectErrorStream(true)
            .start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).isZero();
    List<String> lines = output.lines().toList();
    List<String> initialised = lines.stream().filter(l -> l.startsWith("[")).toList();
    assertThat(initialised).anyMatch(l -> l.contains("org.apache.spark.sql.internal.SQLConf"));
    for (String forbidden :
        List.of(
            "org.apache.spark.SparkContext",
            "org.apache.spark.SparkEnv",
            "org.apache.spark.sql.SparkSession",
            "org.apache.hadoop.conf.Configuration",
            "org.apache.logging.log4j.core.LoggerContext")) {
      String slashed = forbidden.replace('.', '/');
      assertThat(initialised)
          .noneMatch(
              l ->
                  l.contains("'" + forbidden + "'")
                      || l.contains("'" + slashed + "'")
                      || l.contains(" Initializing '" + slashed + "'"));
    }
    assertThat(lines.stream().filter(l -> !l.startsWith("[")))
        .containsExactly("RESULT u STRING,n BIGINT NOT NULL");
  }
}
