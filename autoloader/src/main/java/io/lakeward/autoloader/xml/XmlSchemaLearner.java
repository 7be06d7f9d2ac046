/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.xml;

import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.options.Sample;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.rows.MalformedRecordException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.xml.validation.Schema;
import org.apache.spark.sql.catalyst.xml.XmlInferSchema;
import org.apache.spark.sql.catalyst.xml.XmlInferSchema$;
import org.apache.spark.sql.catalyst.xml.XmlOptions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** Infers the schema of XML files with Spark's inference of each record. */
public final class XmlSchemaLearner {
  private final SourceOptions options;
  private final XmlOptions xml;
  private final Optional<Schema> validation;
  private final XmlInferSchema spark;

  /**
   * @param typed whether values tell types, or everything is text
   */
  public XmlSchemaLearner(SourceOptions options, Optional<Schema> validation, boolean typed) {
    this.options = options;
    this.validation = validation;
    this.xml = options.xml(typed);
    this.spark = new XmlInferSchema(xml, false);
  }

  public StructType learn(List<DiscoveredFile> files) {
    DataType merged = new StructType();
    Sample sample = options.sample();
    for (DiscoveredFile file : files) {
      try (XmlRecords records =
          new XmlRecords(FileContent.text(file, 0, options.layout()), xml, validation)) {
        while (records.next()) {
          if (!sample.takesNext()) {
            continue;
          }
          try {
            records.node();
          } catch (MalformedRecordException e) {
            continue;
          }
          scala.Option<DataType> type = spark.infer(records.text(), scala.Option.empty());
          if (type.isDefined()) {
            merged =
                XmlInferSchema$.MODULE$.compatibleType(false, xml.valueTag(), merged, type.get());
          }
        }
      } catch (IOException e) {
        throw FileContent.failure(file, e);
      }
    }
    scala.Option<DataType> canonical = spark.canonicalizeType(merged);
    return canonical.isDefined() && canonical.get() instanceof StructType struct
        ? struct
        : new StructType();
  }
}
