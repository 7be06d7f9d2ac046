/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;

/**
 * Collects what one commit shall do to a table, and does it: create it if it is not there, change
 * its schema, add or replace its rows, and remember how far the writer is. All of it appears at
 * once or not at all.
 *
 * <p>For one thread.
 */
public final class TableTransaction {
  private final Path table;
  private final DeltaLog log;
  private final WriteMode mode;
  private final String operation;
  private final Map<String, String> setProperties = new LinkedHashMap<>();
  private final Set<String> unsetProperties = new LinkedHashSet<>();
  private final Map<String, Long> transactionVersions = new LinkedHashMap<>();
  private final Map<String, String> operationParameters = new LinkedHashMap<>();
  private final Map<String, String> operationMetrics = new LinkedHashMap<>();
  private final List<NewDataFile> files = new ArrayList<>();
  private final List<DataFile> removedFiles = new ArrayList<>();
  private final Map<DataFile, RoaringBitmap> deletedRows = new LinkedHashMap<>();
  private final List<NewDataFile> changeFiles = new ArrayList<>();
  private Optional<String> schemaJson = Optional.empty();
  private Optional<List<String>> partitionColumns = Optional.empty();
  private Optional<String> description = Optional.empty();
  private OptionalLong readVersion = OptionalLong.empty();
  private Optional<IdentityUse> identity = Optional.empty();
  private boolean changesRows = true;

  TableTransaction(Path table, DeltaLog log, WriteMode mode, String operation) {
    this.table = table;
    this.log = log;
    this.mode = mode;
    this.operation = operation;
  }

  /**
   * The schema of the rows, as Spark's {@code StructType.json()} writes it. Needed to create the
   * table. When appending, columns that the table lacks are added, also inside structs, and become
   * nullable; columns that are left out stay; comments change and NOT NULL goes as this schema has
   * it, but never comes; a type that differs is refused, unless it is wider and the table allows
   * it. When overwriting, it takes the place of the old schema.
   */
  public TableTransaction withSchema(String json) {
    schemaJson = Optional.of(json);
    return this;
  }

  /** Partition columns of a table that is created or overwritten. */
  public TableTransaction withPartitionColumns(List<String> columns) {
    partitionColumns = Optional.of(List.copyOf(columns));
    return this;
  }

  /**
   * Sets these properties and leaves the others as they are. Delta's own are known in any case and
   * stored as Delta spells them.
   */
  public TableTransaction withProperties(Map<String, String> properties) {
    properties.forEach(
        (key, value) -> {
          setProperties.put(PropertyNames.canonical(key), value);
          unsetProperties.remove(PropertyNames.canonical(key));
        });
    if (setProperties.containsKey(PropertyNames.DELETION_VECTORS)) {
      unsetProperties.add(PropertyNames.DELETION_VECTORS_UNASKED);
    }
    return this;
  }

  public TableTransaction withoutProperties(Collection<String> keys) {
    keys.forEach(key -> unsetProperties.add(PropertyNames.canonical(key)));
    setProperties.keySet().removeAll(unsetProperties);
    return this;
  }

  /** The table's comment; an empty text removes it. */
  public TableTransaction withDescription(String text) {
    description = Optional.of(text);
    return this;
  }

  /**
   * Remembers in the table how far an application is. The commit is refused if the table already
   * holds this version or a later one, so that no batch gets in twice.
   */
  public TableTransaction withTransactionVersion(String appId, long version) {
    transactionVersions.put(appId, version);
    return this;
  }

  /** Refuses the commit unless the table is still at this version; -1: does not exist yet. */
  public TableTransaction withReadVersion(long version) {
    readVersion = OptionalLong.of(version);
    return this;
  }

  public TableTransaction withOperationParameter(String key, String value) {
    operationParameters.put(key, value);
    return this;
  }

  /** A number for the history. Those of files, rows and bytes are there by themselves. */
  public TableTransaction withOperationMetric(String key, String value) {
    operationMetrics.put(key, value);
    return this;
  }

  /**
   * Has to be called for every write to a table whose columns number rows.
   *
   * @param before the table's columns that number rows, as they were when the rows were numbered;
   *     the commit is refused if others have been numbered since
   * @param after the same with these rows, or others if all rows are replaced
   */
  public TableTransaction withIdentityColumns(
      List<IdentityColumn> before, List<IdentityColumn> after) {
    identity = Optional.of(new IdentityUse(before, after));
    return this;
  }

