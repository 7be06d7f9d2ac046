/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.source.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemPrinterTest {

  private final ProblemPrinter printer = new ProblemPrinter(Terminal.NONE);

  private static Problem unknownColumn(String text, String marked) {
    SourceFile file = new SourceFile("transformations/orders.sql", text);
    int start = text.indexOf(marked);
    return Problem.of(ProblemCode.UNRESOLVED_COLUMN, "Column `" + marked + "` does not exist.")
        .at(file.span(start, start + marked.length()))
        .withFix("Did you mean `order_id`?");
  }

  @Test
  void shows_what_where_and_fix() {
    assertThat(printer.print(unknownColumn("SELECT 1;\nSELECT ordr_id FROM orders\n", "ordr_id")))
        .isEqualTo(
            """
            error[UNRESOLVED_COLUMN] Column `ordr_id` does not exist.
              --> transformations/orders.sql:2:8
               |
             2 | SELECT ordr_id FROM orders
               |        ^^^^^^^
              fix: Did you mean `order_id`?
            """);
  }

  @Test
  void tabs_and_wide_characters_do_not_move_the_caret() {
    assertThat(printer.print(unknownColumn("\t'注文' , ordr_id", "ordr_id")))
        .contains(" 1 |     '注文' , ordr_id\n")
        .contains("   |              ^^^^^^^\n");
  }

  @Test
  void a_place_over_several_lines_is_marked_on_its_first_line() {
    SourceFile file = new SourceFile("a.sql", "SELECT (\n1 +\n2)");
    Problem problem = Problem.of(ProblemCode.ANALYSIS_ERROR, "No.").at(file.span(7, 15));
    assertThat(printer.print(problem)).contains(" 1 | SELECT (\n   |        ^\n");
  }

  @Test
  void the_end_of_the_file_has_a_caret_too() {
    SourceFile file = new SourceFile("a.sql", "SELECT");
    Problem problem = Problem.of(ProblemCode.PARSE_SYNTAX_ERROR, "No.").at(file.span(6, 6));
    assertThat(printer.print(problem)).contains(" 1 | SELECT\n   |       ^\n");
  }

  @Test
  void a_long_line_is_cut_around_the_place() {
    String text = "SELECT " + "a, ".repeat(200) + "ordr_id" + ", b".repeat(200);
    String shown = printer.print(unknownColumn(text, "ordr_id"));
    assertThat(shown.lines()).allMatch(line -> DisplayWidth.of(line) <= 120);
    List<String> lines = shown.lines().toList();
    int caret = lines.get(4).indexOf('^');
    assertThat(lines.get(3).substring(caret)).startsWith("ordr_id");
  }

  @Test
  void control_characters_of_a_file_do_not_reach_the_terminal() {
    String shown = printer.print(unknownColumn("\u001b[2J ordr_id", "ordr_id"));
    assertThat(shown).doesNotContain("\u001b");
  }

  @Test
  void counts_at_the_end() {
    Problem problem = Problem.of(ProblemCode.RUN_EMPTY_PIPELINE, "The project defines no table.");
    assertThat(printer.printAll(List.of(problem), "nothing was run"))
        .endsWith("\n1 problem; nothing was run\n");
    assertThat(printer.printAll(List.of(problem, problem, problem), "nothing was run"))
        .endsWith("\n3 problems; nothing was run\n");
  }
}
