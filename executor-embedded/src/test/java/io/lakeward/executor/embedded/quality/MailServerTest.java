/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.lakeward.engine.event.EventLevel;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.notice.Notifications;
import io.lakeward.model.pipeline.Notification;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** E-mails through a server that wants an encrypted connection and a password. */
class MailServerTest {
  @TempDir static Path keys;
  private static KeyStore own;
  private static KeyStore ofAnotherHost;
  private static SSLContext before;

  private GreenMail mail;

  /** The certificates are trusted by this process from here on. */
  @BeforeAll
  static void trust() throws Exception {
    own = StartTlsServer.newKeys(keys.resolve("own.p12"), "localhost");
    ofAnotherHost = StartTlsServer.newKeys(keys.resolve("other.p12"), "mail.example.org");
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("own", own.getCertificate(StartTlsServer.ALIAS));
    trusted.setCertificateEntry("other", ofAnotherHost.getCertificate(StartTlsServer.ALIAS));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    before = SSLContext.getDefault();
    SSLContext.setDefault(context);
  }

  @AfterAll
  static void trustAsBefore() {
    SSLContext.setDefault(before);
  }

  @BeforeEach
  void startServer() {
    mail = new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP));
    mail.start();
    mail.setUser("pipelines@example.org", "pipelines", "sesame");
  }

  @AfterEach
  void stopServer() {
    mail.stop();
  }

  private static void failUpdate(int port, String password, Map<String, String> more)
      throws Exception {
    Map<String, String> configuration = new HashMap<>(more);
    configuration.put("lakeward.smtp.host", "localhost");
    configuration.put("lakeward.smtp.port", String.valueOf(port));
    Notification notification =
        new Notification(
            List.of("ann@example.org"), List.of(), Set.of(Notification.Alert.ON_UPDATE_FAILURE));
    new Notifications(
            List.of(notification), configuration, Map.of("LAKEWARD_SMTP_PASSWORD", password))
        .onEvent(
            new PipelineEvent(
                "1",
                Instant.EPOCH,
                EventLevel.ERROR,
                "update_progress",
                "Update is FAILED.",
                Optional.empty(),
                "{\"origin\":{\"pipeline_name\":\"p\"},\"details\":{\"update_progress\":{\"state\":\"FAILED\"}}}"));
  }

  private static final Map<String, String> ENCRYPTED =
      Map.of("lakeward.smtp.startTls", "true", "lakeward.smtp.user", "pipelines");

  @Test
  void SET_anEncryptedConnectionAndAPasswordAreUsedIfAskedFor() throws Exception {
    try (StartTlsServer server = StartTlsServer.before(mail.getSmtp().getPort(), own)) {
      failUpdate(server.port(), "sesame", ENCRYPTED);
      assertThat(mail.waitForIncomingEmail(10_000, 1)).isTrue();
      assertThat(mail.getReceivedMessages()[0].getSubject())
          .isEqualTo("[lakeward] p: update failed");
      assertThat(server.plainCommands()).containsExactly("EHLO localhost", "STARTTLS");
    }
  }

  @Test
  void SET_aWrongPasswordSendsNothing() throws Exception {
    try (StartTlsServer server = StartTlsServer.before(mail.getSmtp().getPort(), own)) {
      assertThatThrownBy(() -> failUpdate(server.port(), "guess", ENCRYPTED))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("The e-mail could not be sent");
    }
    assertThat(mail.getReceivedMessages()).isEmpty();
  }

  @Test
  void SET_aServerThatDoesNotEncryptOrIsAnotherGetsNoPassword() throws Exception {
    assertThatThrownBy(() -> failUpdate(mail.getSmtp().getPort(), "sesame", ENCRYPTED))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("STARTTLS");
    try (StartTlsServer server = StartTlsServer.before(mail.getSmtp().getPort(), ofAnotherHost)) {
      assertThatThrownBy(() -> failUpdate(server.port(), "sesame", ENCRYPTED))
          .isInstanceOf(IOException.class);
    }
    assertThat(mail.getReceivedMessages()).isEmpty();
  }

  @Test
  void SET_aPasswordIsUsedWithoutEncryptionIfThatIsWhatTheSettingsSay() throws Exception {
    failUpdate(mail.getSmtp().getPort(), "sesame", Map.of("lakeward.smtp.user", "pipelines"));
    assertThat(mail.waitForIncomingEmail(10_000, 1)).isTrue();
  }
}
