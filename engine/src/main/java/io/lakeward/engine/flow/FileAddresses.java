/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.store.Stores;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Names of files that do not change when the project is moved, copied or reached through a link:
 * files of volumes by their volume, files of the project by their place in it, those of stores by
 * their address, others by their path.
 *
 * @param volumes the folder that {@code /Volumes} stands for
 */
public record FileAddresses(Path volumes, Path project, Stores stores) {
  private static final String VOLUMES = "/Volumes/";

  public FileAddresses {
    volumes = volumes.toAbsolutePath().normalize();
    project = project.toAbsolutePath().normalize();
  }

  /** Of the files of a project. */
  public static FileAddresses of(VolumePaths paths) {
    return new FileAddresses(paths.volumesRoot(), paths.projectFolder(), paths.stores());
  }

  /** Without settings for stores. */
  public FileAddresses(Path volumes, Path project) {
    this(volumes, project, Stores.PLAIN);
  }

  String addressOf(Path file) {
    if (file.startsWith(volumes)) {
      return VOLUMES + below(volumes, file);
    }
    return file.startsWith(project) ? below(project, file) : slashes(file);
  }

  /** As {@code relativize} gives it for a normal path, which is asked for a million times. */
  private static String below(Path folder, Path file) {
    int length = folder.getNameCount() == 0 ? 1 : folder.toString().length() + 1;
    String text = slashes(file);
    return text.length() < length ? "" : text.substring(length);
  }

  Path pathOf(String address) {
    // Most are on disks, and there are a million of them.
    Optional<Path> stored = address.indexOf("://") < 0 ? Optional.empty() : stores.find(address);
    if (stored.isPresent()) {
      return stored.get();
    }
    return address.startsWith(VOLUMES)
        ? volumes.resolve(address.substring(VOLUMES.length()))
        : project.resolve(address);
  }

  private static String slashes(Path path) {
    String separator = path.getFileSystem().getSeparator();
    return separator.equals("/") ? path.toString() : path.toString().replace(separator, "/");
  }
}
