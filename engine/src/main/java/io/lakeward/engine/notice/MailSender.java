/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.notice;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Sends plain texts through the mail server that {@code lakeward.smtp.*} names. */
final class MailSender {
  private static final String PREFIX = "lakeward.smtp.";
  private static final String PASSWORD = "LAKEWARD_SMTP_PASSWORD";
  private static final String TIMEOUT_MILLIS = "5000";
  private static final String CHARSET = StandardCharsets.UTF_8.name();

  private final Session session;
  private final String from;
  private final Optional<String> user;
  private final String password;

  private MailSender(Session session, String from, Optional<String> user, String password) {
    this.session = session;
    this.from = from;
    this.user = user;
    this.password = password;
  }

  /**
   * @throws IOException if no mail server is named
   */
  static MailSender of(Map<String, String> configuration, Map<String, String> environment)
      throws IOException {
    String host = configuration.get(PREFIX + "host");
    if (host == null || host.isBlank()) {
      throw new IOException(
          "No e-mail was sent because no mail server is named: set "
              + PREFIX
              + "host in configuration.");
    }
    String startTls = configuration.getOrDefault(PREFIX + "startTls", "false").strip();
    boolean isEncrypted = Boolean.parseBoolean(startTls);
    Optional<String> user = Optional.ofNullable(configuration.get(PREFIX + "user"));
    Properties smtp = new Properties();
    smtp.setProperty("mail.smtp.host", host.strip());
    smtp.setProperty(
        "mail.smtp.port",
        configuration.getOrDefault(PREFIX + "port", isEncrypted ? "587" : "25").strip());
    smtp.setProperty("mail.smtp.localhost", "localhost");
    smtp.setProperty("mail.smtp.connectiontimeout", TIMEOUT_MILLIS);
    smtp.setProperty("mail.smtp.timeout", TIMEOUT_MILLIS);
    smtp.setProperty("mail.smtp.starttls.enable", startTls);
    smtp.setProperty("mail.smtp.starttls.required", startTls);
    smtp.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    smtp.setProperty("mail.smtp.auth", Boolean.toString(user.isPresent()));
    return new MailSender(
        Session.getInstance(smtp),
        configuration.getOrDefault(PREFIX + "from", "lakeward@localhost").strip(),
        user,
        environment.getOrDefault(PASSWORD, ""));
  }

  /**
   * @throws IOException if the server does not take the message
   */
  void send(List<String> to, String subject, String text) throws IOException {
    try {
      MimeMessage message = new MimeMessage(session);
      message.setFrom(from);
      for (String address : to) {
        message.addRecipient(Message.RecipientType.TO, new InternetAddress(address));
      }
      message.setSubject(subject, CHARSET);
      message.setText(text, CHARSET);
      message.setSentDate(new Date());
      if (user.isPresent()) {
        Transport.send(message, user.get(), password);
      } else {
        Transport.send(message);
      }
    } catch (MessagingException e) {
      throw new IOException("The e-mail could not be sent: " + e.getMessage(), e);
    }
  }
}
