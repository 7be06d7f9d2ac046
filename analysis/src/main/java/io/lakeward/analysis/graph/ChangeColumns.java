/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

/** The columns that AUTO CDC adds: to targets, and to the record of changes behind a target. */
public final class ChangeColumns {
  /** Where a version begins, in the target. */
  public static final String START_AT = "__START_AT";

  /** Where a version ends, in the target; NULL while it holds. */
  public static final String END_AT = "__END_AT";

  /** Since when a version was believed, in a bitemporal target. */
  public static final String SYSTEM_START_AT = "__SYSTEM_START_AT";

  /** Until when a version was believed, in a bitemporal target; NULL while it is. */
  public static final String SYSTEM_END_AT = "__SYSTEM_END_AT";

  /** All columns of the record that are not the target's begin like this. */
  public static final String PREFIX = "__lakeward_";

  /** The value of SEQUENCE BY, in the record. */
  public static final String SEQUENCE = PREFIX + "sequence";

  /** The value of SYSTEM SEQUENCE BY, in the record. */
  public static final String SYSTEM = PREFIX + "system";

  /** What a recorded change does: one of the three numbers below. */
  public static final String KIND = PREFIX + "kind";

  public static final int UPSERT = 0;
  public static final int DELETE = 1;
  public static final int TRUNCATE = 2;

  /** Not a change: a row of a snapshot whose key another row has too. It is never recorded. */
  public static final int DUPLICATE = 3;

  /** Decides between changes of one key with one sequence, in the record. */
  public static final String TIE = PREFIX + "tie";

  /** The names of the columns that a change carries, each between separators, in the record. */
  public static final String CARRIED = PREFIX + "carried";

  /** True for a change that was found by comparing snapshots, in the record. */
  public static final String SNAPSHOT = PREFIX + "snapshot";

  /** Separates names in {@link #CARRIED}; no name of a column of a table has it. */
  public static final String SEPARATOR = "\n";

  private ChangeColumns() {}
}
