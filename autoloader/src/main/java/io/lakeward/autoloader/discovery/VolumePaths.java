/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.store.StorePath;
import io.lakeward.autoloader.store.Stores;
import io.lakeward.model.problem.ProjectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Maps the paths that users write to folders of this machine, and back. */
public final class VolumePaths {
  private static final Pattern SCHEME = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]+):(/.*)$");
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final String VOLUMES = "/Volumes";

  private final Path volumesRoot;
  private final Path projectFolder;
  private final Stores stores;

  /**
   * @param volumesRoot holds a folder for each catalog, in it one for each schema, in it the
   *     volumes
   * @param projectFolder what relative paths are relative to
   */
  public VolumePaths(Path volumesRoot, Path projectFolder) {
    this(volumesRoot, projectFolder, Stores.PLAIN);
  }

  /**
   * The same with settings for object stores.
   *
   * @param stores makes the paths of addresses with a scheme
   */
  public VolumePaths(Path volumesRoot, Path projectFolder, Stores stores) {
    this.volumesRoot = volumesRoot.toAbsolutePath().normalize();
    this.projectFolder = projectFolder.toAbsolutePath().normalize();
    this.stores = stores;
  }

  public Path volumesRoot() {
    return volumesRoot;
  }

  public Path projectFolder() {
    return projectFolder;
  }

  public Stores stores() {
    return stores;
  }

  /** The place on this machine or in an object store; a glob stays a glob. */
  public Path resolve(String path) {
    String local = path.strip();
    Optional<Path> stored = stores.find(local);
    if (stored.isPresent()) {
      return stored.get().normalize();
    }
    Matcher scheme = SCHEME.matcher(local);
    if (scheme.matches()) {
      String name = scheme.group(1).toLowerCase(Locale.ROOT);
      if (!name.equals("dbfs") && !name.equals("file")) {
        throw new ProjectException(SourceProblems.addressWithoutStore(path, name));
      }
      local = scheme.group(2).replaceFirst("^/{2,}", "/");
    }
    if (local.equals(VOLUMES) || local.startsWith(VOLUMES + "/")) {
      String inVolumes = local.substring(VOLUMES.length()).replaceFirst("^/+", "");
      if (inVolumes.split("/+").length < 3) {
        throw new ProjectException(SourceProblems.volumePathTooShort(path));
      }
      return volumesRoot.resolve(inVolumes).normalize();
    }
    return projectFolder.resolve(local).normalize();
  }

  /**
   * The address that users see: {@code dbfs:/Volumes/…} for volumes, that of the store for its
   * files, else a {@code file:} URI.
   */
  public String display(Path file) {
    if (file instanceof StorePath stored) {
      return stored.address() + encoded(stored.withinStore());
    }
    Path absolute = file.toAbsolutePath().normalize();
    if (absolute.startsWith(volumesRoot)) {
      return "dbfs:" + VOLUMES + "/" + encoded(volumesRoot.relativize(absolute).toString());
    }
    return "file://" + encoded(absolute.toString());
  }

  /** The same as {@code Path.toUri} gives, which would ask the disk whether it is a folder. */
  private static String encoded(String path) {
    StringBuilder text = new StringBuilder();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      boolean plain =
          (b >= 'a' && b <= 'z')
              || (b >= 'A' && b <= 'Z')
              || (b >= '0' && b <= '9')
              || "/-_.~!$&'()*+,;=:@".indexOf(b) >= 0;
      if (plain) {
        text.append((char) b);
      } else {
        text.append('%').append(HEX.toHexDigits(b));
      }
    }
    return text.toString();
  }
}
