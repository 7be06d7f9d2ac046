/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.engine.quality.QualityHistory;
import io.lakeward.engine.quality.QualityHistory.Update;
import io.lakeward.engine.quality.RuleHistory;
import io.lakeward.engine.quality.RuleHistory.Check;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class QualityViewsTest {
  private static final TableNames NAMES = new TableNames("main", "default");
  private static final QualityHistory HISTORY =
      new QualityHistory(
          List.of(
              new Update("u1", Instant.parse("2026-01-01T10:00:00Z"), "COMPLETED"),
              new Update("u2", Instant.parse("2026-01-02T10:00:00Z"), "COMPLETED"),
              new Update("u3", Instant.parse("2026-01-03T10:00:00Z"), "FAILED")),
          List.of(
              new RuleHistory(
                  "main.default.orders",
                  "a<b & \"c\"",
                  "DROP_ROW",
                  List.of(new Check(8, 2), new Check(0, 0), new Check(5, 5))),
              new RuleHistory(
                  "main.default.orders",
                  "always",
                  "WARN",
                  List.of(new Check(10, 0), new Check(0, 0), new Check(0, 4)))));

  @Test
  void EXP_14_theTableHasRatesAndATrend() {
    assertThat(new QualityTable(Terminal.NONE, NAMES).print(HISTORY))
        .isEqualTo(
            """
            rule       dataset  on violation  checked  failed  pass rate    last  trend
            ---------  -------  ------------  -------  ------  ---------  ------  -----
            a<b & "c"  orders   drop row           20       7     65.00%  50.00%  ▆·▄
            always     orders   warn               14       4     71.43%      0%  █·▁

            3 updates, oldest first in the trend.
            """);
  }

  @Test
  void EXP_14_withoutRulesItSaysSo() {
    QualityHistory nothing = new QualityHistory(List.of(), List.of());
    assertThat(new QualityTable(Terminal.NONE, NAMES).print(nothing))
        .isEqualTo("No expectation has been checked yet.\n");
    assertThat(new QualityPage("p", NAMES).print(nothing))
        .contains("No expectation has been checked yet.");
  }

  @Test
  void EXP_14_theJsonHasEveryCount() throws Exception {
    JsonNode json = new ObjectMapper().readTree(JsonDocuments.quality("p", HISTORY));
    assertThat(json.at("/rules/0/pass_rate").asDouble()).isEqualTo(0.65);
    assertThat(json.at("/rules/0/updates/0/failed_records").asLong()).isEqualTo(2);
    assertThat(json.at("/rules/0/updates/1/pass_rate").isNull()).isTrue();
    assertThat(json.at("/updates/2/state").asText()).isEqualTo("FAILED");
  }

  @Test
  void EXP_14_thePageIsWholeAndNeedsNothingElse() throws Exception {
    String page = new QualityPage("shop & <co>", NAMES).print(HISTORY);
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    assertThat(elements(document, "h1").get(0).getTextContent())
        .isEqualTo("Quality of shop & <co>");
    assertThat(elements(document, "h2"))
        .extracting(Element::getTextContent)
        .containsExactly("a<b & \"c\"", "always");
    assertThat(elements(document, "svg"))
        .hasSize(2)
        .allSatisfy(svg -> assertThat(svg.getAttribute("aria-label")).startsWith("Pass rate of"));
    // Updates that checked nothing have no point, and no line to the bottom.
    assertThat(elements(document, "circle"))
        .extracting(c -> c.getAttribute("class"))
        .containsExactly("broken", "broken", "kept", "broken");
    assertThat(elements(document, "polyline").get(0).getAttribute("points").split(" ")).hasSize(2);
    assertThat(elements(document, "meta"))
        .anySatisfy(m -> assertThat(m.getAttribute("name")).isEqualTo("viewport"));
    assertThat(page)
        .contains("prefers-color-scheme: dark")
        .doesNotContain("<script", "<link", "src=", "url(", "http");
  }

  private static List<Element> elements(Document document, String name) {
    NodeList found = document.getElementsByTagName(name);
    return java.util.stream.IntStream.range(0, found.getLength())
        .mapToObj(i -> (Element) found.item(i))
        .toList();
  }
}
