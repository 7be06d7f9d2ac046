/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import io.lakeward.autoloader.content.DamagedFileException;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.store.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/** Opens typed files and turns what their libraries throw into what it means. */
public final class TypedFiles {
  private TypedFiles() {}

  public static TypedFile open(SourceOptions options, FileSplit split, String zone)
      throws IOException {
    if (split.file().path() instanceof StorePath stored) {
      stored.status();
    } else if (!Files.isReadable(split.file().path())) {
      throw new java.io.FileNotFoundException(split.file().path().toString());
    }
    TypedFormat format = TypedFormat.valueOf(options.format().name());
    TypedOptions typed =
        new TypedOptions(
            options.zone(),
            options.isLegacyRebase("datetimeRebaseMode"),
            options.isLegacyRebase("int96RebaseMode"),
            options.option("avroSchema"));
    return guarded(() -> format.open(split.file().path(), split.start(), split.end(), typed));
  }

  /** A step of a library. */
  public interface Step<T> {
    T run() throws IOException;
  }

  /**
   * Whatever a library throws while it reads a file says that the file is damaged, unless the disk
   * or the store did not give the bytes.
   */
  public static <T> T guarded(Step<T> step) throws IOException {
    try {
      return step.run();
    } catch (IOException | RuntimeException e) {
      throw meaning(e);
    }
  }

  /** The next record, with the same rule. */
  public static @Nullable Object @Nullable [] next(TypedRecords records) throws IOException {
    try {
      return records.next();
    } catch (IOException | RuntimeException e) {
      throw meaning(e);
    }
  }

  private static IOException meaning(Exception e) {
    return DamagedFileException.meaning(e, reason(e));
  }

  private static String reason(Throwable e) {
    Throwable deepest = e;
    while (deepest.getCause() != null && deepest.getCause() != deepest) {
      deepest = deepest.getCause();
    }
    String text = deepest.getMessage();
    String reason = text == null ? deepest.getClass().getSimpleName() : text;
    String oneLine = reason.strip().replaceAll("\\s+", " ");
    return oneLine.endsWith(".") ? oneLine.substring(0, oneLine.length() - 1) : oneLine;
  }
}