  private record IdentityUse(List<IdentityColumn> before, List<IdentityColumn> after) {}

  public TableTransaction addFile(NewDataFile file) {
    files.add(file);
    return this;
  }

  public TableTransaction addFiles(Collection<NewDataFile> newFiles) {
    files.addAll(newFiles);
    return this;
  }

  /**
   * Removes files that are active, because their rows are deleted or are in files that are added.
   * Goes together with {@link #withReadVersion}.
   */
  public TableTransaction removeFiles(Collection<DataFile> activeFiles) {
    removedFiles.addAll(activeFiles);
    return this;
  }

  /**
   * Deletes some rows of files that are active and stay, whose number of rows is known. Every
   * reader of the table has to know deletion vectors from then on; the properties tell, and whether
   * anyone had asked for them. Goes together with {@link #withReadVersion}.
   *
   * @param rows their numbers in the file, from 0
   */
  public TableTransaction deleteRows(Map<DataFile, int[]> rows) {
    rows.forEach((file, numbers) -> deletedRows.put(file, RoaringBitmap.bitmapOf(numbers)));
    return this;
  }

  /**
   * Adds files that tell the commit's changes row by row, for readers of the change data feed. Each
   * has the table's columns and {@code _change_type}. With them, they have to tell all changes.
   */
  public TableTransaction addChangeFiles(Collection<NewDataFile> newFiles) {
    changeFiles.addAll(newFiles);
    return this;
  }

  /**
   * Says that the files that are added hold the rows of those that are removed, and no others, so
   * that readers of the table's changes can pass over the commit.
   */
  public TableTransaction withSameRows() {
    changesRows = false;
    return this;
  }

  /**
   * Commits on top of the table's latest version, and never tries twice. After a {@code
   * COMMIT_CONFLICT} an append may be committed again as it is; an overwrite has to be thought
   * over.
   *
   * @return the new version
   */
  public long commit() {
    Optional<TableState> before = log.findNewest();
    long version = before.map(TableState::version).orElse(-1L) + 1;
    checkExpectations(before, version - 1);
    TableMetadata metadata = before.map(this::changed).orElseGet(this::created);
    long now = System.currentTimeMillis();
    CommitActions actions = new CommitActions(table, metadata, before, version, now, changesRows);
    try {
      for (NewDataFile file : files) {
        actions.add(file);
      }
      if (mode == WriteMode.OVERWRITE) {
        actions.removeAll();
      }
      for (DataFile file : removedFiles) {
        actions.remove(file);
      }
      for (Map.Entry<DataFile, RoaringBitmap> rows : deletedRows.entrySet()) {
        actions.deleteRows(rows.getKey(), rows.getValue());
      }
      for (NewDataFile file : changeFiles) {
        actions.addChanges(file);
      }
      transactionVersions.forEach(actions::transaction);
      List<ObjectNode> all = actions.all(commitInfo(metadata, actions));
      if (!files.isEmpty()) {
        DurableFiles.forceFolder(table);
      }
      actions.deletionVectors().write();
      write(version, all, actions.deletionVectors());
      TableState after =
          before.isPresent() ? log.committed(before.get(), all, version) : log.created(all);
      LogMaintenance.afterCommit(table, log, after);
      return version;
    } catch (IOException e) {
      throw FileProblems.failure("commit to", table, e);
    }
  }

  private void write(long version, List<ObjectNode> actions, DeletionVectorFile vectors)
      throws IOException {
    if (version == 0) {
      Files.createDirectories(log.folder());
      DurableFiles.forceFolder(table);
    }
    try {
      DurableFiles.writeNew(log.commitFile(version), LogActions.write(actions));
    } catch (FileAlreadyExistsException e) {
      vectors.delete();
      throw TableProblems.commitConflict(table, version, e);
    }
  }

