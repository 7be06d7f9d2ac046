/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.model.pipeline.MonitoringSettings;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads the settings file by Lakeflow's field names, in YAML or JSON. Fields that steer a hosted
 * service are accepted and have no effect; a field that nobody knows is a mistake and is reported.
 */
final class PipelineSettingsReader {

  /** The settings, and the source files that they select. */
  record SettingsFile(PipelineSettings settings, List<SourceSelection> sources) {}

  /** Fields that are read. */
  private static final Set<String> USED =
      Set.of(
          "name",
          "id",
          "event_log",
          "notifications",
          "catalog",
          "schema",
          "target",
          "database",
          "configuration",
          "parameters",
          "libraries",
          "continuous",
          "development",
          "engine");

  /** Fields of Lakeflow's specification that mean nothing on one's own machine. */
  private static final Set<String> UNUSED =
      Set.of(
          "storage",
          "root_path",
          "environment",
          "clusters",
          "serverless",
          "channel",
          "edition",
          "photon",
          "tags",
          "run_as",
          "restart_window",
          "filters",
          "deployment",
          "budget_policy_id",
          "usage_policy_id",
          "serverless_compute_id",
          "rewind_generation_interval",
          "trigger",
          "allow_duplicate_names",
          "dry_run",
          "expected_last_modified",
          "permissions",
          "lifecycle");

  private static final Set<String> NOT_SUPPORTED =
      Set.of("ingestion_definition", "gateway_definition");
  private static final Set<String> ENGINES = Set.of("auto", "embedded", "spark");
  private static final Set<String> LIBRARY_KINDS =
      Set.of("file", "glob", "notebook", "jar", "maven", "whl");
  private static final String DEFAULT_CATALOG = "main";
  private static final SourceSelection EVERYTHING = new SourceSelection("**", Optional.empty());

  private final String defaultName;
  private final Problems problems;

  PipelineSettingsReader(String defaultName, Problems problems) {
    this.defaultName = defaultName;
    this.problems = problems;
  }

  /** The settings of a project without a settings file. */
  SettingsFile defaults() {
    return settings(
        Map.of(), Map.of(), Map.of(), List.of(EVERYTHING), List.of(), MonitoringSettings.none());
  }

  SettingsFile read(SourceFile file) {
    return new Reading(file).read();
  }

  private SettingsFile settings(
      Map<String, String> texts,
      Map<String, String> configuration,
      Map<String, String> parameters,
      List<SourceSelection> sources,
      List<String> ignored,
      MonitoringSettings monitoring) {
    return new SettingsFile(
        new PipelineSettings(
            texts.getOrDefault("name", defaultName),
            texts.getOrDefault("catalog", DEFAULT_CATALOG),
            schema(texts),
            configuration,
            parameters,
            sources.stream().map(SourceSelection::pattern).toList(),
            Boolean.parseBoolean(texts.get("continuous")),
            Boolean.parseBoolean(texts.get("development")),
            EngineChoice.valueOf(texts.getOrDefault("engine", "auto").toUpperCase(Locale.ROOT)),
            ignored,
            monitoring),
        sources);
  }

  /** {@code target} and {@code database} are older words for it. */
  private static String schema(Map<String, String> texts) {
    return texts.getOrDefault(
        "schema", texts.getOrDefault("target", texts.getOrDefault("database", "default")));
  }

  /** One pass over one file. */
  private final class Reading {
    private final SourceFile file;
    private final YamlPlaces places;
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, String> configuration = new HashMap<>();
    private final Map<String, String> parameters = new HashMap<>();
    private final List<SourceSelection> sources = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();
    private final MonitoringReader monitoring;

    Reading(SourceFile file) {
      this.file = file;
      this.places = new YamlPlaces(file);
      this.monitoring = new MonitoringReader(places, problems);
    }

    SettingsFile read() {
      Optional<Node> root = compose();
      if (root.isPresent() && !isNull(root.get())) {
        if (root.get() instanceof MappingNode mapping) {
          entries(mapping).forEach(this::readField);
        } else {
          wrong("The settings file", "a list of key: value lines", root.get());
        }
      }
      return settings(
          texts,
          configuration,
          parameters,
          sources.isEmpty() ? List.of(EVERYTHING) : sources,
          ignored,
          monitoring.settings(
              Optional.ofNullable(texts.get("id")),
              texts.getOrDefault("catalog", DEFAULT_CATALOG),
              schema(texts)));
    }

    private Optional<Node> compose() {
      // JSON may be indented by tabs, which YAML forbids; in JSON a tab is never part of a string.
      String text = file.path().endsWith(".json") ? file.text().replace('\t', ' ') : file.text();
      try {
        return Optional.ofNullable(new Yaml(new LoaderOptions()).compose(new StringReader(text)));
      } catch (MarkedYAMLException e) {
        problems.add(
            ProjectProblems.settings(
                "The settings file is not valid: " + e.getProblem() + ".",
                "Check the indentation, quotes and brackets at this place.",
                places.of(e.getProblemMark())));
      } catch (YAMLException e) {
        problems.add(
            ProjectProblems.settings(
                "The settings file is not valid: " + e.getMessage() + ".",
                "Remove characters that cannot be seen.",
                file.span(0, 0)));
      }
      return Optional.empty();
    }

