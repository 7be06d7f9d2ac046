/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit.shipments;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/** A shipment event as it lies in a file; an absent part is written as JSON null. */
public record Event(
    Optional<String> shipment,
    String carrier,
    Instant delivered,
    Instant promised,
    double weight,
    Optional<String> status) {

  /**
   * The event with a running number. Every seventh has no shipment, every eleventh weighs less than
   * nothing; every third is late.
   */
  public static Event number(int n) {
    Instant promised = Instant.parse("2025-01-01T00:00:00Z").plus(n * 7L, ChronoUnit.HOURS);
    return new Event(
        n % 7 == 0 ? Optional.empty() : Optional.of("S%05d".formatted(n)),
        "C" + n % 4,
        n % 3 == 0 ? promised.plus(5, ChronoUnit.HOURS) : promised.minus(2, ChronoUnit.HOURS),
        promised,
        n % 11 == 0 ? -1.5 : 1 + n % 40 + 0.25,
        Optional.of(n % 2 == 0 ? "DELIVERED" : "DELAYED"));
  }

  public Event withoutStatus() {
    return new Event(shipment, carrier, delivered, promised, weight, Optional.empty());
  }

  public boolean passesTheDropRules() {
    return shipment.isPresent() && weight > 0;
  }

  public boolean onTime() {
    return !delivered.isAfter(promised);
  }

  public String json() {
    return String.format(
        Locale.ROOT,
        "{\"shipment_id\":%s,\"carrier_id\":\"%s\",\"delivered_at\":\"%s\",\"promised_at\":\"%s\",\"weight_kg\":%s,\"status\":%s}",
        quoted(shipment),
        carrier,
        delivered,
        promised,
        weight,
        quoted(status));
  }

  private static String quoted(Optional<String> text) {
    return text.map(t -> "\"" + t + "\"").orElse("null");
  }
}