  private void checkExpectations(Optional<TableState> before, long latest) {
    if (readVersion.isPresent() && readVersion.getAsLong() != latest) {
      throw TableProblems.readVersionPassed(table, readVersion.getAsLong(), latest);
    }
    before.ifPresent(
        state ->
            transactionVersions.forEach(
                (appId, wanted) -> {
                  long done = state.transactionVersion(appId);
                  if (done >= wanted) {
                    throw TableProblems.alreadyCommitted(table, appId, wanted, done);
                  }
                }));
  }

  private TableMetadata created() {
    TableSchema schema =
        numbering(
            TableSchema.wanted(schemaJson.orElseThrow(() -> TableProblems.schemaMissing(table))));
    return TableMetadata.create(
        schema,
        schema.checkPartitionColumns(partitionColumns.orElse(List.of())),
        setProperties,
        description);
  }

  private TableMetadata changed(TableState before) {
    TableSchema stored = TableSchema.stored(before.schemaJson());
    TableProtocol.checkWritable(table, before, stored);
    boolean loses = changesRows && !(removedFiles.isEmpty() && deletedRows.isEmpty());
    if ((mode == WriteMode.OVERWRITE || loses) && before.isTrue("delta.appendOnly")) {
      throw TableProblems.appendOnly(table);
    }
    checkIdentity(stored);
    if (!deletedRows.isEmpty()
        && !setProperties.containsKey(PropertyNames.DELETION_VECTORS)
        && !before.isTrue(PropertyNames.DELETION_VECTORS)) {
      setProperties.put(PropertyNames.DELETION_VECTORS, "true");
      setProperties.put(PropertyNames.DELETION_VECTORS_UNASKED, "true");
    }
    TableSchema schema =
        schemaJson
            .map(TableSchema::wanted)
            .map(
                wanted ->
                    mode == WriteMode.APPEND
                        ? stored.withColumnsOf(wanted, widens(before))
                        : wanted)
            .or(() -> identity.map(i -> stored))
            .map(this::numbering)
            .filter(s -> !s.isSameAs(stored))
            .orElse(stored);
    List<String> oldPartitions = LogActions.list(before.metadata().path("partitionColumns"));
    List<String> partitions = schema.checkPartitionColumns(partitionColumns.orElse(oldPartitions));
    if (mode == WriteMode.APPEND && !partitions.equals(oldPartitions)) {
      throw TableProblems.partitionColumnsChanged(oldPartitions, partitions);
    }
    return TableMetadata.change(
        before, mode, schema, partitions, setProperties, unsetProperties, description);
  }

  private TableSchema numbering(TableSchema schema) {
    return identity.map(use -> schema.withIdentityColumns(use.after())).orElse(schema);
  }

  private void checkIdentity(TableSchema stored) {
    boolean writesRows = mode == WriteMode.OVERWRITE || (changesRows && !files.isEmpty());
    if (identity.isEmpty() && writesRows && stored.numbersRows()) {
      throw TableProblems.featureUnsupported(table, TableProtocol.IDENTITY_COLUMNS);
    }
    if (identity.isPresent() && !identity.get().before().equals(IdentityColumn.of(stored.json()))) {
      throw TableProblems.rowsNumberedMeanwhile(table);
    }
  }

  private boolean widens(TableState before) {
    String property =
        setProperties.getOrDefault(
            PropertyNames.TYPE_WIDENING,
            before.properties().getOrDefault(PropertyNames.TYPE_WIDENING, "false"));
    return "true".equalsIgnoreCase(property);
  }

  private ObjectNode commitInfo(TableMetadata metadata, CommitActions actions) {
    ObjectNode info = actions.startCommitInfo();
    info.put("operation", operation);
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("mode", mode == WriteMode.APPEND ? "Append" : "Overwrite");
    ArrayNode partitionBy = info.arrayNode();
    metadata.partitionColumns().forEach(partitionBy::add);
    parameters.put("partitionBy", JsonTrees.text(partitionBy));
    parameters.putAll(operationParameters);
    info.set("operationParameters", LogActions.objectOf(parameters));
    info.put("isolationLevel", "Serializable");
    info.put(
        "isBlindAppend",
        mode == WriteMode.APPEND && removedFiles.isEmpty() && deletedRows.isEmpty());
    Map<String, String> metrics = new LinkedHashMap<>(actions.metrics());
    metrics.putAll(operationMetrics);
    info.set("operationMetrics", LogActions.objectOf(metrics));
    return info;
  }
}
