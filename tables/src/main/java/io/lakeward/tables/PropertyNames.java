/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How Delta spells its table properties. Delta sets them in any case, but other readers look for
 * this spelling only.
 */
public final class PropertyNames {
  /** Whether changed rows are kept for readers of changes. */
  public static final String CHANGE_DATA_FEED = "delta.enableChangeDataFeed";

  /** Whether writers put small files together on their own. */
  public static final String AUTO_COMPACT = "delta.autoOptimize.autoCompact";

  /** Whether rows keep an identity of their own when they are moved. */
  public static final String ROW_TRACKING = "delta.enableRowTracking";

  /** Whether a column may get a wider type without its files being written anew. */
  public static final String TYPE_WIDENING = "delta.enableTypeWidening";

  /** Whether rows may be deleted from a file without writing it anew. */
  public static final String DELETION_VECTORS = "delta.enableDeletionVectors";

  /**
   * Whether {@link #DELETION_VECTORS} was set because rows were deleted that way, and not because a
   * user wants it.
   */
  public static final String DELETION_VECTORS_UNASKED = "lakeward.deletionVectorsUnasked";

  private static final List<String> PREFIXES = List.of("delta.constraints.", "delta.feature.");

  private static final Map<String, String> KNOWN =
      List.of(
              "delta.appendOnly",
              "delta.autoOptimize",
              AUTO_COMPACT,
              "delta.autoOptimize.optimizeWrite",
              "delta.castIcebergTimeType",
              "delta.checkpoint.partSize",
              "delta.checkpoint.writeStatsAsJson",
              "delta.checkpoint.writeStatsAsStruct",
              "delta.checkpointInterval",
              "delta.checkpointPolicy",
              "delta.checkpointRetentionDuration",
              "delta.columnMapping.maxColumnId",
              "delta.columnMapping.mode",
              "delta.compatibility.symlinkFormatManifest.enabled",
              "delta.dataSkippingNumIndexedCols",
              "delta.dataSkippingStatsColumns",
              "delta.deletedFileRetentionDuration",
              CHANGE_DATA_FEED,
              DELETION_VECTORS,
              "delta.enableExpiredLogCleanup",
              "delta.enableFullRetentionRollback",
              "delta.enableIcebergCompatV1",
              "delta.enableIcebergCompatV2",
              "delta.enableIcebergCompatV3",
              "delta.enableInCommitTimestamps",
              ROW_TRACKING,
              TYPE_WIDENING,
              "delta.enableVariantShredding",
              "delta.inCommitTimestampEnablementTimestamp",
              "delta.inCommitTimestampEnablementVersion",
              "delta.isolationLevel",
              "delta.logRetentionDuration",
              "delta.minReaderVersion",
              "delta.minWriterVersion",
              "delta.parquet.compression.codec",
              "delta.randomizeFilePrefixes",
              "delta.randomPrefixLength",
              "delta.requireCheckpointProtectionBeforeVersion",
              "delta.rowTracking.materializedRowCommitVersionColumnName",
              "delta.rowTracking.materializedRowIdColumnName",
              "delta.sampleRetentionDuration",
              "delta.setTransactionRetentionDuration",
              "delta.targetFileSize",
              "delta.tuneFileSizesForRewrites",
              "delta.universalFormat.enabledFormats")
          .stream()
          .collect(Collectors.toUnmodifiableMap(PropertyNames::fold, Function.identity()));

  private PropertyNames() {}

  /** Delta's spelling of a property that Delta knows; any other key as it is. */
  public static String canonical(String key) {
    String folded = fold(key);
    for (String prefix : PREFIXES) {
      if (folded.startsWith(prefix)) {
        return prefix + key.substring(prefix.length());
      }
    }
    return KNOWN.getOrDefault(folded, key);
  }

  private static String fold(String key) {
    return key.toLowerCase(Locale.ROOT);
  }
}
