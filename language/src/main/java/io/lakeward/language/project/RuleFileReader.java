/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.language.sql.RuleFiles;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * Reads rules from YAML: {@code name: condition}, or {@code name} with {@code expect} and {@code
 * on_violation} below it.
 */
final class RuleFileReader implements RuleFiles {
  private static final Map<String, ViolationAction> ACTIONS =
      Map.of(
          "warn", ViolationAction.WARN,
          "drop row", ViolationAction.DROP_ROW,
          "fail update", ViolationAction.FAIL_UPDATE,
          "quarantine", ViolationAction.QUARANTINE);

  private final Path root;

  RuleFileReader(Path root) {
    this.root = root;
  }

  @Override
  public List<Rule> load(String path, SourceSpan where, Problems problems) {
    Path file = root.resolve(path).normalize();
    if (!file.startsWith(root) || !Files.isRegularFile(file)) {
      problems.add(
          Problem.of(
                  ProblemCode.SOURCE_FILE_UNREADABLE,
                  "There is no file of rules " + path + " in the project's folder.")
              .at(where)
              .withFix("Write its path from the project's folder, such as 'rules/orders.yml'."));
      return List.of();
    }
    return new SourceFileLoader(root, problems)
        .load(root.relativize(file).toString().replace('\\', '/'))
        .map(source -> new Reading(source, problems).read())
        .orElse(List.of());
  }

  private static final class Reading {
    private final SourceFile file;
    private final YamlPlaces places;
    private final Problems problems;

    Reading(SourceFile file, Problems problems) {
      this.file = file;
      this.places = new YamlPlaces(file);
      this.problems = problems;
    }

    List<Rule> read() {
      List<Rule> rules = new ArrayList<>();
      Optional<Node> root = compose();
      if (root.isPresent()) {
        entries(root.get(), "A file of rules")
            .forEach((name, value) -> rule(name, value).ifPresent(rules::add));
      }
      return rules;
    }

    private Optional<Node> compose() {
      try {
        return Optional.ofNullable(
            new Yaml(new LoaderOptions()).compose(new StringReader(file.text())));
      } catch (MarkedYAMLException e) {
        report(
            "The file of rules is not valid: " + e.getProblem() + ".",
            "Check the indentation, quotes and brackets at this place.",
            places.of(e.getProblemMark()));
      } catch (YAMLException e) {
        report(
            "The file of rules is not valid: " + e.getMessage() + ".",
            "Remove characters that cannot be seen.",
            file.span(0, 0));
      }
      return Optional.empty();
    }

    private Optional<Rule> rule(String name, Node value) {
      if (value instanceof ScalarNode condition) {
        return Optional.of(
            new Rule(name, condition.getValue(), ViolationAction.WARN, places.of(condition)));
      }
      Map<String, Node> parts = entries(value, "The rule " + name);
      ViolationAction action = ViolationAction.WARN;
      for (Map.Entry<String, Node> part : parts.entrySet()) {
        if (part.getKey().equals("on_violation")) {
          action = action(part.getValue());
        } else if (!part.getKey().equals("expect")) {
          report(
              "A rule has no key " + part.getKey() + ".",
              "Write expect and on_violation.",
              places.of(part.getValue()));
        }
      }
      if (parts.get("expect") instanceof ScalarNode condition) {
        return Optional.of(new Rule(name, condition.getValue(), action, places.of(condition)));
      }
      report(
          "The rule " + name + " has no condition.",
          "Write expect: and a condition.",
          places.of(value));
      return Optional.empty();
    }

    private ViolationAction action(Node value) {
      String word =
          value instanceof ScalarNode scalar
              ? scalar.getValue().strip().toLowerCase(Locale.ROOT).replaceAll("[\\s_]+", " ")
              : "";
      ViolationAction action = ACTIONS.get(word);
      if (action != null) {
        return action;
      }
      report(
          "on_violation must be warn, drop row, fail update or quarantine.",
          DidYouMean.closest(word, ACTIONS.keySet())
              .map(near -> "Did you mean " + near + "?")
              .orElse("Write one of these."),
          places.of(value));
      return ViolationAction.WARN;
    }

    private Map<String, Node> entries(Node value, String what) {
      Map<String, Node> entries = new LinkedHashMap<>();
      if (!(value instanceof MappingNode mapping)) {
        report(what + " must be name: condition lines.", "Correct it here.", places.of(value));
        return entries;
      }
      for (NodeTuple entry : mapping.getValue()) {
        String key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
        if (key.isBlank() || entries.putIfAbsent(key, entry.getValueNode()) != null) {
          report(
              key.isBlank() ? "A rule has no name." : key + " is given twice.",
              "Give each rule a name of its own.",
              places.of(entry.getKeyNode()));
        }
      }
      return entries;
    }

    private void report(String message, String fix, SourceSpan where) {
      problems.add(Problem.of(ProblemCode.EXPECTATION_INVALID, message).at(where).withFix(fix));
    }
  }
}
