/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.engine.quality.QualityHistory;
import io.lakeward.engine.quality.RuleHistory;
import io.lakeward.engine.quality.RuleHistory.Check;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a browser lays the page out. Skipped where no Chromium is installed. */
class QualityPageBrowserTest {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  /** Opens all tables, measures, and leaves the result as the only text of the page. */
  private static final String MEASURE =
      """
      <script>
      document.querySelectorAll("details").forEach(d => d.open = true);
      const style = e => getComputedStyle(e);
      const outside = [...document.querySelectorAll("h1, h2, p, svg, section, summary")]
          .filter(e => e.getBoundingClientRect().right > window.innerWidth + 1).length;
      const result = {
        window: window.innerWidth,
        content: document.documentElement.scrollWidth,
        outside: outside,
        columns: new Set([...document.querySelectorAll("section")].map(e => Math.round(e.getBoundingClientRect().left))).size,
        plots: [...document.querySelectorAll("svg")].filter(e => e.getBoundingClientRect().height > 40).length,
        smallest: Math.min(...[...document.querySelectorAll("h2, p, td, text")].map(e =>
            parseFloat(style(e).fontSize) * (e.ownerSVGElement ? e.ownerSVGElement.getScreenCTM().a : 1))),
        paper: style(document.body).backgroundColor,
        text: style(document.body).color,
        curve: style(document.querySelector(".curve")).stroke
      };
      document.body.textContent = "RESULT" + JSON.stringify(result) + "END";
      </script>
      """;

  @TempDir Path folder;

  @Test
  void EXP_14_thePageFitsAPhoneAndAScreenInLightAndDark() throws Exception {
    Optional<String> browser = findBrowser();
    assumeTrue(browser.isPresent(), "no Chromium is installed on this machine");
    Path page = folder.resolve("page.html");
    Files.writeString(page, page().replace("</body>", MEASURE + "</body>"));

    JsonNode phone = look(browser.get(), page, 390, "light");
    assertThat(phone.path("content").asInt()).isLessThanOrEqualTo(phone.path("window").asInt());
    assertThat(phone.path("outside").asInt()).isZero();
    assertThat(phone.path("columns").asInt()).isEqualTo(1);
    assertThat(phone.path("plots").asInt()).isEqualTo(3);
    assertThat(phone.path("smallest").asDouble()).isGreaterThan(9);
    assertThat(phone.path("paper").asText()).isEqualTo("rgb(255, 255, 255)");

    JsonNode screen = look(browser.get(), page, 1200, "dark");
    assertThat(screen.path("columns").asInt()).isEqualTo(3);
    assertThat(screen.path("outside").asInt()).isZero();
    for (String part : List.of("paper", "text", "curve")) {
      assertThat(screen.path(part).asText()).as(part).isNotEqualTo(phone.path(part).asText());
    }
  }

  private static String page() {
    List<QualityHistory.Update> updates = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      updates.add(
          new QualityHistory.Update(
              "u" + i, Instant.parse("2026-01-01T00:00:00Z").plusSeconds(i * 60L), "COMPLETED"));
      checks.add(new Check(1_234_567_890 - i, i % 3));
    }
    List<RuleHistory> rules = new ArrayList<>();
    for (String name : List.of("valid_weight", "known", "long_names_without_a_blank".repeat(5))) {
      rules.add(new RuleHistory("main.default.shipments", name, "DROP_ROW", checks));
    }
    return new QualityPage("p", new TableNames("main", "default"))
        .print(new QualityHistory(updates, rules));
  }

  private JsonNode look(String browser, Path page, int width, String scheme) throws Exception {
    Path out = folder.resolve(scheme + ".out");
    Process process =
        new ProcessBuilder(
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=" + width + ",900",
                "--blink-settings=preferredColorScheme=" + (scheme.equals("dark") ? 0 : 1),
                "--dump-dom",
                page.toUri().toString())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    String dom = Files.readString(out, StandardCharsets.UTF_8);
    return new ObjectMapper()
        .readTree(dom.substring(dom.indexOf("RESULT{") + 6, dom.lastIndexOf("END")));
  }

  private static Optional<String> findBrowser() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(java.io.File.pathSeparator))
        .flatMap(folder -> BROWSERS.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }
}
