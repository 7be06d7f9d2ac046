/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.model.problem.FileProblems;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Files with those of archives in the archives' place, for what must see all of them at once. */
public final class UnpackedFiles implements Closeable {
  private final List<DiscoveredFile> files = new ArrayList<>();
  private final List<Path> copies = new ArrayList<>();

  private UnpackedFiles() {}

  public static UnpackedFiles of(List<DiscoveredFile> files) {
    UnpackedFiles all = new UnpackedFiles();
    boolean complete = false;
    try {
      for (DiscoveredFile file : files) {
        if (Archive.isArchive(file.path().getFileName().toString())) {
          all.unpack(file);
        } else {
          all.files.add(file);
        }
      }
      complete = true;
      return all;
    } finally {
      if (!complete) {
        all.close();
      }
    }
  }

  private void unpack(DiscoveredFile file) {
    try (Archive archive = Archive.open(file)) {
      for (Optional<DiscoveredFile> member = archive.next();
          member.isPresent();
          member = archive.next()) {
        Path folder = Files.createTempDirectory("lakeward-member");
        copies.add(folder);
        Path copy = folder.resolve(member.get().path().getFileName());
        copies.add(copy);
        Files.move(member.get().path(), copy);
        files.add(
            new DiscoveredFile(
                copy,
                member.get().size(),
                member.get().modifiedMillis(),
                false,
                member.get().shownAs()));
      }
    } catch (IOException e) {
      throw FileContent.failure(file, e);
    }
  }

  public List<DiscoveredFile> files() {
    return files;
  }

  @Override
  public void close() {
    for (int i = copies.size() - 1; i >= 0; i--) {
      try {
        Files.deleteIfExists(copies.get(i));
      } catch (IOException e) {
        throw FileProblems.failure("delete", copies.get(i), e);
      }
    }
  }
}
