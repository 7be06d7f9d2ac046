/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.systemtests.Repository;
import io.lakeward.testkit.shipments.Json;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first example gives the figures that follow from its files, reckoned here without any engine.
 */
@NeedsProduct
final class ExampleTest {
  @Test
  void theKpisOfTheShipmentsExampleFollowFromItsFiles(@TempDir Path folder) {
    Examples.copy("01-shipments", folder);
    LakewardProcess.in(folder).run("run").expectExit(0);

    Map<String, Kpi> found = new TreeMap<>();
    String query =
        "SELECT carrier_id, date_format(month, 'yyyy-MM') AS month, on_time_rate, shipments FROM gold_on_time_kpis";
    for (JsonNode row :
        Json.rows(
            LakewardProcess.in(folder).run("sql", query, "--output", "json").expectExit(0).out())) {
      long shipments = row.get("shipments").asLong();
      long onTime = Math.round(row.get("on_time_rate").asDouble() * shipments);
      assertThat(row.get("on_time_rate").asDouble())
          .isCloseTo((double) onTime / shipments, within(1e-12));
      found.put(key(row.get("carrier_id"), row.get("month")), new Kpi(shipments, onTime));
    }

    assertThat(found).isEqualTo(expected(folder)).isNotEmpty();
  }

  private record Kpi(long shipments, long onTime) {
    Kpi plus(Kpi other) {
      return new Kpi(shipments + other.shipments, onTime + other.onTime);
    }
  }

  private static Map<String, Kpi> expected(Path folder) {
    Map<String, Kpi> kpis = new TreeMap<>();
    for (Path file : Repository.files(folder.resolve("volumes"), ".json")) {
      for (String line : Repository.read(file).lines().toList()) {
        JsonNode event = Json.parse(line);
        if (has(event, "shipment_id")
            && has(event, "weight_kg")
            && event.get("weight_kg").asDouble() > 0) {
          boolean delivered = has(event, "delivered_at");
          String month = delivered ? event.get("delivered_at").asText().substring(0, 7) : "null";
          boolean onTime =
              delivered
                  && has(event, "promised_at")
                  && event.get("delivered_at").asText().compareTo(event.get("promised_at").asText())
                      <= 0;
          kpis.merge(
              event.path("carrier_id").asText() + " " + month,
              new Kpi(1, onTime ? 1 : 0),
              Kpi::plus);
        }
      }
    }
    return kpis;
  }

  private static boolean has(JsonNode event, String field) {
    return event.hasNonNull(field);
  }

  private static String key(JsonNode carrier, JsonNode month) {
    return carrier.asText() + " " + (month == null || month.isNull() ? "null" : month.asText());
  }
}
