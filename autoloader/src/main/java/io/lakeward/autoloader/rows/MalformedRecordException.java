/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

/** A record breaks its format; thrown and caught inside this module. */
public final class MalformedRecordException extends Exception {
  private static final long serialVersionUID = 1L;

  public MalformedRecordException(Throwable cause) {
    super(null, cause, false, false);
  }

  public MalformedRecordException() {
    super(null, null, false, false);
  }
}
