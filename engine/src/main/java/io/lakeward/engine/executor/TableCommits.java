/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.IdentityColumn;
import io.lakeward.tables.NewDataFile;
import io.lakeward.tables.TableTransaction;
import io.lakeward.tables.WriteMode;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Commits the files of writes, in the same way whichever executor wrote them. */
public final class TableCommits {
  // A table object remembers the log that it has read. Flows of several threads write.
  private final Map<Path, DeltaTable> tables = new ConcurrentHashMap<>();

  /**
   * Commits files.
   *
   * @param operation what the write is and which version it has read, if it says so
   * @param numbered the target's columns that number rows, with the numbers to which they have come
   * @return the new version
   */
  public long commit(
      WriteTarget target,
      Optional<TransactionMark> mark,
      WriteMode mode,
      Optional<WriteRequest.Operation> operation,
      List<IdentityColumn> numbered,
      List<NewDataFile> written,
      UncommittedFiles files) {
    DeltaTable table = tables.computeIfAbsent(target.path(), DeltaTable::at);
    boolean stream = mark.isPresent() && mode == WriteMode.APPEND;
    OptionalLong before = table.latestVersion();
    TableTransaction transaction =
        table
            .newTransaction(
                mode,
                operation
                    .map(WriteRequest.Operation::name)
                    .orElse(stream ? "STREAMING UPDATE" : "WRITE"))
            .withSchema(target.schema().json())
            .addFiles(written);
    operation.ifPresent(o -> transaction.withReadVersion(o.readVersion()));
    operation
        .map(WriteRequest.Operation::rewritten)
        .filter(rewritten -> !rewritten.isEmpty())
        .ifPresent(rewritten -> transaction.removeFiles(rewritten).withSameRows());
    if (mode == WriteMode.OVERWRITE || before.isEmpty()) {
      transaction.withPartitionColumns(target.partitionColumns());
      transaction.withProperties(target.properties());
      target.comment().ifPresent(transaction::withDescription);
    }
    if (!target.identityColumns().isEmpty()) {
      transaction.withIdentityColumns(target.identityColumns(), numbered);
    }
    mark.ifPresent(m -> transaction.withTransactionVersion(m.appId(), m.version()));
    return keeping(files, before, transaction::commit, table::latestVersion);
  }

  /**
   * Commits changes to rows.
   *
   * @param rows data files with the rows that stay and those that come
   * @param feed files of the change data feed
   * @param removed files whose rows have gone, or are in the new files
   * @param deleted rows that have gone from files that stay
   * @return the new version
   */
  public long commit(
      ApplyRequest request,
      NewFiles rows,
      NewFiles feed,
      Collection<DataFile> removed,
      Map<DataFile, int[]> deleted) {
    DeltaTable table = tables.computeIfAbsent(request.target().path(), DeltaTable::at);
    OptionalLong before = table.latestVersion();
    TableTransaction transaction =
        table
            .newTransaction(WriteMode.APPEND, request.operation())
            .withSchema(request.target().schema().json())
            .withProperties(request.target().properties())
            .withReadVersion(request.targetVersion())
            .addFiles(rows.files())
            .removeFiles(removed)
            .deleteRows(deleted)
            .addChangeFiles(feed.files());
    List<IdentityColumn> numbering = request.target().identityColumns();
    if (!numbering.isEmpty()) {
      transaction.withIdentityColumns(numbering, numbering);
    }
    request.mark().ifPresent(m -> transaction.withTransactionVersion(m.appId(), m.version()));
    return keeping(
        rows.uncommitted(),
        before,
        () -> keeping(feed.uncommitted(), before, transaction::commit, table::latestVersion),
        table::latestVersion);
  }

  /**
   * Files that a commit adds.
   *
   * @param uncommitted what deletes them if the commit fails
   */
  public record NewFiles(List<NewDataFile> files, UncommittedFiles uncommitted) {
    public NewFiles {
      files = List.copyOf(files);
    }
  }

  /**
   * Commits, and hands the files over to the table unless it is certain that the commit did not
   * come through: it may have, whatever was thrown after it.
   */
  public static long keeping(
      UncommittedFiles files,
      OptionalLong before,
      LongSupplier commit,
      Supplier<OptionalLong> latest) {
    files.keep();
    try {
      return commit.getAsLong();
    } catch (ProjectException e) {
      if (isConflict(e) || isUnchanged(before, latest)) {
        files.giveUp();
      }
      throw e;
    }
  }

  private static boolean isConflict(ProjectException failure) {
    return failure.problems().stream().allMatch(p -> p.code() == ProblemCode.COMMIT_CONFLICT);
  }

  private static boolean isUnchanged(OptionalLong before, Supplier<OptionalLong> latest) {
    try {
      return latest.get().equals(before);
    } catch (ProjectException e) {
      return false;
    }
  }
}
