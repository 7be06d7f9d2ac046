/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class EventHooksTest {
  private final List<String> said = new CopyOnWriteArrayList<>();

  @Test
  void aListenerThatHangsHoldsNobodyUpForLongerThanThePatience() {
    CountDownLatch never = new CountDownLatch(1);
    List<String> heard = new CopyOnWriteArrayList<>();
    EventHooks hooks =
        hooks(Duration.ofMillis(50), event -> never.await(), event -> heard.add(event.id()));
    for (int i = 0; i < 2000; i++) {
      hooks.offer(event("e" + i, "flow_progress"));
    }
    hooks.close();
    assertThat(said.get(0)).isEqualTo("listener STOPPED");
  }

  @Test
  void whatIsSaidAboutListenersIsNotSaidToThem() {
    List<String> heard = new CopyOnWriteArrayList<>();
    EventHooks hooks = hooks(Duration.ofSeconds(10), event -> heard.add(event.id()));
    hooks.offer(event("a", "hook_progress"));
    hooks.offer(event("b", "flow_progress"));
    hooks.close();
    assertThat(heard).containsExactly("b");
    assertThat(said).containsExactly("listener COMPLETED");
  }

  @Test
  void aFailureIsToldOnceAndTheListenerGoesOn() {
    List<String> heard = new CopyOnWriteArrayList<>();
    EventHooks hooks =
        hooks(
            Duration.ofSeconds(10),
            event -> {
              heard.add(event.id());
              throw new NoClassDefFoundError("gone");
            });
    hooks.offer(event("a", "flow_progress"));
    hooks.offer(event("b", "flow_progress"));
    hooks.close();
    assertThat(heard).containsExactly("a", "b");
    assertThat(said).containsExactly("listener FAILED");
  }

  @Test
  void B63_theMiddleOfAFlowPushesNoEndOut() throws InterruptedException {
    SlowListener listener = new SlowListener();
    EventHooks hooks = hooks(Duration.ofSeconds(10), listener);
    hooks.offer(end("end0"));
    listener.isBusy.await();
    for (int i = 1; i <= 1000; i++) {
      hooks.offer(end("end" + i));
    }
    hooks.offer(event("middle", "flow_progress"));
    listener.mayGoOn.countDown();
    hooks.close();
    assertThat(listener.heard).hasSize(1001).contains("end1").doesNotContain("middle");
  }

  private static PipelineEvent end(String id) {
    return new PipelineEvent(
        id,
        Instant.EPOCH,
        EventLevel.INFO,
        "flow_progress",
        "said",
        Optional.empty(),
        "{\"details\":{\"flow_progress\":{\"status\":\"COMPLETED\"}}}");
  }

  @Test
  void B63_ofTooManyEventsTheEndsAreToldAndClosingWaitsForThem() {
    SlowListener listener = new SlowListener();
    EventHooks hooks = hooks(Duration.ofSeconds(10), listener);
    for (int i = 0; i < 1500; i++) {
      hooks.offer(event("e" + i, "flow_progress"));
      if (i == 5 || i == 1495) {
        hooks.offer(end("end" + i));
      }
    }
    hooks.offer(event("last", "update_progress"));
    listener.mayGoOn.countDown();
    hooks.close();
    assertThat(listener.heard)
        .hasSizeLessThan(1100)
        .contains("end5", "end1495", "e1499")
        .endsWith("last");
    assertThat(said).containsExactly("listener INCOMPLETE");
  }

  /** Hears nothing to its end before it may. */
  private static final class SlowListener implements Action {
    final CountDownLatch isBusy = new CountDownLatch(1);
    final CountDownLatch mayGoOn = new CountDownLatch(1);
    final List<String> heard = new CopyOnWriteArrayList<>();

    @Override
    public void hear(PipelineEvent event) throws InterruptedException {
      isBusy.countDown();
      mayGoOn.await();
      heard.add(event.id());
    }
  }

  private interface Action {
    void hear(PipelineEvent event) throws Exception;
  }

  private EventHooks hooks(Duration patience, Action... actions) {
    List<EventListener> listeners = new CopyOnWriteArrayList<>();
    for (Action action : actions) {
      listeners.add(
          new EventListener() {
            @Override
            public String name() {
              return "listener";
            }

            @Override
            public void onEvent(PipelineEvent event) throws Exception {
              action.hear(event);
            }
          });
    }
    return new EventHooks(
        listeners, patience, (name, status, error) -> said.add(name + " " + status));
  }

  private static PipelineEvent event(String id, String type) {
    return new PipelineEvent(
        id, Instant.EPOCH, EventLevel.INFO, type, "said", Optional.empty(), "{}");
  }
}
