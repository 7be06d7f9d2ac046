/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.text;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Builds the JSON text in which nested values are delivered. */
public final class JsonText {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final StringBuilder text = new StringBuilder();

  public JsonText raw(char c) {
    text.append(c);
    return this;
  }

  public JsonText raw(CharSequence json) {
    text.append(json);
    return this;
  }

  public JsonText string(CharSequence value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < 0x20) {
        escapeControl(c);
      } else {
        text.append(c);
      }
    }
    text.append('"');
    return this;
  }

  /**
   * An object.
   *
   * @param values JSON text by the place of the name; none for null
   */
  public JsonText object(List<String> names, @Nullable String[] values) {
    text.append('{');
    for (int i = 0; i < values.length; i++) {
      text.append(i == 0 ? "" : ",");
      string(names.get(i)).raw(':').raw(values[i] == null ? "null" : values[i]);
    }
    return raw('}');
  }

  /** An object of JSON texts. */
  public JsonText object(Map<String, String> values) {
    text.append('{');
    String separator = "";
    for (Map.Entry<String, String> value : values.entrySet()) {
      raw(separator).string(value.getKey()).raw(':').raw(value.getValue());
      separator = ",";
    }
    return raw('}');
  }

  private void escapeControl(char c) {
    switch (c) {
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> text.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
    }
  }

  /** A value in the form that Spark's parsers give. */
  public void internal(ValueKind kind, @Nullable Object value) {
    if (value == null) {
      text.append("null");
      return;
    }
    switch (kind) {
      case BOOLEAN, BYTE, SHORT, INT, LONG -> text.append(value);
      case FLOAT, DOUBLE -> floating(((Number) value).doubleValue(), value.toString());
      case DECIMAL -> string(((Decimal) value).toJavaBigDecimal().toPlainString());
      case DATE -> date(((Number) value).longValue());
      case TIMESTAMP -> timestamp(((Number) value).longValue(), "+00");
      case TIMESTAMP_NTZ -> timestamp(((Number) value).longValue(), "");
      case STRING -> string(value instanceof UTF8String utf8 ? utf8.toString() : value.toString());
      case BINARY -> string(Base64.getEncoder().encodeToString((byte[]) value));
      case VARIANT, NESTED, NULL -> text.append("null");
    }
  }

  private void floating(double value, String plain) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      string(plain);
    } else {
      text.append(plain);
    }
  }

  private void date(long epochDays) {
    LocalDate date = LocalDate.ofEpochDay(epochDays);
    text.append('"');
    day(date);
    text.append(date.getYear() <= 0 ? " (BC)\"" : "\"");
  }

  private void timestamp(long micros, String zone) {
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000L);
    LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    text.append('"');
    day(time.toLocalDate());
    boolean beforeChrist = time.getYear() <= 0;
    text.append(beforeChrist ? " (BC) " : " ");
    two(time.getHour());
    text.append(':');
    two(time.getMinute());
    text.append(':');
    two(time.getSecond());
    int fraction = time.getNano() / 1000;
    if (fraction != 0) {
      text.append('.');
      for (int digit = 100_000; digit > 0; digit /= 10) {
        text.append((char) ('0' + fraction / digit % 10));
      }
    }
    text.append(zone).append('"');
  }

  private void day(LocalDate date) {
    int year = date.getYear() <= 0 ? 1 - date.getYear() : date.getYear();
    for (int limit = 1000; limit > 1 && year < limit; limit /= 10) {
      text.append('0');
    }
    text.append(year).append('-');
    two(date.getMonthValue());
    text.append('-');
    two(date.getDayOfMonth());
  }

  private void two(int number) {
    text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }

  public byte[] toUtf8() {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
