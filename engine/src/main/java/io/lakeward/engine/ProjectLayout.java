/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.store.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Where the things of a project lie on disk. Nothing is created by asking. */
public final class ProjectLayout {
  private final Path project;
  private final Path volumes;
  private final String pipelineId;

  private ProjectLayout(Path project, Path volumes, String pipelineId) {
    this.project = project;
    this.volumes = volumes;
    this.pipelineId = pipelineId;
  }

  /**
   * @param volumesFolder wins over the folders in the project
   */
  public static ProjectLayout of(Path projectFolder, Optional<Path> volumesFolder) {
    Path project = projectFolder.toAbsolutePath().normalize();
    Path volumes =
        volumesFolder.map(v -> v.toAbsolutePath().normalize()).orElseGet(() -> volumesOf(project));
    return new ProjectLayout(
        project, volumes, existingPipelineId(project).orElse(UUID.randomUUID().toString()));
  }

  /** People's files do not belong below a folder that may be deleted to start over. */
  private static Path volumesOf(Path project) {
    Path own = project.resolve("volumes");
    Path hidden = project.resolve(".lakeward/volumes");
    return !Files.isDirectory(own) && Files.isDirectory(hidden) ? hidden : own;
  }

  /** A pipeline keeps its id for as long as its state folder lives, whatever it is called. */
  private static Optional<String> existingPipelineId(Path project) {
    Path pipelines = project.resolve(".lakeward/pipelines");
    if (!Files.isDirectory(pipelines)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(pipelines)) {
      List<String> ids =
          folders.filter(Files::isDirectory).map(f -> f.getFileName().toString()).sorted().toList();
      return ids.stream().findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Where source files are.
   *
   * @param configuration may hold settings for object stores
   */
  public VolumePaths paths(Map<String, String> configuration) {
    return new VolumePaths(volumes, project, Stores.of(configuration));
  }

  /** The same folders, with the pipeline's id as it is on disk by now. */
  ProjectLayout settled() {
    return new ProjectLayout(project, volumes, existingPipelineId(project).orElse(pipelineId));
  }

  /** Held by the update that runs; the same for all that open the project. */
  Path lock() {
    return state().resolve("lock");
  }

  public Path project() {
    return project;
  }

  public String pipelineId() {
    return pipelineId;
  }

  /** All that runs create. */
  public Path state() {
    return project.resolve(".lakeward");
  }

  /** Published tables. */
  public Path warehouse() {
    return state().resolve("warehouse");
  }

  /** Functions of SQL. */
  public Path functions() {
    return state().resolve("catalog/functions");
  }

  /** Tables that can be brought back. */
  public Path dropped() {
    return state().resolve("dropped");
  }

  /** Published views. */
  public Path views() {
    return state().resolve("catalog/views");
  }

  /** The folder that {@code /Volumes} stands for. */
  public Path volumes() {
    return volumes;
  }

  public Path pipelineState() {
    return state().resolve("pipelines").resolve(pipelineId);
  }

  /** Learned schemas of streamed files. */
  Path schemas() {
    return pipelineState().resolve("schemas");
  }

  /** Tables that are visible inside the pipeline only. */
  public Path privateWarehouse() {
    return pipelineState().resolve("private");
  }

  public Path events() {
    return pipelineState().resolve("events");
  }
}
