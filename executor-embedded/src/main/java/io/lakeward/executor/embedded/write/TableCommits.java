/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.NewDataFile;
import io.lakeward.tables.TableTransaction;
import io.lakeward.tables.WriteMode;
import java.util.List;

/** Commits the files of a write. */
final class TableCommits {
  private TableCommits() {}

  static long commit(
      WriteRequest request, WriteMode mode, List<NewDataFile> written, FileSet files) {
    WriteTarget target = request.target();
    DeltaTable table = DeltaTable.at(target.path());
    boolean stream = request.mark().isPresent() && mode == WriteMode.APPEND;
    TableTransaction transaction =
        table
            .newTransaction(mode, stream ? "STREAMING UPDATE" : "WRITE")
            .withSchema(target.schema().json())
            .addFiles(written);
    if (mode == WriteMode.OVERWRITE || !table.exists()) {
      transaction.withPartitionColumns(target.partitionColumns());
      transaction.withProperties(target.properties());
      target.comment().ifPresent(transaction::withDescription);
    }
    request.mark().ifPresent(m -> transaction.withTransactionVersion(m.appId(), m.version()));
    try {
      long version = transaction.commit();
      files.keep();
      return version;
    } catch (ProjectException e) {
      boolean lost = e.problems().stream().allMatch(p -> p.code() == ProblemCode.COMMIT_CONFLICT);
      if (!lost) {
        // The commit may have come through all the same, so its files must stay.
        files.keep();
      }
      throw e;
    }
  }
}
