/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.warm;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Does the runs of one project for other processes, one at a time, until it has been idle long. */
public final class WarmServer {
  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(5);

  private final Path project;
  private final Duration idle;
  private final CommandRunner runner;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile long lastUse = System.nanoTime();

  /** Runs a command. */
  public interface CommandRunner {
    /**
     * @param stop told when the client wants the command to end
     * @return the exit code
     */
    int run(WarmRequest request, OutputStream out, OutputStream err, StopSignal stop);
  }

  public WarmServer(Path project, Duration idle, CommandRunner runner) {
    this.project = project;
    this.idle = idle;
    this.runner = runner;
  }

  /** Serves until it is told to end, or nobody has come for the idle time. */
  public void serve() throws IOException {
    WarmSocket socket = WarmSocket.of(project);
    Optional<ServerSocketChannel> listening = socket.listen();
    if (listening.isEmpty()) {
      return;
    }
    try (ServerSocketChannel server = listening.get()) {
      Thread watch = new Thread(() -> closeWhenIdle(server), "lakeward-idle");
      watch.setDaemon(true);
      watch.start();
      while (true) {
        SocketChannel client = server.accept();
        Thread thread = new Thread(() -> answer(client, server), "lakeward-client");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (ClosedChannelException e) {
      // The end.
    } finally {
      ended.countDown();
      socket.delete();
    }
  }

  private void closeWhenIdle(ServerSocketChannel server) {
    try {
      boolean hasEnded = false;
      while (!hasEnded
          && (busy.get()
              || Files.isDirectory(project) && System.nanoTime() - lastUse < idle.toNanos())) {
        hasEnded = ended.await(LOOK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    WarmSocket.closeQuietly(server);
  }

  private void answer(SocketChannel client, ServerSocketChannel server) {
    Frames frames = new Frames(client);
    try (client) {
      WarmRequest request =
          WarmRequest.read(new DataInputStream(new ByteArrayInputStream(frames.read().content())));
      if (request.asksToEnd()) {
        server.close();
        frames.write(Frames.EXIT, ByteBuffer.allocate(4).array());
      } else if (!request.build().equals(WarmSocket.build())) {
        // Another build of the program: this process has outlived its own.
        server.close();
        frames.write(Frames.REFUSED, new byte[0]);
      } else if (!request.project().equals(project.toString())
          || !busy.compareAndSet(false, true)) {
        frames.write(Frames.REFUSED, new byte[0]);
      } else {
        run(request, client, frames);
      }
    } catch (IOException e) {
      // The client has gone; what it asked for has been done or stopped.
    }
  }

  private void run(WarmRequest request, SocketChannel client, Frames frames) throws IOException {
    try {
      StopSignal stop = new StopSignal();
      Thread watch = new Thread(() -> stopWhenGone(client, stop), "lakeward-client-watch");
      watch.setDaemon(true);
      watch.start();
      int exit = runner.run(request, frames.stream(Frames.OUT), frames.stream(Frames.ERR), stop);
      stop.forget();
      frames.write(Frames.EXIT, ByteBuffer.allocate(4).putInt(exit).array());
    } finally {
      lastUse = System.nanoTime();
      busy.set(false);
    }
  }

  /** The client sends nothing more; its end of the connection closes when it is interrupted. */
  private static void stopWhenGone(SocketChannel client, StopSignal stop) {
    try {
      while (client.read(ByteBuffer.allocate(1)) >= 0) {
        // Nothing is expected.
      }
    } catch (IOException e) {
      // As gone as it can be.
    }
    stop.give();
  }
}
