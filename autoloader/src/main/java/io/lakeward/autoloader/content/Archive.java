/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.FileDiscovery;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;

/**
 * The files in a zip or tar file, which count as files of their own. Each is unpacked to a
 * temporary folder when its turn comes, so that every format can be read from it, and deleted
 * before the next.
 */
public final class Archive implements Closeable {
  private static final List<String> TARS =
      List.of(".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.zst");

  private final DiscoveredFile file;
  private final ArchiveInputStream<? extends ArchiveEntry> entries;
  private final Path folder;

  private Archive(
      DiscoveredFile file, ArchiveInputStream<? extends ArchiveEntry> entries, Path folder) {
    this.file = file;
    this.entries = entries;
    this.folder = folder;
  }

  /** Whether a name is that of an archive. */
  public static boolean isArchive(String fileName) {
    return !suffix(fileName).isEmpty();
  }

  /** The ending that tells an archive; empty without one. */
  public static String suffix(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    if (name.endsWith(".zip")) {
      return ".zip";
    }
    return TARS.stream().filter(name::endsWith).findFirst().orElse("");
  }

  public static Archive open(DiscoveredFile file) throws IOException {
    InputStream in = new BufferedInputStream(FileContent.open(file, compression(file), 0));
    boolean zip = suffix(file.path().getFileName().toString()).equals(".zip");
    ArchiveInputStream<? extends ArchiveEntry> entries =
        zip
            // Sizes that stand behind the content are usual in files that were written in one go.
            ? new ZipArchiveInputStream(in, "UTF-8", true, true)
            : new TarArchiveInputStream(in, "UTF-8");
    return new Archive(file, entries, Files.createTempDirectory("lakeward-archive"));
  }

  private static Compression compression(DiscoveredFile file) {
    String name = file.path().getFileName().toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".tgz") ? Compression.GZIP : Compression.of(name);
  }

  /** Unpacks the next file that is neither hidden nor a folder; the one before is gone then. */
  public Optional<DiscoveredFile> next() throws IOException {
    try {
      for (ArchiveEntry entry = entries.getNextEntry();
          entry != null;
          entry = entries.getNextEntry()) {
        String name = entry.getName().replace('\\', '/').replaceFirst("^(\\./|/)+", "");
        if (!entry.isDirectory() && isWanted(name)) {
          return Optional.of(unpacked(name));
        }
      }
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      throw DamagedFileException.meaning(e, "the archive is damaged or cut off");
    }
  }

  private static boolean isWanted(String name) {
    for (String part : name.split("/")) {
      boolean up = part.equals("..");
      if (part.isEmpty() || up || FileDiscovery.isHidden(part)) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private DiscoveredFile unpacked(String name) throws IOException {
    deleteFiles();
    Path shown = file.shown().resolve(name);
    Path target = folder.resolve(shown.getFileName().toString());
    long size = Files.copy(entries, target);
    return new DiscoveredFile(target, size, file.modifiedMillis(), false, Optional.of(shown));
  }

  private void deleteFiles() throws IOException {
    try (Stream<Path> old = Files.walk(folder)) {
      for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
        if (!path.equals(folder)) {
          Files.delete(path);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    entries.close();
    deleteFiles();
    Files.deleteIfExists(folder);
  }
}
