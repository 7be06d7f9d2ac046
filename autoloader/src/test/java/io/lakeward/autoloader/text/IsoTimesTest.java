/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Java's own calendar is the measure. */
final class IsoTimesTest {
  private static long date(String text) {
    byte[] padded = ("x" + text + "xxxxxxxxxxxx").getBytes(StandardCharsets.ISO_8859_1);
    return new IsoTimes(ZoneOffset.UTC, true, true).date(padded, 1, text.length());
  }

  private static long timestamp(IsoTimes times, String text) {
    byte[] padded = ("x" + text + "xxxxxxxxxxxx").getBytes(StandardCharsets.ISO_8859_1);
    return times.timestamp(padded, 1, text.length());
  }

  @Test
  void each_day_is_the_calendars_and_no_other_day_exists() {
    for (int year : new int[] {0, 1, 4, 99, 100, 400, 1582, 1900, 1970, 2000, 2023, 2024, 9999}) {
      for (int month = 0; month <= 13; month++) {
        for (int day = 0; day <= 32; day++) {
          String text = String.format(java.util.Locale.ROOT, "%04d-%02d-%02d", year, month, day);
          long expected;
          try {
            expected = LocalDate.of(year, month, day).toEpochDay();
          } catch (java.time.DateTimeException e) {
            expected = IsoTimes.NOT_PLAIN;
          }
          assertThat(date(text)).as(text).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void a_character_that_has_no_place_there_makes_it_not_plain() {
    String good = "2024-02-29T23:59:58";
    IsoTimes times = new IsoTimes(ZoneOffset.UTC, true, true);
    assertThat(timestamp(times, good)).isEqualTo(1_709_251_198_000_000L);
    for (int i = 0; i < good.length(); i++) {
      for (char c = 0; c < 256; c++) {
        boolean fits =
            Character.isDigit(good.charAt(i))
                ? c >= '0' && c <= '9'
                : c == good.charAt(i) || (i == 10 && c == ' ');
        long found = timestamp(times, good.substring(0, i) + c + good.substring(i + 1));
        if (!fits) {
          assertThat(found).as("%d at %d", (int) c, i).isEqualTo(IsoTimes.NOT_PLAIN);
        }
      }
    }
  }

  @Test
  void wall_clocks_have_the_offset_that_their_zone_has_then() {
    for (String name :
        new String[] {"Europe/Berlin", "UTC", "America/St_Johns", "Asia/Kathmandu"}) {
      ZoneId zone = ZoneId.of(name);
      IsoTimes times = new IsoTimes(zone, true, true);
      Random random = new Random(7);
      for (int i = 0; i < 5000; i++) {
        // Half of them near the changes of 2024.
        LocalDateTime local =
            i % 2 == 0
                ? LocalDateTime.of(2024, i % 4 == 0 ? 3 : 10, 1, 0, 0)
                    .plusMinutes(random.nextInt(60 * 24 * 31))
                : LocalDateTime.of(1850, 1, 1, 0, 0)
                    .plusSeconds((long) (random.nextDouble() * 6e9));
        String text = local.format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss"));
        assertThat(timestamp(times, text))
            .as("%s %s", name, text)
            .isEqualTo(local.atZone(zone).toEpochSecond() * 1_000_000);
      }
    }
  }
}
