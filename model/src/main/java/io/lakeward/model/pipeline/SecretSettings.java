/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import java.util.regex.Pattern;

/** Settings whose values nobody is shown: those that Spark hides, and credentials. */
public final class SecretSettings {
  private static final Pattern KEYS =
      Pattern.compile(
          "secret|password|token|(access|account|private)[.]?key|credential|[.]sas[.]",
          Pattern.CASE_INSENSITIVE);

  private static final String HIDDEN = "*********(redacted)";

  private SecretSettings() {}

  /** What may be shown in the place of a value. */
  public static String shown(String key, String value) {
    return KEYS.matcher(key).find() ? HIDDEN : value;
  }
}
