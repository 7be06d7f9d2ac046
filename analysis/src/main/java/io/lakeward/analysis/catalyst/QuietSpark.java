/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.catalyst;

import org.apache.spark.util.Utils$;

/**
 * Keeps Spark's libraries from looking up this machine's name and from writing to the console when
 * their classes are first used. Both are slow, and neither is of use where no cluster is.
 */
final class QuietSpark {
  private QuietSpark() {}

  /** Takes effect only before the first other use of Spark's classes. */
  static void prepare() {
    if (System.getProperty("slf4j.provider") == null
        && System.getProperty("log4j2.configurationFile") == null) {
      System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
      System.setProperty("slf4j.internal.verbosity", "WARN");
    }
    // Spark's settings have the host name among their defaults and ask for it eagerly.
    Utils$.MODULE$.setCustomHostname("localhost");
  }
}
