/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import io.lakeward.model.problem.ProjectException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;

/** A file's content is not what its format demands; thrown and caught inside this module. */
public final class DamagedFileException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason as the end of a sentence
   */
  public DamagedFileException(String reason, Throwable cause) {
    super(reason, cause);
  }

  /**
   * What a library means by an exception: that the file is damaged, unless the disk or the store
   * did not give the bytes, or it comes from ourselves.
   *
   * @param reason as the end of a sentence
   */
  public static IOException meaning(Exception e, String reason) {
    if (e instanceof ProjectException known) {
      throw known;
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileNotFoundException
          || cause instanceof FileSystemException
          || cause instanceof DamagedFileException) {
        return (IOException) cause;
      }
    }
    return new DamagedFileException(reason, e);
  }
}
