/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import io.lakeward.autoloader.rows.FieldColumns;
import io.lakeward.autoloader.rows.ReadPlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Which columns of a typed file are read, and which columns of the read schema they go to. */
public final class TypedColumns {
  /**
   * A column of the file.
   *
   * @param target column of the schema, or -1 if its values are only rescued
   * @param value makes the value; none if it is only rescued
   */
  record Column(int index, StructField field, int target, @Nullable TypedValue value) {}

  private final ReadPlan plan;
  private final boolean caseSensitive;
  private final List<Column> columns = new ArrayList<>();

  TypedColumns(ReadPlan plan, StructType file, BitSet fromFolder, Unknown unknown) {
    this.plan = plan;
    FieldColumns known = FieldColumns.of(plan, fromFolder);
    this.caseSensitive = known.isCaseSensitive();
    boolean[] wanted = plan.wantedColumns(fromFolder);
    StructField[] schema = plan.schema().fields();
    BitSet taken = new BitSet();
    for (int i = 0; i < file.length(); i++) {
      StructField field = file.fields()[i];
      int target = known.find(field.name());
      // A second column of the same name, in another case, has no column of its own.
      boolean isFirst = target >= 0 && !taken.get(target);
      if (isFirst) {
        taken.set(target);
        findUnknown(schema[target].dataType(), field.dataType(), field.name(), unknown);
        if (wanted[target]) {
          TypedValue value =
              TypedValue.of(schema[target].dataType(), field.dataType(), caseSensitive);
          columns.add(new Column(i, field, target, value));
        }
      } else if (target != FieldColumns.IGNORED) {
        unknown.met(field.name(), Optional.of(field.dataType()));
        if (plan.keepsMisfits()) {
          columns.add(new Column(i, field, -1, null));
        }
      }
    }
  }

  /** Takes the fields that the schema does not have. */
  interface Unknown {
    void met(String name, Optional<DataType> type);
  }

  private void findUnknown(DataType wanted, DataType found, String path, Unknown unknown) {
    if (wanted instanceof StructType w && found instanceof StructType f) {
      Map<String, DataType> known = new HashMap<>();
      for (StructField field : w.fields()) {
        known.putIfAbsent(key(field.name()), field.dataType());
      }
      for (StructField field : f.fields()) {
        String name = path + "." + field.name();
        DataType type = known.get(key(field.name()));
        if (type == null) {
          unknown.met(name, Optional.of(field.dataType()));
        } else {
          findUnknown(type, field.dataType(), name, unknown);
        }
      }
    } else if (wanted instanceof ArrayType w && found instanceof ArrayType f) {
      findUnknown(w.elementType(), f.elementType(), path + ".0", unknown);
    } else if (wanted instanceof MapType w && found instanceof MapType f) {
      findUnknown(w.valueType(), f.valueType(), path + ".0", unknown);
    }
  }

  private String key(String name) {
    return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
  }

  List<Column> columns() {
    return columns;
  }

  int[] indexes() {
    return columns.stream().mapToInt(Column::index).toArray();
  }

  @Override
  public String toString() {
    return plan.schema() + " of " + columns;
  }
}
