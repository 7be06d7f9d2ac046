/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.source.SourceSpan;
import org.apache.spark.sql.types.StructType;

/** Tells the columns of source files, by declaration or by looking into them. */
@FunctionalInterface
public interface FileSchemas {
  /**
   * The columns that a reading of files offers, without hidden ones.
   *
   * @param where the call in the user's file, for complaints
   * @throws io.lakeward.model.problem.ProjectException if the columns cannot be told
   */
  StructType schemaOf(FileSource source, boolean streaming, SourceSpan where);
}
