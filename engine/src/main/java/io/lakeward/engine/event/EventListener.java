/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

/**
 * Is told about every event of an update. Implementations are found by {@link
 * java.util.ServiceLoader}: a jar on the class path names them in {@code
 * META-INF/services/io.lakeward.engine.event.EventListener}.
 *
 * <p>Each listener has a thread of its own and sees the events in order. What it throws is written
 * to the event log as {@code hook_progress} and does no harm to the update; while it is slow,
 * events wait, and if too many wait, further ones are left out for it.
 */
public interface EventListener {
  /** The name under which the event log speaks of it. */
  default String name() {
    return getClass().getSimpleName();
  }

  void onEvent(PipelineEvent event) throws Exception;
}
