/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import java.io.IOException;

/** A file's content is not what its format demands; thrown and caught inside this module. */
public final class DamagedFileException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason as the end of a sentence
   */
  public DamagedFileException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
