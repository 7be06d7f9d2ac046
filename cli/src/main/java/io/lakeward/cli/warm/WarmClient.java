/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.warm;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Has a command done by the project's warm process, if there is one. */
public final class WarmClient {
  private static final long PATIENCE_MILLIS = 15_000;
  private static final String[] TERMINAL_PROPERTIES = {
    "lakeward.stdout.terminal", "lakeward.stderr.terminal", "lakeward.terminal.width"
  };
  private static final String[] TERMINAL_VARIABLES = {"TERM", "NO_COLOR"};

  private WarmClient() {}

  /** The exit code of the command, or nothing if it has to be run in this process. */
  public static OptionalInt run(String[] arguments) {
    Optional<WarmArguments> warm =
        System.getenv("LAKEWARD_CRASH_POINT") == null
            ? WarmArguments.of(arguments)
            : Optional.empty();
    if (warm.isEmpty()) {
      return OptionalInt.empty();
    }
    Path project = warm.get().project();
    Optional<SocketChannel> connected = WarmSocket.of(project).connect();
    if (connected.isEmpty()) {
      return OptionalInt.empty();
    }
    try (SocketChannel channel = connected.get()) {
      Frames frames = new Frames(channel);
      WarmRequest request =
          new WarmRequest(
              WarmSocket.build(), project.toString(), warm.get().arguments(), terminal());
      frames.write(Frames.REQUEST, request.toBytes());
      return follow(channel, frames);
    } catch (IOException e) {
      return OptionalInt.empty();
    }
  }

  /** Options without a value that a warm process takes. */
  public static Set<String> flags() {
    return WarmArguments.FLAGS;
  }

  /** Options with a value that a warm process takes. */
  public static Set<String> valuedOptions() {
    return WarmArguments.VALUED;
  }

  /** Ends the project's warm process; false if there is none. */
  public static boolean end(Path project) {
    Optional<SocketChannel> connected = WarmSocket.of(project).connect();
    if (connected.isEmpty()) {
      return false;
    }
    try (SocketChannel channel = connected.get()) {
      Frames frames = new Frames(channel);
      frames.write(
          Frames.REQUEST, WarmRequest.end(WarmSocket.build(), project.toString()).toBytes());
      while (frames.read().kind() != Frames.EXIT) {
        // Waits for its last word.
      }
      return true;
    } catch (IOException e) {
      return true;
    }
  }

  static boolean isServed(Path project) {
    Optional<SocketChannel> connected = WarmSocket.of(project).connect();
    connected.ifPresent(WarmSocket::closeQuietly);
    return connected.isPresent();
  }

  private static OptionalInt follow(SocketChannel channel, Frames frames) throws IOException {
    FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    FileOutputStream err = new FileOutputStream(FileDescriptor.err);
    boolean begun = false;
    Thread reader = Thread.currentThread();
    Thread stop = new Thread(() -> interrupt(channel, reader), "lakeward-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      while (true) {
        Frames.Frame frame = frames.read();
        switch (frame.kind()) {
          case Frames.OUT -> out.write(frame.content());
          case Frames.ERR -> err.write(frame.content());
          case Frames.EXIT -> {
            return OptionalInt.of(ByteBuffer.wrap(frame.content()).getInt());
          }
          default -> {
            return OptionalInt.empty();
          }
        }
        begun = true;
      }
    } catch (IOException e) {
      if (!begun) {
        throw e;
      }
      err.write(
          "The process that did the run has ended. The next run goes on from there.\n".getBytes());
      return OptionalInt.of(1);
    } finally {
      removeHook(stop);
    }
  }

  /** Tells the warm process to stop the run, and waits for its last words. */
  private static void interrupt(SocketChannel channel, Thread reader) {
    try {
      channel.shutdownOutput();
      reader.join(PATIENCE_MILLIS);
    } catch (IOException e) {
      // It has ended by itself.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already.
    }
  }

  private static Map<String, String> terminal() {
    Map<String, String> terminal = new HashMap<>();
    for (String property : TERMINAL_PROPERTIES) {
      String value = System.getProperty(property);
      if (value != null) {
        terminal.put(property, value);
      }
    }
    for (String variable : TERMINAL_VARIABLES) {
      String value = System.getenv(variable);
      if (value != null) {
        terminal.put(variable, value);
      }
    }
    return terminal;
  }
}
