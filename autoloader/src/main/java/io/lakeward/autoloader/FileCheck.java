/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import io.lakeward.autoloader.content.Archive;
import io.lakeward.autoloader.content.Compression;
import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.SkippedFile;
import io.lakeward.autoloader.options.SourceFormat;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.ReadLog;
import io.lakeward.autoloader.typed.TypedFile;
import io.lakeward.autoloader.typed.TypedFiles;
import io.lakeward.autoloader.typed.TypedRecords;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Finds the files that {@code ignoreCorruptFiles} and {@code ignoreMissingFiles} leave out. A file
 * is looked through to its end before a row of it is delivered, so that a damaged one gives none:
 * Spark would deliver the rows before the damage.
 */
final class FileCheck {
  private final SourceOptions options;
  private final ReadLog log;
  private final boolean corrupt;
  private final boolean missing;
  // Each file once, whichever of its parts comes first.
  private final Map<Path, Boolean> leftOut = new ConcurrentHashMap<>();

  FileCheck(SourceOptions options, ReadLog log) {
    this.options = options;
    this.log = log;
    boolean bad = options.badRecordsPath().isPresent();
    this.corrupt = bad || options.flag("ignoreCorruptFiles", false);
    this.missing = bad || options.flag("ignoreMissingFiles", false);
  }

  boolean isLeftOut(DiscoveredFile file) {
    return (corrupt || missing) && leftOut.computeIfAbsent(file.path(), path -> check(file));
  }

  private boolean check(DiscoveredFile file) {
    try {
      Files.readAttributes(file.path(), BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      if (missing) {
        log.addSkipped(file, SkippedFile.Reason.MISSING, "it is not there any more");
      }
      return missing;
    } catch (IOException e) {
      throw FileContent.failure(file, e);
    }
    if (!corrupt) {
      return false;
    }
    try {
      lookThrough(file);
      return false;
    } catch (IOException e) {
      return isDamaged(file, FileContent.failure(file, e));
    } catch (ProjectException e) {
      return isDamaged(file, e);
    }
  }

  private boolean isDamaged(DiscoveredFile file, ProjectException e) {
    if (e.problems().get(0).code() != ProblemCode.SOURCE_FILE_CORRUPT) {
      throw e;
    }
    log.addSkipped(file, SkippedFile.Reason.CORRUPT, e.problems().get(0).message());
    return true;
  }

  private void lookThrough(DiscoveredFile file) throws IOException {
    boolean archive = Archive.isArchive(file.path().getFileName().toString());
    if (archive && options.format() != SourceFormat.BINARYFILE) {
      try (Archive opened = Archive.open(file)) {
        for (Optional<DiscoveredFile> member = opened.next();
            member.isPresent();
            member = opened.next()) {
          lookThrough(member.get());
        }
      }
      return;
    }
    if (options.format().isTyped()) {
      try (TypedFile typed =
          TypedFiles.open(options, new FileSplit(file, 0, file.size()), options.zone())) {
        int[] all = IntStream.range(0, typed.schema().length()).toArray();
        TypedRecords records = TypedFiles.guarded(() -> typed.records(all));
        while (TypedFiles.next(records) != null) {
          // Only whether it can be read.
        }
      }
    } else if (options.format() != SourceFormat.BINARYFILE
        && Compression.of(file.path().getFileName().toString()) != Compression.NONE) {
      try (InputStream content = FileContent.open(file, 0)) {
        content.transferTo(java.io.OutputStream.nullOutputStream());
      }
    }
  }
}