    private void readField(String key, NodeTuple field) {
      SourceSpan where = places.of(field.getKeyNode());
      Node value = field.getValueNode();
      if (NOT_SUPPORTED.contains(key)) {
        String fix = "Load the files yourself and read them with read_files.";
        problems.add(ProjectProblems.settingNotSupported(key, fix, where));
      } else if (!USED.contains(key)) {
        if (UNUSED.contains(key)) {
          ignored.add(key);
        } else {
          reportUnknown(key, where);
        }
      } else {
        switch (key) {
          case "configuration" -> readMap(key, value, configuration);
          case "parameters" -> readMap(key, value, parameters);
          case "libraries" -> readLibraries(value);
          case "event_log" -> monitoring.readEventLog(value);
          case "notifications" -> monitoring.readNotifications(value);
          case "continuous", "development" -> readFlag(key, value);
          case "engine" -> readEngine(key, value);
          default -> readText(key, value).ifPresent(text -> texts.put(key, text));
        }
        String text = texts.getOrDefault(key, "");
        if (text.contains("${")) {
          problems.add(
              ProjectProblems.valueNotReplaced(key, text, places.of(field.getValueNode())));
        }
      }
    }

    private void reportUnknown(String key, SourceSpan where) {
      Set<String> known = new TreeSet<>(USED);
      known.addAll(UNUSED);
      problems.add(ProjectProblems.unknownKey(key, DidYouMean.closest(key, known), where));
    }

    private Optional<String> readText(String key, Node value) {
      if (value instanceof ScalarNode scalar && !scalar.getValue().isBlank() && !isNull(value)) {
        return Optional.of(scalar.getValue());
      }
      wrong(key, "a text", value);
      return Optional.empty();
    }

    private void readFlag(String key, Node value) {
      if (value instanceof ScalarNode scalar && value.getTag().equals(Tag.BOOL)) {
        String word = scalar.getValue().toLowerCase(Locale.ROOT);
        texts.put(key, String.valueOf(Set.of("true", "yes", "on").contains(word)));
      } else {
        wrong(key, "true or false", value);
      }
    }

    private void readEngine(String key, Node value) {
      if (value instanceof ScalarNode scalar
          && ENGINES.contains(scalar.getValue().toLowerCase(Locale.ROOT))) {
        texts.put(key, scalar.getValue());
      } else {
        wrong(key, "auto, embedded or spark", value);
      }
    }

    private void readMap(String key, Node value, Map<String, String> into) {
      if (!(value instanceof MappingNode mapping)) {
        if (!isNull(value)) {
          wrong(key, "a list of key: value lines", value);
        }
        return;
      }
      entries(mapping)
          .forEach(
              (name, entry) -> {
                if (entry.getValueNode() instanceof ScalarNode scalar) {
                  into.put(name, isNull(scalar) ? "" : scalar.getValue());
                } else {
                  wrong(key + "." + name, "a single value", entry.getValueNode());
                }
              });
    }

    private void readLibraries(Node value) {
      if (!(value instanceof SequenceNode list)) {
        wrong("libraries", "a list", value);
        return;
      }
      for (Node item : list.getValue()) {
        if (item instanceof MappingNode mapping) {
          entries(mapping).forEach(this::readLibrary);
        } else {
          wrong("An entry of libraries", "file: or glob:", item);
        }
      }
    }

    private void readLibrary(String kind, NodeTuple library) {
      SourceSpan where = places.of(library.getKeyNode());
      switch (kind) {
        case "file" -> readSource("path", library.getValueNode());
        case "glob" -> readSource("include", library.getValueNode());
        case "notebook", "jar", "maven", "whl" ->
            problems.add(
                ProjectProblems.settingNotSupported(
                    "A library of kind " + kind, "List SQL files with file or glob.", where));
        default ->
            problems.add(
                ProjectProblems.unknownKey(
                    kind, DidYouMean.closest(kind, new TreeSet<>(LIBRARY_KINDS)), where));
      }
    }

    private void readSource(String key, Node value) {
      if (!(value instanceof MappingNode mapping)) {
        wrong("The library", key + ": and a path", value);
        return;
      }
      entries(mapping)
          .forEach(
              (name, entry) -> {
                if (!name.equals(key)) {
                  problems.add(
                      ProjectProblems.unknownKey(
                          name,
                          DidYouMean.closest(name, List.of(key)),
                          places.of(entry.getKeyNode())));
                  return;
                }
                SourceSpan where = places.of(entry.getValueNode());
                readText(key, entry.getValueNode())
                    .ifPresent(
                        path ->
                            sources.add(new SourceSelection(relative(path), Optional.of(where))));
              });
    }

    /** Entries by key, in order; a key that is given twice is reported and its first value kept. */
    private Map<String, NodeTuple> entries(MappingNode mapping) {
      Map<String, NodeTuple> entries = new LinkedHashMap<>();
      for (NodeTuple entry : mapping.getValue()) {
        if (!(entry.getKeyNode() instanceof ScalarNode key)) {
          wrong("A key", "a plain word", entry.getKeyNode());
          continue;
        }
        NodeTuple first = entries.putIfAbsent(key.getValue(), entry);
        if (first != null) {
          problems.add(
              ProjectProblems.settings(
                  key.getValue()
                      + " is given twice; the other is at "
                      + places.of(first.getKeyNode())
                      + ".",
                  "Keep one of the two.",
                  places.of(key)));
        }
      }
      return entries;
    }

    private void wrong(String key, String wanted, Node value) {
      problems.add(ProjectProblems.wrongValue(key, wanted, places.of(value)));
    }
  }

  private static boolean isNull(Node node) {
    return node.getTag().equals(Tag.NULL);
  }

  /** Lakeflow writes paths with a leading dot; patterns here are relative without it. */
  private static String relative(String path) {
    String plain = path.replace('\\', '/');
    return plain.startsWith("./") ? plain.substring(2) : plain;
  }
}
