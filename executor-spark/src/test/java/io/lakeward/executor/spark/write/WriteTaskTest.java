/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteTaskTest {
  @TempDir Path folder;

  private WriteTask task() {
    return new WriteTask(
        folder.toString(),
        "part-x",
        StructType.fromDDL("id INT"),
        new int[0],
        new boolean[0],
        RowNumbering.NONE,
        new PlainFiles(),
        new Configuration(false),
        "UTC",
        WriteTask.FileLimit.USUAL);
  }

  private static Iterator<InternalRow> rows(int count) {
    return Stream.<InternalRow>generate(() -> new GenericInternalRow(new Object[] {1}))
        .limit(count)
        .iterator();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void anAttemptThatEndsWellLeavesItsFiles() throws IOException {
    TaskOutput output = task().run(rows(3));
    assertThat(output.seen()).isEqualTo(3);
    assertThat(files()).extracting(Path::toString).containsExactly(output.files().get(0).path());
  }

  @Test
  void anAttemptThatFailsLeavesNothing() throws IOException {
    Iterator<InternalRow> some = rows(3);
    Iterator<InternalRow> failing =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public InternalRow next() {
            if (!some.hasNext()) {
              assertThat(folder).as("a file was begun").isNotEmptyDirectory();
              throw new ArithmeticException("the fourth row cannot be computed");
            }
            return some.next();
          }
        };
    assertThatThrownBy(() -> task().run(failing)).isInstanceOf(ArithmeticException.class);
    assertThat(files()).isEmpty();
  }

  /** Files without content. */
  private static final class PlainFiles extends OutputWriterFactory {
    private static final long serialVersionUID = 1L;

    @Override
    public String getFileExtension(TaskAttemptContext context) {
      return ".parquet";
    }

    @Override
    public OutputWriter newInstance(String path, StructType schema, TaskAttemptContext context) {
      try {
        Files.createFile(Path.of(java.net.URI.create(path)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new OutputWriter() {
        @Override
        public void write(InternalRow row) {}

        @Override
        public void close() {}

        @Override
        public String path() {
          return path;
        }
      };
    }
  }
}
