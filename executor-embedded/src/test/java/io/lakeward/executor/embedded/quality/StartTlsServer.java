/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Stands before a mail server that cannot encrypt: demands STARTTLS, and hands on what comes
 * through the encrypted connection.
 */
final class StartTlsServer implements AutoCloseable {
  static final String ALIAS = "server";
  private static final String PASSWORD = "changeit";

  private final int behind;
  private final SSLContext keys;
  private final ServerSocket server;
  private final List<String> plainCommands = new CopyOnWriteArrayList<>();

  private StartTlsServer(int behind, SSLContext keys) throws IOException {
    this.behind = behind;
    this.keys = keys;
    this.server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    inBackground(this::acceptAll);
  }

  /**
   * @param behind port of the mail server
   */
  static StartTlsServer before(int behind, KeyStore keys)
      throws IOException, GeneralSecurityException {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return new StartTlsServer(behind, context);
  }

  /** A key and its own certificate for a host. */
  static KeyStore newKeys(Path file, String host) throws Exception {
    String options =
        "-genkeypair -alias %s -keyalg EC -dname CN=%s -ext san=dns:%s -validity 30 -storetype PKCS12 -storepass %s"
            .formatted(ALIAS, host, host, PASSWORD);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(options.split(" ")));
    command.addAll(List.of("-keystore", file.toString()));
    Process keytool = new ProcessBuilder(command).start();
    keytool.waitFor(1, TimeUnit.MINUTES);
    return KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
  }

  int port() {
    return server.getLocalPort();
  }

  /** What was said before the connection was encrypted. */
  List<String> plainCommands() {
    return plainCommands;
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void inBackground(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // one side has hung up
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptAll() throws IOException {
    while (true) {
      Socket client = server.accept();
      inBackground(() -> serve(client));
    }
  }

  private void serve(Socket client) throws IOException {
    try (client) {
      say(client, "220 ready");
      while (true) {
        String command = line(client.getInputStream());
        plainCommands.add(command);
        switch (command.toUpperCase(Locale.ROOT).split(" ", 2)[0]) {
          case "EHLO" -> say(client, "250-localhost\r\n250 STARTTLS");
          case "STARTTLS" -> {
            say(client, "220 go ahead");
            encrypted(client);
            return;
          }
          case "QUIT", "" -> {
            return;
          }
          default -> say(client, "530 5.7.0 Must issue a STARTTLS command first");
        }
      }
    }
  }

  private void encrypted(Socket client) throws IOException {
    try (SSLSocket tls =
            (SSLSocket) keys.getSocketFactory().createSocket(client, null, client.getPort(), true);
        Socket real = new Socket(InetAddress.getLoopbackAddress(), behind)) {
      tls.setUseClientMode(false);
      tls.startHandshake();
      line(real.getInputStream()); // its greeting
      inBackground(() -> real.getInputStream().transferTo(tls.getOutputStream()));
      tls.getInputStream().transferTo(real.getOutputStream());
    }
  }

  private static void say(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      line.write(next);
    }
    return line.toString(StandardCharsets.US_ASCII).strip();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
