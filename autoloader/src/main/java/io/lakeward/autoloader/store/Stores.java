/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.store;

import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * Makes paths of addresses such as {@code s3://bucket/folder}. What java.nio can do with a path it
 * can do with these too, as far as the store can; behind them is Hadoop's file system for the
 * scheme, which is loaded when a path is used for the first time.
 *
 * <p>{@code s3} and {@code s3n} are served by Hadoop's {@code s3a}, unless a setting names another
 * class for them.
 */
public final class Stores implements Serializable {
  /** None of its own settings: Hadoop's defaults and its files on the class path count. */
  public static final Stores PLAIN = new Stores(Map.of());

  private static final long serialVersionUID = 1L;
  private static final String PREFIX = "spark.hadoop.";
  private static final Pattern ADDRESS =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://([^/]+)(/.*)?", Pattern.DOTALL);

  /**
   * Hadoop keeps file systems open too, but by scheme, name and user alone: who asks with other
   * settings gets one with those of before. They stay open, since another pipeline of the process
   * may read in the same one; Hadoop closes them when the process ends.
   */
  private static final Map<Key, FileSystem> OPEN = new HashMap<>();

  private record Key(URI uri, Map<String, String> settings) {}

  private final HashMap<String, String> settings;
  private final transient Map<URI, FileSystem> opened = new ConcurrentHashMap<>();

  private Stores(Map<String, String> settings) {
    this.settings = new HashMap<>(settings);
  }

  /**
   * Stores for a pipeline.
   *
   * @param configuration settings that begin with {@code spark.hadoop.} are Hadoop's
   */
  public static Stores of(Map<String, String> configuration) {
    Map<String, String> settings = new HashMap<>();
    configuration.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX)) {
            settings.put(name.substring(PREFIX.length()), value);
          }
        });
    return new Stores(settings);
  }

  /** The path of an address; empty if the text is the path of a file on a disk. */
  public Optional<Path> find(String text) {
    Matcher address = ADDRESS.matcher(text);
    if (!address.matches()) {
      return Optional.empty();
    }
    String scheme = address.group(1).toLowerCase(Locale.ROOT);
    if (scheme.equals("file") || scheme.equals("dbfs")) {
      return Optional.empty();
    }
    String path = address.group(3) == null ? "/" : address.group(3);
    String written = scheme + "://" + address.group(2);
    if (scheme.equals("http") || scheme.equals("https")) {
      throw new ProjectException(SourceProblems.webAddress(written));
    }
    try {
      URI uri = uri(scheme, address.group(2));
      return Optional.of(StorePath.absolute(new StoreFileSystem(written, uri, this), path));
    } catch (URISyntaxException e) {
      throw new ProjectException(SourceProblems.addressInvalid(written, e.getReason()), e);
    }
  }

  private URI uri(String scheme, String authority) throws URISyntaxException {
    boolean isOtherName = scheme.equals("s3") || scheme.equals("s3n");
    boolean isS3a = isOtherName && !settings.containsKey("fs." + scheme + ".impl");
    return new URI((isS3a ? "s3a" : scheme) + "://" + authority + "/");
  }

  /** The one for all who ask for the same with the same settings. */
  FileSystem open(URI uri, String address) throws IOException {
    FileSystem known = opened.get(uri);
    if (known != null) {
      return known;
    }
    try {
      FileSystem system = shared(new Key(uri, settings));
      opened.put(uri, system);
      return system;
    } catch (UnsupportedFileSystemException | RuntimeException | LinkageError e) {
      Throwable reason = e;
      while (reason.getCause() != null) {
        reason = reason.getCause();
      }
      throw new ProjectException(
          SourceProblems.storeWithoutConnector(address, uri.getScheme(), reason.toString()), e);
    }
  }

  private static FileSystem shared(Key key) throws IOException {
    synchronized (OPEN) {
      FileSystem open = OPEN.get(key);
      if (open == null) {
        Configuration configuration = new Configuration();
        key.settings().forEach(configuration::set);
        open = FileSystem.newInstance(key.uri(), configuration);
        OPEN.put(key, open);
      }
      return open;
    }
  }

  /** In another process, stores are opened anew. */
  private Object readResolve() {
    return new Stores(settings);
  }
}
