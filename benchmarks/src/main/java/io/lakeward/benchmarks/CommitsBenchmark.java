/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import io.delta.kernel.DataWriteContext;
import io.delta.kernel.Operation;
import io.delta.kernel.Table;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionBuilder;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.NewDataFile;
import io.lakeward.tables.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Commits that add one file, in one process, against Delta Kernel with its own file layer. */
final class CommitsBenchmark {
  private static final int COMMITS = 1_000;
  private static final int SHOWN = 100;
  private static final long SIZE = 1_000;

  private final Path work;

  CommitsBenchmark(Path work) {
    this.work = work;
  }

  private interface Commit {
    void make(int number) throws IOException;
  }

  void run(Report report) throws IOException {
    report.section(
        String.format(Locale.ROOT, "Commits of one file (median of %d)", SHOWN),
        List.of("who", "first 100, ms", "100 more at 1,000 versions, ms", "slowest of all, ms"));
    row(report, "lakeward", ours(work.resolve("commits-ours")));
    row(report, "Delta Kernel, its own files", kernel(work.resolve("commits-kernel")));
    report.note("Goal: well under 50 ms. Checkpoints are written by some of these commits.");
  }

  private static void row(Report report, String who, Commit commit) throws IOException {
    List<Double> millis = new ArrayList<>();
    for (int number = 0; number < COMMITS + SHOWN; number++) {
      long start = System.nanoTime();
      commit.make(number);
      millis.add((System.nanoTime() - start) / 1e6);
    }
    report.row(
        who,
        shown(median(millis.subList(0, SHOWN))),
        shown(median(millis.subList(COMMITS, COMMITS + SHOWN))),
        shown(millis.stream().skip(SHOWN).mapToDouble(Double::doubleValue).max().orElseThrow()));
  }

  private static String shown(double millis) {
    return String.format(Locale.ROOT, "%.1f", millis);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  private static Commit ours(Path folder) {
    DeltaTable table = DeltaTable.at(folder);
    table
        .newTransaction(WriteMode.APPEND, "CREATE TABLE")
        .withSchema(
            "{\"type\":\"struct\",\"fields\":[{\"name\":\"id\",\"type\":\"long\",\"nullable\":true,\"metadata\":{}}]}")
        .commit();
    return number -> {
      Path file = Files.write(table.newDataFilePath(), new byte[0]);
      table
          .newTransaction(WriteMode.APPEND, "WRITE")
          .withTransactionVersion("flow", number)
          .addFile(NewDataFile.of(file, SIZE, 1))
          .commit();
    };
  }

  private static Commit kernel(Path folder) throws IOException {
    Files.createDirectories(folder);
    Engine engine = DefaultEngine.create(new Configuration());
    Table table = Table.forPath(engine, folder.toString());
    begin(engine, table, Operation.CREATE_TABLE)
        .withSchema(engine, new StructType().add("id", LongType.LONG))
        .build(engine)
        .commit(engine, CloseableIterable.emptyIterable());
    return number -> {
      Transaction transaction =
          begin(engine, table, Operation.WRITE)
              .withTransactionId(engine, "flow", number)
              .build(engine);
      Row state = transaction.getTransactionState(engine);
      DataWriteContext context = Transaction.getWriteContext(engine, state, Map.of());
      Path file = Files.write(folder.resolve("part-" + number + ".parquet"), new byte[0]);
      DataFileStatus status = new DataFileStatus(file.toString(), SIZE, 0, Optional.empty());
      transaction.commit(
          engine,
          CloseableIterable.inMemoryIterable(
              Transaction.generateAppendActions(engine, state, only(status), context)));
    };
  }

  private static TransactionBuilder begin(Engine engine, Table table, Operation operation) {
    return table.createTransactionBuilder(engine, "benchmark", operation);
  }

  private static <T> CloseableIterator<T> only(T value) {
    Iterator<T> one = List.of(value).iterator();
    return new CloseableIterator<>() {
      @Override
      public boolean hasNext() {
        return one.hasNext();
      }

      @Override
      public T next() {
        return one.next();
      }

      @Override
      public void close() {}
    };
  }
}
