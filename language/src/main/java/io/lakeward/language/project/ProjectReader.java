/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.language.project.PipelineSettingsReader.SettingsFile;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a project folder: the settings file, if there is one, and the text of all source files. */
public final class ProjectReader {
  /** Tells a Python file that defines datasets from any other script in the folder. */
  private static final Pattern PIPELINE_IMPORT =
      Pattern.compile(
          "(?m)^\\s*(import\\s+dlt\\b|from\\s+dlt\\b|from\\s+pyspark\\s+import\\s+.*\\bpipelines\\b|(import|from)\\s+pyspark\\.pipelines\\b)");

  /** The names that a settings file can have. */
  public static final List<String> SETTINGS_FILES =
      List.of("pipeline.yml", "pipeline.yaml", "pipeline.json", "spark-pipeline.yml");

  /**
   * The project in the folder.
   *
   * @param parameterOverrides values that win over {@code parameters} in the settings file
   * @throws ProjectException with every problem found
   */
  public PipelineProject read(Path folder, Map<String, String> parameterOverrides) {
    Problems problems = new Problems();
    PipelineProject project = read(folder, parameterOverrides, problems);
    problems.throwIfAny();
    return project;
  }

  /**
   * As much of the project as can be read; what cannot is in {@code problems}.
   *
   * @throws ProjectException if there is no such folder
   */
  public PipelineProject read(
      Path folder, Map<String, String> parameterOverrides, Problems problems) {
    Path root = folder.toAbsolutePath().normalize();
    if (!Files.isDirectory(root)) {
      throw new ProjectException(ProjectProblems.folderMissing(folder));
    }
    SourceFileLoader loader = new SourceFileLoader(root, problems);
    SettingsFile settingsFile = readSettings(root, loader, problems);
    List<SourceFile> files = new ArrayList<>();
    List<String> paths =
        new SourceFileFinder(withoutLinks(root), problems).find(settingsFile.sources());
    boolean chosen = settingsFile.sources().stream().anyMatch(s -> s.where().isPresent());
    for (String path : paths) {
      Optional<SourceFile> file = loader.load(path);
      if (!SourceFileFinder.isPython(path)) {
        file.ifPresent(files::add);
      } else if (file.isPresent()
          && (chosen || PIPELINE_IMPORT.matcher(file.get().text()).find())) {
        problems.add(ProjectProblems.pythonNotSupported(file.get().span(0, 0)));
      }
    }
    if (paths.isEmpty() && problems.isEmpty()) {
      problems.add(ProjectProblems.noSourceFile(folder));
    }
    return new PipelineProject(
        root, withOverrides(settingsFile.settings(), parameterOverrides), files);
  }

  private static SettingsFile readSettings(Path root, SourceFileLoader loader, Problems problems) {
    List<String> present =
        SETTINGS_FILES.stream().filter(name -> Files.isRegularFile(root.resolve(name))).toList();
    if (present.size() > 1) {
      problems.add(ProjectProblems.twoSettingsFiles(present.get(0), present.get(1)));
    }
    PipelineSettingsReader reader = new PipelineSettingsReader(folderName(root), problems);
    Optional<SourceFile> file = present.isEmpty() ? Optional.empty() : loader.load(present.get(0));
    return file.map(reader::read).orElseGet(reader::defaults);
  }

  /** A walk through a folder does not enter one that is itself a link. */
  private static Path withoutLinks(Path root) {
    try {
      return root.toRealPath();
    } catch (IOException e) {
      return root;
    }
  }

  private static String folderName(Path root) {
    Path name = root.getFileName();
    return name == null ? "pipeline" : name.toString();
  }

  private static PipelineSettings withOverrides(
      PipelineSettings settings, Map<String, String> overrides) {
    Map<String, String> parameters = new HashMap<>(settings.parameters());
    parameters.putAll(overrides);
    return new PipelineSettings(
        settings.name(),
        settings.catalog(),
        settings.schema(),
        settings.configuration(),
        parameters,
        settings.sourceGlobs(),
        settings.continuous(),
        settings.development(),
        settings.engine(),
        settings.ignored(),
        settings.monitoring());
  }
}
