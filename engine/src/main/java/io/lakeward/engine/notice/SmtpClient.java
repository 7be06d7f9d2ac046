/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.notice;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Sends a plain text by SMTP (RFC 5321), with STARTTLS and AUTH PLAIN if asked for. */
final class SmtpClient {
  private static final String PREFIX = "lakeward.smtp.";
  private static final String PASSWORD = "LAKEWARD_SMTP_PASSWORD";
  private static final int TIMEOUT_MILLIS = 5000;

  /** An encoded word may be 75 characters long, so a part of a text has to be shorter. */
  private static final int WORD_POINTS = 10;

  private final String host;
  private final int port;
  private final String from;
  private final boolean startTls;
  private final Optional<String> user;
  private final String password;

  private SmtpClient(
      String host,
      int port,
      String from,
      boolean startTls,
      Optional<String> user,
      String password) {
    this.host = host;
    this.port = port;
    this.from = from;
    this.startTls = startTls;
    this.user = user;
    this.password = password;
  }

  static SmtpClient of(Map<String, String> configuration, Map<String, String> environment)
      throws IOException {
    String host = configuration.get(PREFIX + "host");
    if (host == null || host.isBlank()) {
      throw new IOException(
          "No e-mail was sent because no mail server is named: set "
              + PREFIX
              + "host in configuration.");
    }
    boolean startTls = Boolean.parseBoolean(configuration.get(PREFIX + "startTls"));
    try {
      return new SmtpClient(
          host.strip(),
          Integer.parseInt(
              configuration.getOrDefault(PREFIX + "port", startTls ? "587" : "25").strip()),
          configuration.getOrDefault(PREFIX + "from", "lakeward@localhost").strip(),
          startTls,
          Optional.ofNullable(configuration.get(PREFIX + "user")),
          environment.getOrDefault(PASSWORD, ""));
    } catch (NumberFormatException e) {
      throw new IOException(PREFIX + "port is not a number.", e);
    }
  }

  void send(List<String> to, String subject, String text) throws IOException {
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      plain.setSoTimeout(TIMEOUT_MILLIS);
      Dialogue dialogue = new Dialogue(plain);
      dialogue.expect(220);
      dialogue.say("EHLO localhost", 250);
      if (startTls) {
        dialogue.say("STARTTLS", 220);
        dialogue = new Dialogue(encrypted(plain));
        dialogue.say("EHLO localhost", 250);
      }
      if (user.isPresent()) {
        String secret = "\0" + user.get() + "\0" + password;
        dialogue.say(
            "AUTH PLAIN "
                + Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8)),
            235);
      }
      dialogue.say("MAIL FROM:<" + from + ">", 250);
      for (String address : to) {
        dialogue.say("RCPT TO:<" + address + ">", 250);
      }
      dialogue.say("DATA", 354);
      dialogue.say(message(to, subject, text) + "\r\n.", 250);
      dialogue.say("QUIT", 221);
    }
  }

  private SSLSocket encrypted(Socket plain) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            ((SSLSocketFactory) SSLSocketFactory.getDefault())
                .createSocket(plain, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /** The text goes as base64, so no line of it can be a lone dot. */
  private String message(List<String> to, String subject, String text) {
    Base64.Encoder lines = Base64.getMimeEncoder(76, new byte[] {'\r', '\n'});
    return String.join(
        "\r\n",
        "From: <" + from + ">",
        "To: " + String.join(", ", to.stream().map(a -> "<" + a + ">").toList()),
        "Subject: " + encodedWords(subject),
        "Date: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)),
        "Message-ID: <" + UUID.randomUUID() + "@lakeward>",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64",
        "",
        lines.encodeToString(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** RFC 2047: a header that has only letters of ASCII and no line break. */
  private static String encodedWords(String text) {
    StringBuilder words = new StringBuilder();
    int[] points = text.codePoints().toArray();
    for (int i = 0; i < points.length; i += WORD_POINTS) {
      String part = new String(points, i, Math.min(WORD_POINTS, points.length - i));
      words
          .append(i == 0 ? "" : "\r\n ")
          .append("=?utf-8?B?")
          .append(Base64.getEncoder().encodeToString(part.getBytes(StandardCharsets.UTF_8)))
          .append("?=");
    }
    return words.toString();
  }

  /** Lines to and from the server. */
  private static final class Dialogue {
    private final BufferedReader in;
    private final OutputStream out;

    Dialogue(Socket socket) throws IOException {
      in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      out = socket.getOutputStream();
    }

    void say(String line, int expected) throws IOException {
      out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      expect(expected);
    }

    void expect(int expected) throws IOException {
      String line;
      do {
        line = in.readLine();
        if (line == null || line.length() < 3) {
          throw new IOException("The mail server ended the dialogue.");
        }
      } while (line.length() > 3 && line.charAt(3) == '-');
      if (!line.startsWith(String.valueOf(expected))) {
        throw new IOException("The mail server refused the message: " + line);
      }
    }
  }
}
