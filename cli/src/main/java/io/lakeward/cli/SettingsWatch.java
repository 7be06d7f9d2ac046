/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.engine.PipelineEngine;
import io.lakeward.language.project.ProjectReader;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Ends a continuous update when the project's settings say something else, so that it can begin
 * anew with them. Settings that make no sense change nothing.
 */
final class SettingsWatch implements AutoCloseable {
  private static final long LOOK_MILLIS = 500;

  private final PipelineEngine running;
  private final Supplier<PipelineEngine> opener;
  private final Console console;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "settings-watch");
            thread.setDaemon(true);
            return thread;
          });

  /** What was looked at; nothing yet, so that a change while the update began is seen too. */
  private Map<String, String> seen = Map.of();

  private Map<String, String> last = Map.of();
  private volatile Optional<PipelineSettings> changed = Optional.empty();

  /**
   * @param opener opens the project as it is now
   */
  SettingsWatch(PipelineEngine running, Supplier<PipelineEngine> opener, Console console) {
    this.running = running;
    this.opener = opener;
    this.console = console;
  }

  void start() {
    timer.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** The settings for which the update was ended, if it was. */
  Optional<PipelineSettings> changed() {
    return changed;
  }

  private void look() {
    Map<String, String> now = texts();
    boolean isWritten = now.equals(last);
    last = now;
    // A file that somebody is writing is looked at when it has stayed as it is.
    if (!isWritten || now.equals(seen) || changed.isPresent()) {
      return;
    }
    seen = now;
    try (PipelineEngine next = opener.get()) {
      if (!next.settings().equals(running.settings())) {
        next.validate();
        changed = Optional.of(next.settings());
        running.requestStop();
      }
    } catch (ProjectException e) {
      tell(e.problems().get(0).message());
    } catch (RuntimeException e) { // or nobody would look again
      tell(String.valueOf(e.getMessage()));
    }
  }

  private void tell(String reason) {
    console.note(
        "The project cannot be run with its new settings, and the update goes on with those before"
            + " them: "
            + reason
            + "\n");
  }

  private Map<String, String> texts() {
    Map<String, String> texts = new HashMap<>();
    for (String name : ProjectReader.SETTINGS_FILES) {
      Path file = running.layout().project().resolve(name);
      try {
        if (Files.isRegularFile(file)) {
          texts.put(name, Files.readString(file));
        }
      } catch (IOException e) {
        texts.put(name, ""); // it is being written, or is no text: the next look tells
      }
    }
    return texts;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
