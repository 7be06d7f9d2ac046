/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.whole;

import io.lakeward.autoloader.content.Archive;
import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.ReadPlan;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.rows.SplitReader;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the files of an archive one after the other. */
public final class ArchiveSplitReader implements SplitReader {
  private final ReadPlan plan;
  private final DiscoveredFile file;
  private final Archive archive;
  private final Opener opener;
  private @Nullable SplitReader current;

  /** Opens a file of the archive. */
  public interface Opener {
    SplitReader open(FileSplit split) throws IOException;
  }

  public ArchiveSplitReader(ReadPlan plan, DiscoveredFile file, Opener opener) throws IOException {
    this.plan = plan;
    this.file = file;
    this.opener = opener;
    this.archive = Archive.open(file);
  }

  @Override
  public boolean next(RowBuffer row) throws IOException {
    while (true) {
      SplitReader reader = current;
      if (reader != null && reader.next(row)) {
        return true;
      }
      closeCurrent();
      Optional<DiscoveredFile> member = archive.next();
      if (member.isEmpty()) {
        if (FileContent.hasChanged(file)) {
          throw new ProjectException(SourceProblems.fileGrowing(file.shown()));
        }
        return false;
      }
      FileSplit whole = new FileSplit(member.get(), 0, member.get().size());
      row.clear();
      plan.startSplit(whole, row);
      try {
        current = opener.open(whole);
      } catch (IOException e) {
        throw FileContent.failure(member.get(), e);
      }
    }
  }

  private void closeCurrent() throws IOException {
    SplitReader open = current;
    current = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      closeCurrent();
    } finally {
      archive.close();
    }
  }
}
