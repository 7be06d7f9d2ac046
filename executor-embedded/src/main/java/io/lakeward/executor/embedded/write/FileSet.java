/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import io.lakeward.engine.executor.UncommittedFiles;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.executor.embedded.duckdb.ExecutionProblems;
import io.lakeward.executor.embedded.expression.SqlQuotes;
import io.lakeward.tables.NewDataFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of one write. Closing it deletes them, unless they were committed. */
final class FileSet implements UncommittedFiles, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileSet.class);

  /** Large tables get several files, so that readers can share them. */
  private static final String FILE_SIZE = "512MB";

  /** Tables whose rows change get small ones, since a file is written anew as a whole. */
  private static final String CHANGING_FILE_SIZE = "4MB";

  private static final String FEED_FOLDER = "_change_data";

  private final Path folder;
  private final List<String> partitionColumns;
  private final String size;
  private final String prefix;
  private boolean kept;

  FileSet(WriteTarget target) {
    this(target, target.path(), FILE_SIZE, "part-");
  }

  private FileSet(WriteTarget target, Path folder, String size, String prefix) {
    this.folder = folder;
    this.partitionColumns = target.partitionColumns();
    this.size = size;
    this.prefix = prefix + UUID.randomUUID();
  }

  /** The files of a table whose rows change. */
  static FileSet ofRows(WriteTarget target) {
    return new FileSet(target, target.path(), CHANGING_FILE_SIZE, "part-");
  }

  /** The files of a table's change data feed. */
  static FileSet ofChanges(WriteTarget target) {
    return new FileSet(target, target.path().resolve(FEED_FOLDER), FILE_SIZE, "cdc-");
  }

  /** Refuses partition columns whose values DuckDB does not print as Delta wants them. */
  static void requirePartitionable(WriteTarget target) {
    for (String name : target.partitionColumns()) {
      for (StructField field : target.schema().fields()) {
        DataType type = field.dataType();
        boolean plain =
            type instanceof StringType
                || type instanceof IntegralType
                || type instanceof BooleanType
                || type instanceof DateType
                || type instanceof DecimalType;
        if (field.name().equalsIgnoreCase(name) && !plain) {
          throw ExecutionProblems.unsupported(
              "A table partitioned by a column of type " + type.sql() + " is not supported.");
        }
      }
    }
  }

  /**
   * Writes the rows of a SELECT.
   *
   * @param schema of the rows
   * @return the files that have rows, with bounds of their columns
   */
  List<NewDataFile> write(Statement statement, String select, StructType schema)
      throws SQLException {
    List<NewDataFile> written;
    try (ResultSet result = statement.executeQuery(copy(select))) {
      written = keepNonEmpty(WrittenFiles.read(result, schema));
    }
    return MissingBounds.complete(written, schema, statement);
  }

  String copy(String select) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw ExecutionProblems.folderNotCreated(folder, e);
    }
    List<String> options = new ArrayList<>();
    options.add("FORMAT parquet");
    options.add("COMPRESSION snappy");
    options.add("RETURN_STATS");
    options.add("OVERWRITE_OR_IGNORE");
    if (partitionColumns.isEmpty()) {
      options.add("FILE_SIZE_BYTES '" + size + "'");
      options.add("FILENAME_PATTERN '" + prefix + "-{i}'");
    } else {
      options.add(
          "PARTITION_BY ("
              + String.join(", ", partitionColumns.stream().map(SqlQuotes::identifier).toList())
              + ")");
      options.add("FILENAME_PATTERN '" + prefix + "-{uuid}'");
    }
    return "COPY ("
        + select
        + ") TO "
        + SqlQuotes.literal(folder.toString())
        + " ("
        + String.join(", ", options)
        + ")";
  }

  /** DuckDB writes a file even for no rows; such a file is deleted at once. */
  private static List<NewDataFile> keepNonEmpty(List<NewDataFile> files) {
    List<NewDataFile> filled = new ArrayList<>();
    for (NewDataFile file : files) {
      if (file.numRecords() > 0) {
        filled.add(file);
      } else {
        delete(file.path());
      }
    }
    return filled;
  }

  @Override
  public void keep() {
    kept = true;
  }

  @Override
  public void giveUp() {
    kept = false;
  }

  @Override
  public void close() {
    if (kept || !Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> found = Files.walk(folder, 1 + partitionColumns.size())) {
      found.filter(p -> p.getFileName().toString().startsWith(prefix)).forEach(FileSet::delete);
    } catch (IOException e) {
      LOG.warn("The files {}* of a failed write remain in {}", prefix, folder, e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("The file {}, which no table refers to, could not be deleted", file, e);
    }
  }
}
