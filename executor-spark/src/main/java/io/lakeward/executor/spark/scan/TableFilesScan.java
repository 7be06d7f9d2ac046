/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
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
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** Rows of Parquet files of a Delta table, through Spark's own reader. */
public final class TableFilesScan {
  /** The path of a row's file, a STRING. */
  public static final String FILE = SourceRelation.POSITION.get(0);

  /** The row's number in its file, a BIGINT from 0. */
  public static final String ROW = SourceRelation.POSITION.get(1);

  /** Which of the files a row's one is, an INT from 0. */
  private static final String INDEX = "#index";

  private final SparkSession session;

  public TableFilesScan(SparkSession session) {
    this.session = session;
  }

  /**
   * Rows with certain columns, which are found by name; NULL where a file does not have one. They
   * may be {@link SourceRelation#POSITION} too.
   */
  LogicalPlan rows(List<Attribute> output, Slice.TableFiles slice) {
    requirePlain(slice);
    if (slice.files().isEmpty()) {
      return nothing(output);
    }
    List<Slice.TableFiles> parts = slice.byDeletion();
    List<LogicalPlan> plans = new ArrayList<>();
    for (Slice.TableFiles part : parts) {
      // A union takes its columns from the first.
      List<Attribute> columns =
          plans.isEmpty() ? output : output.stream().map(Attribute::newInstance).toList();
      plans.add(
          part.files().get(0).hasDeletionVector()
              ? withoutDeleted(columns, part.files())
              : whole(columns, part));
    }
    return plans.size() == 1 ? plans.get(0) : new Union(Plans.seq(plans), false, false);
  }

  /** Without the rows that deletion vectors mark. */
  private LogicalPlan withoutDeleted(List<Attribute> output, List<DataFile> files) {
    List<Attribute> all = new ArrayList<>(output);
    Attribute row =
        output.stream().filter(column -> column.name().equals(ROW)).findFirst().orElse(null);
    if (row == null) {
      row = attribute(ROW, DataTypes.LongType);
      all.add(row);
    }
    Attribute file = attribute(INDEX, DataTypes.IntegerType);
    all.add(file);
    return new Project(
        columns(output),
        new Filter(new Not(DeletedRows.contain(files, file, row)), withPositions(all, files)));
  }

  private static AttributeReference attribute(String name, DataType type) {
    return new AttributeReference(
        name, type, false, Metadata.empty(), NamedExpression.newExprId(), Plans.seq(List.of()));
  }

  private LogicalPlan whole(List<Attribute> output, Slice.TableFiles slice) {
    if (output.stream().anyMatch(SourceRelation::isPosition)) {
      return withPositions(output, slice.files());
    }
    LogicalRelation read = relation(output, slice.files());
    return Plans.list(read.output()).equals(output) ? read : new Project(columns(output), read);
  }

  /**
   * Rows of files, each with {@link #FILE} and {@link #ROW} behind its columns.
   *
   * @param columns those to read
   * @param schema the table's columns
   */
  public LogicalPlan positions(StructType columns, StructType schema, List<DataFile> files) {
    StructType all =
        columns.add(FILE, DataTypes.StringType, false).add(ROW, DataTypes.LongType, false);
    return rows(
        new ArrayList<>(Plans.list(DataTypeUtils.toAttributes(all))),
        new Slice.TableFiles(files, schema));
  }

  private LogicalPlan withPositions(List<Attribute> output, List<DataFile> files) {
    AttributeReference file = attribute(FILE, DataTypes.StringType);
    List<Attribute> stored =
        new ArrayList<>(output.stream().filter(c -> !SourceRelation.isPosition(c)).toList());
    stored.add(file);
    List<DataFile> placed = new ArrayList<>();
    for (DataFile each : files) {
      placed.add(withPlace(each, placed.size()));
    }
    LogicalRelation read = relation(stored, placed).withMetadataColumns();
    Attribute metadata = Plans.list(read.output()).get(stored.size());
    StructType fields = (StructType) metadata.dataType();
    String name = ParquetFileFormat.ROW_INDEX();
    Expression number = new GetStructField(metadata, fields.fieldIndex(name), Option.apply(name));
    List<NamedExpression> items = new ArrayList<>();
    for (Attribute column : output) {
      items.add(
          column.name().equals(FILE)
              ? as(file, column)
              : column.name().equals(ROW) ? as(number, column) : column);
    }
    return new Project(Plans.seq(items), read);
  }

  private static Alias as(Expression value, Attribute column) {
    return new Alias(
        value,
        column.name(),
        column.exprId(),
        column.qualifier(),
        Option.apply(column.metadata()),
        Plans.seq(List.of()));
  }

  /** Where a row's file is, is the same for all of its rows, like partition columns. */
  private static DataFile withPlace(DataFile file, int index) {
    Map<String, @Nullable String> values = new LinkedHashMap<>(file.partitionValues());
    values.put(FILE, file.path().toString());
    values.put(INDEX, Integer.toString(index));
    return file.withPartitionValues(values);
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
    for (StructField field : slice.schema().fields()) {
      if (field.metadata().contains("delta.columnMapping.physicalName")
          && !slice.files().isEmpty()) {
        throw SparkProblems.tableFeature(
            String.valueOf(slice.files().get(0).path().getParent()), "column mapping");
      }
    }
  }
}
