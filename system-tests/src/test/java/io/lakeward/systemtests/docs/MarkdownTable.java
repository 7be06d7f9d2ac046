/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The tables of a Markdown page, row by row. */
record MarkdownTable(List<String> headings, List<List<String>> rows) {

  static List<MarkdownTable> in(String page) {
    List<MarkdownTable> tables = new ArrayList<>();
    List<String> lines = page.lines().toList();
    for (int i = 0; i + 1 < lines.size(); i++) {
      if (lines.get(i).startsWith("|") && lines.get(i + 1).matches("\\|[-:| ]+\\|\\s*")) {
        List<List<String>> rows = new ArrayList<>();
        int row = i + 2;
        while (row < lines.size() && lines.get(row).startsWith("|")) {
          rows.add(cells(lines.get(row++)));
        }
        tables.add(new MarkdownTable(cells(lines.get(i)), rows));
        i = row - 1;
      }
    }
    return tables;
  }

  Optional<Integer> column(String heading) {
    int index = headings.indexOf(heading);
    return index < 0 ? Optional.empty() : Optional.of(index);
  }

  private static List<String> cells(String line) {
    String inside = line.strip().replaceAll("^\\||\\|$", "");
    return Arrays.stream(inside.split("(?<!\\\\)\\|", -1)).map(String::strip).toList();
  }
}
