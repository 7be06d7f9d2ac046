/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import java.util.List;

/**
 * A SELECT that gives the rows of a part of a plan. Its columns are the part's output attributes,
 * each once, in any order, and then the columns that it is to be sorted by: DuckDB keeps the order
 * of a subquery only by luck, so the keys are carried along until a limit or the top needs them.
 *
 * @param sortColumns hidden columns, quoted
 * @param sortTerms one term for ORDER BY for each of them
 */
record Fragment(String select, List<String> sortColumns, List<String> sortTerms) {
  static Fragment of(String select) {
    return new Fragment(select, List.of(), List.of());
  }

  /** The same order for other rows or columns. */
  Fragment with(String newSelect) {
    return new Fragment(newSelect, sortColumns, sortTerms);
  }

  Fragment unordered() {
    return of(select);
  }

  /** As an item of FROM. */
  String from() {
    return "(" + select + ")";
  }

  /** The end of a SELECT from this fragment that has to follow its order. */
  String orderBy() {
    return sortTerms.isEmpty() ? "" : " ORDER BY " + String.join(", ", sortTerms);
  }

  /** Further items of a select list that keep the order alive. */
  String carried() {
    return sortColumns.isEmpty() ? "" : ", " + String.join(", ", sortColumns);
  }
}
