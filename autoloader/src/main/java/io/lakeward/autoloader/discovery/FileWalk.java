/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One walk over a source's folders. Of a file that is known by its path the disk is not asked
 * anything: in a folder of many known files that is most of the cost.
 */
public final class FileWalk {
  private final NameRules names;
  private final Predicate<Path> isKnown;
  private final Predicate<DiscoveredFile> isWanted;
  private final Consumer<Path> folders;
  private final List<DiscoveredFile> found = new ArrayList<>();
  private final Deque<Object> around = new ArrayDeque<>();
  private long hidden;
  private long unfinished;

  /**
   * @param folders told of each folder before it is looked into
   */
  FileWalk(
      NameRules names,
      Predicate<Path> isKnown,
      Predicate<DiscoveredFile> isWanted,
      Consumer<Path> folders) {
    this.names = names;
    this.isKnown = isKnown;
    this.isWanted = isWanted;
    this.folders = folders;
  }

  FileListing from(Path root) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(root, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      folder(root, attributes, "", 1);
    } else if (attributes.isRegularFile() && !isKnown.test(root)) {
      add(root, attributes);
    }
    return new FileListing(found, hidden, unfinished);
  }

  private void folder(Path folder, BasicFileAttributes attributes, String below, int depth)
      throws IOException {
    Object key = attributes.fileKey() == null ? folder.toRealPath() : attributes.fileKey();
    if (around.contains(key)) {
      // A link that leads back is no folder.
      return;
    }
    around.push(key);
    folders.accept(folder);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        entry(entry, below, depth);
      }
    } catch (DirectoryIteratorException e) {
      if (!(e.getCause() instanceof NoSuchFileException)) {
        throw e.getCause();
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      // What vanishes during the walk was never there.
      return;
    } finally {
      around.pop();
    }
  }

  private void entry(Path entry, String below, int depth) throws IOException {
    String name = entry.getFileName().toString();
    if (names.isHidden(name)) {
      hidden++;
      return;
    }
    if (isKnown.test(entry)) {
      return;
    }
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(entry, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      return;
    } catch (java.nio.file.FileSystemException e) {
      if (Files.isSymbolicLink(entry)) {
        // It leads back to itself.
        return;
      }
      throw e;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    String path = names.needsPath() ? (below.isEmpty() ? name : below + "/" + name) : "";
    if (attributes.isDirectory()) {
      if (names.mayEnter(name, depth)) {
        folder(entry, attributes, path, depth + 1);
      }
    } else if (attributes.isRegularFile() && names.takes(path, name, depth)) {
      if (NameRules.isUnfinished(name)) {
        unfinished++;
      } else {
        add(entry, attributes);
      }
    }
  }

  private void add(Path file, BasicFileAttributes attributes) {
    DiscoveredFile discovered =
        new DiscoveredFile(file, attributes.size(), attributes.lastModifiedTime().toMillis());
    if (isWanted.test(discovered)) {
      found.add(discovered);
    }
  }
}
