/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import io.lakeward.engine.event.EventListener;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.model.problem.ProjectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Listeners, webhooks and e-mails: they hear of the update and cannot harm it. */
class HooksTest {
  private static final String GOOD = "CREATE OR REFRESH MATERIALIZED VIEW m AS SELECT 1 AS one;\n";
  private static final String BAD =
      "CREATE OR REFRESH MATERIALIZED VIEW m (CONSTRAINT never EXPECT (one > 1) ON VIOLATION FAIL UPDATE) AS SELECT 1 AS one;\n";

  @TempDir Path folder;
  private final List<JsonNode> posts = new CopyOnWriteArrayList<>();
  private HttpServer http;
  private int status = 204;

  @BeforeEach
  void startServer() throws Exception {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/hook",
        exchange -> {
          posts.add(new ObjectMapper().readTree(exchange.getRequestBody()));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    http.start();
  }

  @AfterEach
  void stopServer() {
    http.stop(0);
    RecordingListener.reset();
  }

  /** A project whose settings name a folder, as good as a jar, with a listener. */
  private QualityProject listening(String sql) throws Exception {
    Path services = folder.resolve("listeners/META-INF/services");
    Files.createDirectories(services);
    Files.writeString(
        services.resolve(EventListener.class.getName()), RecordingListener.class.getName());
    return new QualityProject(folder)
        .settings("configuration:\n  lakeward.listeners: listeners\n")
        .sql(sql);
  }

  private QualityProject project(String webhook, String alerts, String sql) {
    return new QualityProject(folder)
        .settings(
            "name: p\nnotifications:\n  - webhooks: [\"%s\"]\n    alerts: [%s]\n"
                .formatted(webhook, alerts))
        .sql(sql);
  }

  private String hook() {
    return "http://localhost:" + http.getAddress().getPort() + "/hook";
  }

  @Test
  void SET_notificationsPostTheEndOfAnUpdate() {
    QualityProject project = project(hook(), "on-update-success, on-flow-failure", GOOD);
    String update = project.run().updateId();
    assertThat(posts).hasSize(1);
    assertThat(posts.get(0).path("alert").asText()).isEqualTo("on-update-success");
    assertThat(posts.get(0).path("pipeline_name").asText()).isEqualTo("p");
    assertThat(posts.get(0).path("update_id").asText()).isEqualTo(update);
    assertThat(posts.get(0).at("/event/details/update_progress/state").asText())
        .isEqualTo("COMPLETED");
  }

  @Test
  void SET_notificationsPostEachFailedFlowAndTheFailedUpdate() {
    QualityProject project = project(hook(), "on-flow-failure, on-update-fatal-failure", BAD);
    project.run();
    assertThat(posts)
        .extracting(p -> p.path("alert").asText())
        .containsExactly("on-flow-failure", "on-update-fatal-failure");
    assertThat(posts.get(0).path("dataset_name").asText()).isEqualTo("main.default.m");
  }

  @Test
  void SET_aWebhookThatRefusesOrIsGoneDoesNoHarm() throws Exception {
    status = 500;
    QualityProject project = project(hook(), "on-update-success", GOOD);
    assertThat(project.run().state()).isEqualTo(UpdateState.COMPLETED);
    assertThat(hookEvents(project)).containsExactly("notifications FAILED WARN");

    int freePort;
    try (ServerSocket socket = new ServerSocket(0)) {
      freePort = socket.getLocalPort();
    }
    QualityProject gone = project("http://localhost:" + freePort + "/", "on-update-success", GOOD);
    assertThat(gone.run().state()).isEqualTo(UpdateState.COMPLETED);
    assertThat(hookEvents(project)).hasSize(2);
  }

  @Test
  void SET_notificationsAreMailed() throws Exception {
    GreenMail mail = new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP));
    mail.start();
    try {
      new QualityProject(folder)
          .settings(
              """
              name: Verkäufe
              configuration:
                lakeward.smtp.host: localhost
                lakeward.smtp.port: "%d"
                lakeward.smtp.from: pipelines@example.org
              notifications:
                - email_recipients: [ann@example.org, bob@example.org]
                  alerts: [on-update-failure]
              """
                  .formatted(mail.getSmtp().getPort()))
          .sql(BAD)
          .run();
      assertThat(mail.waitForIncomingEmail(10_000, 2)).isTrue();
      var message = mail.getReceivedMessages()[0];
      assertThat(message.getSubject()).isEqualTo("[lakeward] Verkäufe: update failed");
      assertThat(message.getAllRecipients()).hasSize(2);
      assertThat(GreenMailUtil.getBody(message)).isNotEmpty();
      assertThat(String.valueOf(message.getContent())).contains("pipeline_name: Verkäufe");
    } finally {
      mail.stop();
    }
  }

  @Test
  void SET_withoutAMailServerTheLogSaysSo() {
    QualityProject project =
        new QualityProject(folder)
            .settings(
                "notifications: [{email_recipients: [ann@example.org], alerts: [on-update-success]}]\n")
            .sql(GOOD);
    assertThat(project.run().state()).isEqualTo(UpdateState.COMPLETED);
    assertThat(project.events("hook_progress").get(0).path("message").asText())
        .contains("lakeward.smtp.host");
  }

  @Test
  void EVT_13_aJarOfListenersThatIsNotThereIsAMistakeInTheSettings() {
    QualityProject project =
        new QualityProject(folder)
            .settings("configuration:\n  lakeward.listeners: missing.jar\n")
            .sql(GOOD);
    assertThatThrownBy(project::run)
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("missing.jar");
    assertThat(folder.resolve(".lakeward/warehouse")).doesNotExist();
  }

  @Test
  void EVT_13_aListenerHearsEveryEventInOrder() throws Exception {
    QualityProject project = listening(GOOD);
    project.run();
    List<String> written =
        project.rows(
            "SELECT id FROM event_log(TABLE(m)) WHERE event_type <> 'hook_progress' ORDER BY sequence.control_plane_seq_no");
    assertThat(RecordingListener.HEARD.stream().map(e -> "[" + e.id() + "]"))
        .containsExactlyElementsOf(written);
    assertThat(hookEvents(project)).containsExactly("recording COMPLETED INFO");
  }

  @Test
  void EVT_13_aListenerThatThrowsDoesNoHarm() throws Exception {
    RecordingListener.failure = new IllegalStateException("not me");
    QualityProject project = listening(GOOD);
    assertThat(project.run().state()).isEqualTo(UpdateState.COMPLETED);
    assertThat(hookEvents(project)).containsExactly("recording FAILED WARN");
  }

  private static List<String> hookEvents(QualityProject project) {
    return project.events("hook_progress").stream()
        .map(
            e ->
                e.at("/details/hook_progress/name").asText()
                    + " "
                    + e.at("/details/hook_progress/status").asText()
                    + " "
                    + e.path("level").asText())
        .toList();
  }

  /** Found by the service loader where a test has {@link #register}ed it. */
  public static final class RecordingListener implements EventListener {
    static final List<PipelineEvent> HEARD = new CopyOnWriteArrayList<>();
    static volatile RuntimeException failure;

    static void reset() {
      HEARD.clear();
      failure = null;
    }

    @Override
    public String name() {
      return "recording";
    }

    @Override
    public void onEvent(PipelineEvent event) {
      HEARD.add(event);
      if (failure != null) {
        throw failure;
      }
    }
  }
}
