/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Which column of a read schema takes a record's field of a name. */
public final class FieldColumns {
  /** The schema has no such field. */
  public static final int UNKNOWN = -1;

  /** The field is known, but its column is filled from elsewhere. */
  public static final int IGNORED = -2;

  private final boolean caseSensitive;
  private final Map<String, Integer> columns = new HashMap<>();

  private FieldColumns(boolean caseSensitive) {
    this.caseSensitive = caseSensitive;
  }

  /**
   * The columns of a reading. The one for rescued data is none of them: a field of its name is
   * rescued itself.
   *
   * @param fromFolder columns that the file's folders fill
   */
  public static FieldColumns of(ReadPlan plan, BitSet fromFolder) {
    FieldColumns found = new FieldColumns(plan.options().isCaseSensitive());
    StructField[] fields = plan.schema().fields();
    for (int i = 0; i < fields.length; i++) {
      if (i != plan.rescuedColumn()) {
        found.columns.putIfAbsent(
            found.key(fields[i].name()), plan.isFromRecord(i, fromFolder) ? i : IGNORED);
      }
    }
    return found;
  }

  /** The columns of a schema whose fields all come from records, by their exact names. */
  public static FieldColumns of(StructType schema) {
    FieldColumns found = new FieldColumns(true);
    for (int i = 0; i < schema.length(); i++) {
      found.columns.putIfAbsent(schema.fields()[i].name(), i);
    }
    return found;
  }

  /** The column's position, {@link #UNKNOWN} or {@link #IGNORED}. */
  public int find(String name) {
    return columns.getOrDefault(key(name), UNKNOWN);
  }

  public boolean isCaseSensitive() {
    return caseSensitive;
  }

  private String key(String name) {
    return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
  }
}
