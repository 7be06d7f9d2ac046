/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.log.FileLog;
import io.lakeward.cli.view.JsonDocuments;
import io.lakeward.cli.view.SummaryTable;
import io.lakeward.cli.view.TableNames;
import io.lakeward.cli.view.UpdateProgressView;
import io.lakeward.cli.warm.WarmProcess;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.update.RunMode;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.problem.ProjectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.network.util.JavaUtils;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lakeward run}: brings the tables of a pipeline up to date. */
@CommandLine.Command(
    name = "run",
    description = "Brings the tables of a pipeline up to date.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lakeward run                              the pipeline in this folder",
      "  lakeward run my-pipeline                  the pipeline in another folder",
      "  lakeward run --refresh orders,customers   only these tables",
      "  lakeward run --full-refresh orders        empty this table and read its sources again",
      "  lakeward run --refresh-failed             what the last update failed or skipped",
      "  lakeward run --param country=NL           a value for :country",
      "  lakeward run --engine spark               every query on Spark",
      "  lakeward run --continuous                 go on as data arrives, until Ctrl-C",
      "  lakeward run --production                 try again what may pass by itself",
      "  lakeward run --output json                one JSON document on standard output",
      "",
      "Exit code 0: done. 1: the update failed. 2: the command or the project is wrong."
    })
final class RunCommand extends ProjectCommand {

  private static final String SHUTDOWN_DELAY = "pipelines.clusterShutdown.delay";
  private static final Duration IDLE = Duration.ofMinutes(30);

  private final boolean keepsWarm;

  @Mixin private EngineOptions engine = new EngineOptions();

  @Mixin private FolderArgument folder = new FolderArgument();

  @Option(
      names = "--refresh",
      split = ",",
      paramLabel = "TABLE",
      description = "Update only these tables; separate names by commas.")
  private List<String> refresh = new ArrayList<>();

  @Option(
      names = "--full-refresh",
      split = ",",
      paramLabel = "TABLE",
      description = "Empty these tables and compute them from their sources again.")
  private List<String> fullRefresh = new ArrayList<>();

  @Option(
      names = "--full-refresh-all",
      description = "As --full-refresh, for every table that allows it.")
  private boolean fullRefreshAll;

  @Option(
      names = "--refresh-failed",
      description = "Update only the tables that the last update failed or skipped.")
  private boolean refreshFailed;

  @Option(
      names = "--reset-checkpoint",
      split = ",",
      paramLabel = "FLOW",
      description =
          "Let these flows read their sources from the start, and keep the rows of their tables;"
              + " names are catalog.schema.flow.")
  private List<String> resetCheckpoints = new ArrayList<>();

  @Option(names = "--continuous", description = "Go on as data arrives, until stopped.")
  private boolean continuous;

  @Option(
      names = "--development",
      description = "Show failures at once, without retries, and stay ready for the next run.")
  private boolean development;

  @Option(names = "--production", description = "Try again what failed for a reason that may pass.")
  private boolean production;

  @Option(names = "--output", paramLabel = "FORMAT", description = "text or json (default: text).")
  private OutputFormat output = OutputFormat.TEXT;

  RunCommand(Console console, boolean keepsWarm) {
    super(console);
    this.keepsWarm = keepsWarm;
  }

  @Override
  public boolean printsJson() {
    return output == OutputFormat.JSON;
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    argumentProblems().forEach(problems::add);
    problems.throwIfAny();
    Optional<Integer> exit = Optional.empty();
    while (exit.isEmpty()) {
      exit = run();
    }
    return exit.get();
  }

  /** Empty if the update has to begin anew because the settings have changed. */
  private Optional<Integer> run() {
    try (PipelineEngine pipeline = project().openEngine(folder.path(), engine);
        InterruptGuard guard =
            new InterruptGuard(console, pipeline, isContinuous(pipeline.settings()));
        SettingsWatch watch =
            new SettingsWatch(
                pipeline, () -> project().openEngine(folder.path(), engine), console)) {
      console.note(IgnoredSettings.note(pipeline.settings()));
      FileLog.writeTo(pipeline.layout().state().resolve("logs"));
      try {
        Duration idle = idle(pipeline.settings());
        if (isContinuous(pipeline.settings())) {
          watch.start();
        }
        UpdateResult result = update(pipeline);
        if (watch.changed().filter(this::isContinuous).isPresent()
            && result.state() == UpdateState.CANCELED) {
          console.note("The settings have changed; the update begins anew with them.\n");
          beginAnew();
          return Optional.empty();
        }
        int exit = print(result, TableNames.of(pipeline.settings()));
        if (keepsWarm && isDevelopment(pipeline.settings())) {
          WarmProcess.start(WarmMain.class, pipeline.layout().project(), idle);
        }
        return Optional.of(guard.isInterrupted() ? ExitCode.UPDATE_FAILED : exit);
      } catch (RuntimeException e) {
        if (guard.isInterrupted()) {
          return Optional.of(ExitCode.UPDATE_FAILED);
        }
        throw e;
      }
    }
  }

  /** What was asked for once has been done. */
  private void beginAnew() {
    fullRefresh = List.of();
    fullRefreshAll = false;
    resetCheckpoints = List.of();
  }

  private List<Problem> argumentProblems() {
    List<Problem> problems = new ArrayList<>();
    if (development && production) {
      problems.add(CommandProblems.developmentAndProduction());
    }
    return problems;
  }

  private UpdateResult update(PipelineEngine pipeline) {
    TableNames names = TableNames.of(pipeline.settings());
    UpdateRequest request =
        new UpdateRequest(
                selected(pipeline),
                fullRefresh,
                fullRefreshAll,
                mode(pipeline.settings()),
                isContinuous(pipeline.settings()))
            .withResetCheckpoints(resetCheckpoints);
    try (UpdateProgressView view =
        UpdateProgressView.of(
            console.errTerminal(), new FlushingAppendable(console.err()), names)) {
      return pipeline.run(request, view);
    }
  }

  private List<String> selected(PipelineEngine pipeline) {
    if (!refreshFailed) {
      return refresh;
    }
    List<String> selected = new ArrayList<>(pipeline.failedTables());
    selected.addAll(refresh);
    if (selected.isEmpty()) {
      throw new ProjectException(CommandProblems.nothingFailed());
    }
    return selected;
  }

  private boolean isDevelopment(PipelineSettings settings) {
    return development || (!production && settings.development());
  }

  private boolean isContinuous(PipelineSettings settings) {
    return continuous || settings.continuous();
  }

  private RunMode mode(PipelineSettings settings) {
    if (isDevelopment(settings)) {
      return RunMode.DEVELOPMENT;
    }
    return production || isContinuous(settings) ? RunMode.PRODUCTION : RunMode.INTERACTIVE;
  }

  private static Duration idle(PipelineSettings settings) {
    String delay = settings.configuration().get(SHUTDOWN_DELAY);
    if (delay == null) {
      return IDLE;
    }
    try {
      return Duration.ofSeconds(JavaUtils.timeStringAsSec(delay));
    } catch (NumberFormatException e) {
      throw new ProjectException(CommandProblems.notADuration(SHUTDOWN_DELAY, delay));
    }
  }

  private int print(UpdateResult result, TableNames names) {
    console.print(
        printsJson()
            ? JsonDocuments.update(result)
            : new SummaryTable(console.outTerminal(), names).print(result));
    return result.state() == UpdateState.FAILED ? ExitCode.UPDATE_FAILED : ExitCode.DONE;
  }
}
