/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlFunction;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tells the functions of SQL that users made, and who asks. */
public interface FunctionLookup {
  Optional<SqlFunction> find(TableName name);

  /** All functions, for suggestions. */
  Collection<TableName> all();

  /** For whom queries are answered: {@code current_user()}, {@code is_member('…')}. */
  Reader reader();

  /** A person and the groups that the person is in. */
  record Reader(String user, Set<String> groups) {
    public Reader {
      groups = Set.copyOf(groups);
    }
  }

  /** No functions; the reader is the one who runs this process. */
  static FunctionLookup none() {
    return new FunctionLookup() {
      @Override
      public Optional<SqlFunction> find(TableName name) {
        return Optional.empty();
      }

      @Override
      public Collection<TableName> all() {
        return List.of();
      }

      @Override
      public Reader reader() {
        return new Reader(System.getProperty("user.name", ""), Set.of());
      }
    };
  }
}
