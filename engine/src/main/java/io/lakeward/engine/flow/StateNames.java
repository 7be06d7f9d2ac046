/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;

/** File names for things whose names may hold any character. */
public final class StateNames {
  private static final int MAX_LENGTH = 120;

  private StateNames() {}

  /** Another one for each spelling of a name, for paths and options. */
  public static String exactFileName(String name) {
    return fileName(name) + "-" + digest(name).substring(0, 8);
  }

  /** The same for all spellings of a name that differ in letter case only. */
  public static String fileName(String name) {
    String folded = name.toLowerCase(Locale.ROOT);
    String encoded = URLEncoder.encode(folded, StandardCharsets.UTF_8).replace("*", "%2A");
    return encoded.length() <= MAX_LENGTH
        ? encoded
        : encoded.substring(0, MAX_LENGTH - 37) + "-" + digest(folded);
  }

  private static String digest(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
