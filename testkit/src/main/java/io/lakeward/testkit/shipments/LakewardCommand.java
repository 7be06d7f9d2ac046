/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit.shipments;

/** The {@code lakeward} command with a project's folder as its own, however it is run. */
public interface LakewardCommand {

  /** Runs the command to its end. */
  Finished run(String... arguments);

  /** What the command left behind. */
  record Finished(String arguments, int exit, String out, String err) {
    /** Everything that a person saw. */
    public String said() {
      return out + "\n" + err;
    }

    public Finished expectExit(int expected) {
      if (exit != expected) {
        throw new AssertionError(
            "lakeward %s ended with %d, not %d%n--- stdout%n%s%n--- stderr%n%s"
                .formatted(arguments, exit, expected, out, err));
      }
      return this;
    }
  }
}
