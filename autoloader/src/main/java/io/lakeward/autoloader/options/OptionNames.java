/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.options;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The names of all options of file sources, sorted by what becomes of them. */
public final class OptionNames {
  /** Each document is one value of this column. */
  static final String SINGLE_VARIANT = "singleVariantColumn";

  /** Read here, or by the update that ingests the files. */
  private static final Set<String> COMMON =
      anyCase(
          "format",
          "schema",
          "schemaHints",
          "inferColumnTypes",
          "partitionColumns",
          "rescuedDataColumn",
          "readerCaseSensitive",
          "pathGlobFilter",
          "fileNamePattern",
          "modifiedAfter",
          "modifiedBefore",
          "recursiveFileLookup",
          "timeZone",
          "encoding",
          "charset",
          "allowOverwrites",
          "includeExistingFiles",
          "maxFilesPerTrigger",
          "maxBytesPerTrigger",
          "ignoreCorruptFiles",
          "ignoreMissingFiles",
          "schemaEvolutionMode",
          "schemaLocation",
          "useStrictGlobber",
          "ignoredPathSegmentRegex",
          "validateOptions",
          "cleanSource",
          "cleanSource.retentionDuration",
          "cleanSource.moveDestination",
          // Without effect on a listing that sees every file and a memory that forgets none.
          "maxFileAge",
          "backfillInterval",
          "useIncrementalListing",
          "listOnStart",
          "fetchParallelism",
          "useNotifications",
          "useManagedFileEvents");

  private static final Set<String> LINES =
      anyCase(
          "mode",
          "badRecordsPath",
          "columnNameOfCorruptRecord",
          "samplingRatio",
          "multiLine",
          "lineSep",
          "locale",
          "dateFormat",
          "timestampFormat",
          "timestampNTZFormat",
          "enableDateTimeParsingFallback");

  private static final Set<String> JSON =
      anyCase(
          "allowBackslashEscapingAnyCharacter",
          "allowComments",
          "allowNonNumericNumbers",
          "allowNumericLeadingZeros",
          "allowSingleQuotes",
          "allowUnquotedControlChars",
          "allowUnquotedFieldNames",
          "dropFieldIfAllNull",
          "inferTimestamp",
          "prefersDecimal",
          "primitivesAsString",
          SINGLE_VARIANT);

  private static final Set<String> CSV =
      anyCase(
          "charToEscapeQuoteEscaping",
          "comment",
          "emptyValue",
          "escape",
          "header",
          "ignoreLeadingWhiteSpace",
          "ignoreTrailingWhiteSpace",
          "inferSchema",
          "maxCharsPerColumn",
          "maxColumns",
          "mergeSchema",
          "nanValue",
          "negativeInf",
          "nullValue",
          "parserCaseSensitive",
          "positiveInf",
          "preferDate",
          "quote",
          "sep",
          "delimiter",
          "unescapedQuoteHandling",
          "skipRows",
          "failOnUnknownFields",
          "failOnWidenedFields",
          "enforceSchema");

  private static final Set<String> TEXT = anyCase("lineSep", "wholeText");

  private static final Set<String> PARQUET =
      anyCase("datetimeRebaseMode", "int96RebaseMode", "mergeSchema");

  private static final Set<String> XML =
      anyCase(
          "rowTag",
          "attributePrefix",
          "valueTag",
          "excludeAttribute",
          "ignoreNamespace",
          "ignoreSurroundingSpaces",
          "inferSchema",
          "nullValue",
          "preferDate",
          "prefersDecimal",
          "rowValidationXSDPath",
          SINGLE_VARIANT,
          "mode",
          "badRecordsPath",
          "columnNameOfCorruptRecord",
          "samplingRatio",
          "locale",
          "dateFormat",
          "timestampFormat",
          "timestampNTZFormat");

  private static final Set<String> AVRO =
      anyCase("avroSchema", "datetimeRebaseMode", "mergeSchema");

  private static final Set<String> ORC = anyCase("mergeSchema");

  /** Known to Lakeflow, not built here. */
  private static final Set<String> UNSUPPORTED =
      anyCase(
          "pathRewrites",
          "databricks.serviceCredential",
          "databricks.connection",
          "avroSchemaEvolutionMode",
          "compression",
          // Of cloud notifications.
          "region",
          "queueUrl",
          "queueName",
          "roleArn",
          "roleExternalId",
          "roleSessionName",
          "stsEndpoint",
          "awsAccessKey",
          "awsSecretKey",
          "restrictNotificationSetupToSameAWSAccountId",
          "resourceGroup",
          "subscriptionId",
          "tenantId",
          "clientId",
          "clientSecret",
          "connectionString",
          "projectId",
          "client",
          "clientEmail",
          "privateKey",
          "privateKeyId",
          "subscription");

  private static final String RESOURCE_TAG = "resourceTag.";

  private OptionNames() {}

  static boolean isHandled(String option, SourceFormat format) {
    return COMMON.contains(option) || ofFormat(format).stream().anyMatch(o -> o.contains(option));
  }

  private static List<Set<String>> ofFormat(SourceFormat format) {
    return switch (format) {
      case JSON -> List.of(LINES, JSON);
      case CSV -> List.of(LINES, CSV);
      case TEXT -> List.of(TEXT);
      case XML -> List.of(XML);
      case PARQUET -> List.of(PARQUET);
      case AVRO -> List.of(AVRO);
      case ORC -> List.of(ORC);
      case BINARYFILE -> List.of();
    };
  }

  static boolean isUnsupported(String option) {
    return UNSUPPORTED.contains(option)
        || option.regionMatches(true, 0, RESOURCE_TAG, 0, RESOURCE_TAG.length());
  }

  /** The known option that is meant, if one is near enough to be a slip of the pen. */
  static Optional<String> nearest(String option, SourceFormat format) {
    TreeSet<String> known = new TreeSet<>(COMMON);
    ofFormat(format).forEach(known::addAll);
    known.addAll(UNSUPPORTED);
    return nearest(option.replaceFirst("(?i)^cloudFiles\\.", ""), known);
  }

  static Optional<String> nearest(String word, Collection<String> known) {
    String wanted = word.toLowerCase(Locale.ROOT);
    String best = null;
    int least = Math.max(1, wanted.length() / 3) + 1;
    for (String candidate : known) {
      int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT));
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }

  private static Set<String> anyCase(String... names) {
    TreeSet<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(java.util.List.of(names));
    return set;
  }
}
