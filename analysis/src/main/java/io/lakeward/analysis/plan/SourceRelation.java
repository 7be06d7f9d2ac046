/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.catalyst.analysis.MultiInstanceRelation;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.MetadataAttribute$;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.ExposesMetadataColumns;
import org.apache.spark.sql.catalyst.plans.logical.LeafNode;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * The leaf of every plan: a place where rows come in. It says what is read, not which rows: the
 * bounds of a batch are bound to its {@link #id()} when the plan is run, so that a batch can be
 * planned, written down and replayed.
 */
public final class SourceRelation extends LogicalPlan
    implements LeafNode, MultiInstanceRelation, ExposesMetadataColumns {
  /** The hidden column of files. */
  public static final String METADATA_COLUMN = "_metadata";

  /** The type of {@link #METADATA_COLUMN}. */
  public static final StructType METADATA_TYPE =
      new StructType()
          .add("file_path", DataTypes.StringType, false)
          .add("file_name", DataTypes.StringType, false)
          .add("file_size", DataTypes.LongType, false)
          .add("file_block_start", DataTypes.LongType, false)
          .add("file_block_length", DataTypes.LongType, false)
          .add("file_modification_time", DataTypes.TimestampType, false);

  /** The hidden columns that tell where a row of a table is stored: its file, its number there. */
  public static final List<String> POSITION = List.of("#file", "#row");

  private static final long serialVersionUID = 1L;

  private final Seq<Attribute> output;
  private final String id;
  private final transient Source source;
  private final boolean streaming;
  private final Seq<Attribute> hidden;

  /** A new reading of a source, with fresh attributes. */
  public static SourceRelation read(Source source, String id, boolean streaming) {
    List<Attribute> columns = new ArrayList<>();
    boolean hasOwnMetadata = false;
    for (StructField field : source.schema().fields()) {
      hasOwnMetadata |= field.name().equalsIgnoreCase(METADATA_COLUMN);
      columns.add(
          new AttributeReference(
              field.name(),
              CharVarcharUtils.replaceCharVarcharWithString(field.dataType()),
              field.nullable(),
              field.metadata(),
              NamedExpression.newExprId(),
              Plans.seq(List.of())));
    }
    List<Attribute> hidden =
        source instanceof Source.Files && !hasOwnMetadata
            ? List.of(MetadataAttribute$.MODULE$.apply(METADATA_COLUMN, METADATA_TYPE, false))
            : List.of();
    return new SourceRelation(Plans.seq(columns), id, source, streaming, Plans.seq(hidden));
  }

  /** The same without hidden columns. */
  public SourceRelation(Seq<Attribute> output, String id, Source source, boolean streaming) {
    this(output, id, source, streaming, Plans.seq(List.of()));
  }

  /**
   * @param output the columns in the order of the source's schema
   * @param id names this reading of the source within its flow; copies for a self-join share it
   * @param hidden columns that a query may name but that {@code *} leaves out; they are in the
   *     output once a query names one
   */
  public SourceRelation(
      Seq<Attribute> output, String id, Source source, boolean streaming, Seq<Attribute> hidden) {
    this.output = output;
    this.id = id;
    this.source = source;
    this.streaming = streaming;
    this.hidden = hidden;
  }

  /** The same reading under another name. */
  public SourceRelation withId(String newId) {
    return new SourceRelation(output, newId, source, streaming, hidden);
  }

  /** A reading of a table that also tells where each row is stored, in two more columns. */
  public SourceRelation withPositions() {
    List<Attribute> all = new ArrayList<>(Plans.list(output));
    List<Attribute> position =
        List.of(
            MetadataAttribute$.MODULE$.apply(POSITION.get(0), DataTypes.StringType, false),
            MetadataAttribute$.MODULE$.apply(POSITION.get(1), DataTypes.LongType, false));
    all.addAll(position);
    return new SourceRelation(Plans.seq(all), id, source, streaming, Plans.seq(position));
  }

  /** Whether a column is one of those that tell where a row is stored. */
  public static boolean isPosition(Attribute column) {
    return POSITION.contains(column.name());
  }

  public String id() {
    return id;
  }

  public Source source() {
    return source;
  }

  /** As Spark shows a relation: what is read, with which columns, and of what kind it is. */
  @Override
  public String simpleString(int maxFields) {
    return (streaming ? "StreamingRelation " : "Relation ")
        + source.shown()
        + NodeText.list(output, maxFields)
        + " "
        + source.kind();
  }

  @Override
  public Seq<Attribute> output() {
    return output;
  }

  @Override
  public boolean isStreaming() {
    return streaming;
  }

  /** Whether the output has the hidden {@link #METADATA_COLUMN}, as its last column. */
  public boolean readsMetadata() {
    return output.size() > source.schema().size();
  }

  @Override
  public Seq<Attribute> metadataOutput() {
    return hidden;
  }

  @Override
  public LogicalPlan withMetadataColumns() {
    if (hidden.isEmpty() || outputSet().contains(hidden.apply(0))) {
      return this;
    }
    List<Attribute> all = new ArrayList<>(Plans.list(output));
    all.addAll(Plans.list(hidden));
    return new SourceRelation(Plans.seq(all), id, source, streaming, hidden);
  }

  @Override
  public LogicalPlan newInstance() {
    Map<Long, Attribute> fresh = new HashMap<>();
    return new SourceRelation(
        renewed(output, fresh), id, source, streaming, renewed(hidden, fresh));
  }

  private static Seq<Attribute> renewed(Seq<Attribute> attributes, Map<Long, Attribute> fresh) {
    return Plans.seq(
        Plans.list(attributes).stream()
            .map(a -> fresh.computeIfAbsent(a.exprId().id(), id -> a.newInstance()))
            .toList());
  }

  @Override
  public Seq<LogicalPlan> children() {
    return LeafNode.super.children();
  }

  @Override
  public LogicalPlan mapChildren(Function1<LogicalPlan, LogicalPlan> change) {
    return this;
  }

  @Override
  public LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> newChildren) {
    return this;
  }

  @Override
  public Statistics computeStats() {
    return LeafNode.super.computeStats();
  }

  @Override
  public AttributeSet producedAttributes() {
    return outputSet();
  }

  // Catalyst copies a node through its constructor, with these five parts as arguments.

  @Override
  public int productArity() {
    return 5;
  }

  @Override
  public Object productElement(int index) {
    return switch (index) {
      case 0 -> output;
      case 1 -> id;
      case 2 -> source;
      case 3 -> streaming;
      case 4 -> hidden;
      default -> throw new IndexOutOfBoundsException(index);
    };
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof SourceRelation;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SourceRelation relation
        && relation.id.equals(id)
        && relation.output.equals(output)
        && relation.streaming == streaming;
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, output);
  }
}
