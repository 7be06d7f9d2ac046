/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.engine.executor.Slice;
import io.lakeward.executor.spark.failure.SparkProblems;
import io.lakeward.tables.DataFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** Rows of Parquet files of a Delta table, through Spark's own reader. */
public final class TableFilesScan {
  /** The number of a row's file, an INT. */
  public static final String FILE = "#file";

  /** The row's number in its file, a BIGINT from 0. */
  public static final String ROW = "#row";

  private final SparkSession session;

  public TableFilesScan(SparkSession session) {
    this.session = session;
  }

  /** Rows with certain columns, which are found by name; NULL where a file does not have one. */
  LogicalPlan rows(List<Attribute> output, Slice.TableFiles slice) {
    requirePlain(slice);
    if (slice.files().isEmpty()) {
      return nothing(output);
    }
    LogicalRelation read = relation(output, slice.files());
    return Plans.list(read.output()).equals(output) ? read : new Project(columns(output), read);
  }

  /**
   * Rows of numbered files, each with {@link #FILE} and {@link #ROW} behind its columns.
   *
   * @param columns those to read
   * @param schema the table's columns
   */
  public LogicalPlan positions(
      StructType columns, StructType schema, Map<Integer, DataFile> files) {
    requirePlain(new Slice.TableFiles(List.copyOf(files.values()), schema));
    StructType withFile = columns.add(FILE, DataTypes.IntegerType);
    if (files.isEmpty()) {
      return nothing(attributes(withFile.add(ROW, DataTypes.LongType)));
    }
    List<DataFile> numbered = new ArrayList<>();
    files.forEach((number, file) -> numbered.add(numbered(number, file)));
    List<Attribute> output = attributes(withFile);
    LogicalRelation read = relation(output, numbered).withMetadataColumns();
    Attribute metadata = Plans.list(read.output()).get(output.size());
    StructType fields = (StructType) metadata.dataType();
    String name = ParquetFileFormat.ROW_INDEX();
    List<NamedExpression> items = new ArrayList<>(output);
    items.add(
        Plans.named(
            new GetStructField(metadata, fields.fieldIndex(name), Option.apply(name)), ROW));
    return new Project(Plans.seq(items), read);
  }

  /** A file's number is the same for all of its rows, as the value of a partition column is. */
  private static DataFile numbered(int number, DataFile file) {
    Map<String, @Nullable String> values = new LinkedHashMap<>(file.partitionValues());
    values.put(FILE, String.valueOf(number));
    return new DataFile(
        file.path(),
        values,
        file.size(),
        file.modificationTime(),
        file.numRecords(),
        file.hasDeletionVector());
  }

  /** Partition columns stand behind the others. */
  private LogicalRelation relation(List<Attribute> output, List<DataFile> files) {
    Set<String> partitionNames = new HashSet<>();
    for (DataFile file : files) {
      file.partitionValues().keySet().forEach(k -> partitionNames.add(k.toLowerCase(Locale.ROOT)));
    }
    List<AttributeReference> data = new ArrayList<>();
    List<AttributeReference> partitions = new ArrayList<>();
    for (Attribute column : output) {
      boolean isPartition = partitionNames.contains(column.name().toLowerCase(Locale.ROOT));
      (isPartition ? partitions : data).add((AttributeReference) column);
    }
    StructType partitionSchema = schema(partitions);
    HadoopFsRelation relation =
        new HadoopFsRelation(
            new DataFileIndex(
                files, partitionSchema, session.sessionState().conf().sessionLocalTimeZone()),
            partitionSchema,
            schema(data),
            Option.empty(),
            new ParquetFileFormat(),
            scala.collection.immutable.Map$.MODULE$.empty(),
            session);
    List<AttributeReference> all = new ArrayList<>(data);
    all.addAll(partitions);
    return new LogicalRelation(relation, Plans.seq(all), Option.empty(), false, Option.empty());
  }

  private static List<Attribute> attributes(StructType columns) {
    return new ArrayList<>(Plans.list(DataTypeUtils.toAttributes(columns)));
  }

  private static LocalRelation nothing(List<Attribute> output) {
    return new LocalRelation(Plans.seq(output), Plans.seq(List.of()), false, Option.empty());
  }

  private static scala.collection.immutable.Seq<NamedExpression> columns(List<Attribute> output) {
    return Plans.seq(new ArrayList<NamedExpression>(output));
  }

  static StructType schema(List<AttributeReference> columns) {
    return new StructType(
        columns.stream()
            .map(c -> new StructField(c.name(), c.dataType(), c.nullable(), c.metadata()))
            .toArray(StructField[]::new));
  }

  private static void requirePlain(Slice.TableFiles slice) {
    for (DataFile file : slice.files()) {
      if (file.hasDeletionVector()) {
        throw SparkProblems.tableFeature(
            String.valueOf(file.path().getParent()), "deletion vectors");
      }
    }
    for (StructField field : slice.schema().fields()) {
      if (field.metadata().contains("delta.columnMapping.physicalName")
          && !slice.files().isEmpty()) {
        throw SparkProblems.tableFeature(
            String.valueOf(slice.files().get(0).path().getParent()), "column mapping");
      }
    }
  }
}
