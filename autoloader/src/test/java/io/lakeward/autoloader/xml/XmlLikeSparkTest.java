/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.xml;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.SparkFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * AL-A4: Spark's reader is the measure of this one, on random elements under the schema that Spark
 * infers. Where a value does not fit Spark drops the record's other values; that is not compared.
 */
final class XmlLikeSparkTest {
  private static final List<String> TEXTS =
      List.of(
          "1",
          "-7",
          "2.5",
          "true",
          "x",
          " padded ",
          "",
          "null",
          "2024-02-29",
          "2024-01-02T03:04:05",
          "ä &lt; b",
          "<![CDATA[a<b]]>",
          "9223372036854775807",
          "1e3");

  @TempDir private Path root;
  private Random random = new Random(0);

  @Test
  void random_elements_give_the_rows_that_spark_gives() throws Exception {
    for (int seed = 0; seed < 25; seed++) {
      random = new Random(seed);
      String xml = elements();
      Path folder = write(xml, seed);
      Map<String, String> options = Map.of("rowTag", "row", "nullValue", "null");
      StructType schema = SparkFiles.schema("xml", folder, options);
      SourceFolder files = new SourceFolder(folder).option("rowTag", "row");
      assertThat(files.schema()).as("%s", xml).isEqualTo(schema.add("_rescued_data", "string"));
      List<List<@Nullable Object>> expected = SparkFiles.read("xml", folder, schema, options);
      assertThat(files.rows(schema)).as("%s%n%s", schema.toDDL(), xml).isEqualTo(expected);
    }
  }

  @Test
  void random_elements_give_the_variants_that_spark_gives() throws Exception {
    StructType schema = new StructType().add("v", DataTypes.VariantType);
    for (int seed = 0; seed < 10; seed++) {
      random = new Random(seed);
      String xml = elements();
      Path folder = write(xml, seed);
      SourceFolder files =
          new SourceFolder(folder).option("rowTag", "row").option("singleVariantColumn", "v");
      assertThat(files.schema()).isEqualTo(schema);
      assertThat(files.rows())
          .as(xml)
          .hasSize(30)
          .isEqualTo(
              SparkFiles.read(
                  "xml",
                  folder,
                  schema,
                  Map.of("rowTag", "row", "nullValue", "null", "singleVariantColumn", "v")));
    }
  }

  private Path write(String xml, int seed) throws IOException {
    Path folder = Files.createDirectories(root.resolve("s" + seed));
    Files.writeString(folder.resolve("f.xml"), xml, StandardCharsets.UTF_8);
    return folder;
  }

  private String elements() {
    StringBuilder xml = new StringBuilder("<all>\n");
    for (int i = 0; i < 30; i++) {
      xml.append("<row");
      attributes(xml);
      xml.append('>');
      children(xml, 2);
      xml.append("</row>\n<!-- between -->");
    }
    return xml.append("</all>").toString();
  }

  private void attributes(StringBuilder xml) {
    for (int i = random.nextInt(3); i > 0; i--) {
      xml.append(" a").append(i).append("='").append(random.nextInt(100)).append('\'');
    }
  }

  private void children(StringBuilder xml, int depth) {
    for (int i = random.nextInt(4); i > 0; i--) {
      // One type for a name, so that values fit.
      int name = random.nextInt(5);
      xml.append(random.nextBoolean() ? "\n  " : "").append("<e").append(name);
      if (name == 4 && depth > 0) {
        attributes(xml);
        xml.append('>');
        children(xml, depth - 1);
      } else {
        xml.append('>')
            .append(name == 0 ? random.nextInt(9) : TEXTS.get(random.nextInt(TEXTS.size())));
      }
      xml.append("</e").append(name).append('>');
    }
  }
}
