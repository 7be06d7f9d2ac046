/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.warm;

import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The socket file of a project's warm process. It lies in a folder that only its user can enter,
 * not in the project, because the path of a socket must be short.
 */
final class WarmSocket {
  /** Variables that differ from command to command and that nobody reads. */
  private static final Set<String> OF_THE_SHELL =
      Set.of("_", "PWD", "OLDPWD", "SHLVL", "COLUMNS", "LINES");

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path folder;
  private final Path file;

  private WarmSocket(Path folder, String name) {
    this.folder = folder;
    this.file = folder.resolve(name);
  }

  static WarmSocket of(Path project) {
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    Path parent =
        runtime != null && Files.isDirectory(Path.of(runtime))
            ? Path.of(runtime)
            : Path.of(System.getProperty("java.io.tmpdir"));
    Path folder = parent.resolve("lakeward-" + System.getProperty("user.name"));
    return new WarmSocket(folder, Long.toHexString(hash(project.toString())) + ".sock");
  }

  /** Which program is running: a warm process serves only the very same one. */
  static String build() {
    String[] jars = System.getProperty("java.class.path", "").split(File.pathSeparator);
    List<String> build = new ArrayList<>();
    for (String jar : jars) {
      build.add(jar + " " + new File(jar).lastModified());
    }
    build.add(System.getProperty("java.home"));
    build.add(Runtime.version().toString());
    build.add(Optional.ofNullable(System.getenv("LAKEWARD_JAVA_OPTIONS")).orElse(""));
    if (jars.length > 1) {
      // Connectors that a user added may take addresses and keys from the environment.
      build.add(Long.toHexString(hash(environment().toString())));
    }
    return String.join("\n", build);
  }

  private static Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>(System.getenv());
    environment.keySet().removeAll(OF_THE_SHELL);
    return environment;
  }

  /** FNV-1a; loading a digest would take longer than the connection. */
  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001b3L;
    }
    return hash;
  }

  /** A connection to the warm process, if there is one. */
  Optional<SocketChannel> connect() {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      if (!isOwnFolder()) {
        return Optional.empty();
      }
      return Optional.of(SocketChannel.open(UnixDomainSocketAddress.of(file)));
    } catch (IOException | UnsupportedOperationException e) {
      // Its process is gone.
      return Optional.empty();
    }
  }

  /** The server's end. A socket file whose process is gone is replaced. */
  Optional<ServerSocketChannel> listen() throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    }
    Optional<SocketChannel> other = connect();
    if (other.isPresent() || !isOwnFolder()) {
      other.ifPresent(WarmSocket::closeQuietly);
      return Optional.empty();
    }
    Files.deleteIfExists(file);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(file));
    return Optional.of(server);
  }

  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The next server replaces it.
    }
  }

  private boolean isOwnFolder() throws IOException {
    return !Files.isSymbolicLink(folder)
        && Files.getOwner(folder).getName().equals(System.getProperty("user.name"))
        && Files.getPosixFilePermissions(folder).equals(OWNER_ONLY);
  }

  static void closeQuietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      // Nothing is lost with it.
    }
  }
}
