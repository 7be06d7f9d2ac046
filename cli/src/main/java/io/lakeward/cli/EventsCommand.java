/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.view.EventText;
import io.lakeward.cli.view.JsonDocuments;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.event.EventLevel;
import io.lakeward.engine.event.EventLog;
import io.lakeward.engine.event.EventTypes;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.model.problem.Problems;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lakeward events}: prints what the pipeline's updates wrote into the event log. */
@CommandLine.Command(
    name = "events",
    description = "Prints the pipeline's event log, oldest event first.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lakeward events                           the pipeline in this folder",
      "  lakeward events --type flow_progress      only events of this type",
      "  lakeward events --follow                  go on with new events until Ctrl-C",
      "  lakeward events --output json             one array with the events as stored",
      "",
      "With --follow, --output json prints one event a line instead of an array."
    })
final class EventsCommand extends ProjectCommand {

  @Mixin private FolderArgument folder = new FolderArgument();

  @Option(names = "--follow", description = "Go on with new events until stopped.")
  private boolean follow;

  @Option(
      names = "--type",
      split = ",",
      paramLabel = "TYPE",
      description = "Only these types, such as flow_progress or update_progress.")
  private Set<String> types = new LinkedHashSet<>();

  @Option(
      names = "--level",
      split = ",",
      paramLabel = "LEVEL",
      description = "Only these levels: METRICS, INFO, WARN, ERROR.")
  private Set<String> levels = new LinkedHashSet<>();

  @Option(
      names = "--dataset",
      split = ",",
      paramLabel = "NAME",
      description = "Only events about these datasets.")
  private Set<String> datasets = new LinkedHashSet<>();

  @Option(names = "--output", paramLabel = "FORMAT", description = "text or json (default: text).")
  private OutputFormat output = OutputFormat.TEXT;

  EventsCommand(Console console) {
    super(console);
  }

  @Override
  public boolean printsJson() {
    return output == OutputFormat.JSON;
  }

  @Override
  public Integer call() {
    checkWords();
    EventFilter filter = new EventFilter(types, levels, datasets);
    try (PipelineEngine pipeline = project().openEngine(folder.path())) {
      if (follow) {
        pipeline.eventLog().follow(filter, this::printOne, () -> console.out().checkError());
        return ExitCode.DONE;
      }
      List<PipelineEvent> events = pipeline.eventLog().read(filter);
      if (events.isEmpty()) {
        checkDatasets(pipeline.eventLog());
      }
      if (printsJson()) {
        console.print(JsonDocuments.events(events.stream().map(PipelineEvent::json).toList()));
      } else {
        EventText text = new EventText(console.outTerminal());
        events.forEach(event -> console.out().print(text.print(event)));
        console.out().flush();
      }
      return ExitCode.DONE;
    }
  }

  private void checkWords() {
    Problems problems = new Problems();
    List<String> levelNames = Stream.of(EventLevel.values()).map(EventLevel::name).toList();
    types.forEach(type -> check("event type", type, EventTypes.ALL, problems));
    levels.forEach(level -> check("event level", level, levelNames, problems));
    problems.throwIfAny();
  }

  /** A log without events is that of a pipeline that has not run. */
  private void checkDatasets(EventLog log) {
    List<String> known =
        log.read(EventFilter.all()).stream()
            .flatMap(event -> event.dataset().stream())
            .distinct()
            .toList();
    if (known.isEmpty()) {
      return;
    }
    Problems problems = new Problems();
    for (String dataset : datasets) {
      boolean isPlain = !dataset.contains(".");
      check(
          "event about a dataset",
          dataset,
          known.stream()
              .map(name -> isPlain ? name.substring(name.lastIndexOf('.') + 1) : name)
              .distinct()
              .toList(),
          problems);
    }
    problems.throwIfAny();
  }

  private static void check(String what, String word, List<String> known, Problems problems) {
    if (known.stream().noneMatch(word::equalsIgnoreCase)) {
      problems.add(CommandProblems.unknownWord(what, word, known));
    }
  }

  private void printOne(PipelineEvent event) {
    console.print(
        printsJson()
            ? event.json().strip() + "\n"
            : new EventText(console.outTerminal()).print(event));
  }
}
