/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.engine.event.EventListener;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The jars with listeners of a project's own. They are named by a setting: to look for listeners in
 * each of the program's own jars would take longer than a small update.
 */
record ListenerJars(List<Path> jars) {
  static final String SETTING = "lakeward.listeners";

  ListenerJars {
    jars = List.copyOf(jars);
  }

  /**
   * Those that the settings name, separated by commas.
   *
   * @throws ProjectException if one does not exist
   */
  static ListenerJars of(PipelineSettings settings, Path project) {
    List<Path> jars = new ArrayList<>();
    String named = settings.configuration().getOrDefault(SETTING, "");
    for (String jar : named.isBlank() ? new String[0] : named.split(",")) {
      Path file = project.resolve(jar.strip());
      if (!Files.exists(file)) {
        throw new ProjectException(
            Problem.of(
                    ProblemCode.SETTINGS_INVALID,
                    "`" + SETTING + "` names `" + jar.strip() + "`, which does not exist.")
                .withFix("Write paths of jars, from the project's folder, with commas between."));
      }
      jars.add(file);
    }
    return new ListenerJars(jars);
  }

  /** A new listener of each class that the jars name in {@code META-INF/services}. */
  List<EventListener> load() {
    List<EventListener> listeners = new ArrayList<>();
    if (!jars.isEmpty()) {
      URL[] urls = jars.stream().map(ListenerJars::url).toArray(URL[]::new);
      // The classes are needed as long as the listeners are.
      URLClassLoader loader = new URLClassLoader(urls, EventListener.class.getClassLoader());
      ServiceLoader.load(EventListener.class, loader).forEach(listeners::add);
    }
    return listeners;
  }

  private static URL url(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException("a file always has a URL", e);
    }
  }
}
