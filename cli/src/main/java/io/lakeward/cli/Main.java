/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.analysis.catalyst.AnalyzerStart;
import io.lakeward.cli.view.JsonDocuments;
import io.lakeward.cli.view.ProblemPrinter;
import io.lakeward.cli.warm.WarmClient;
import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program: knows the commands, and turns what goes wrong into a report and an exit code. */
@CommandLine.Command(
    name = "lakeward",
    description = "Runs declarative data pipelines over Delta tables.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = Main.Version.class,
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lakeward init my-pipeline",
      "  lakeward run my-pipeline",
      "  lakeward sql \"SELECT * FROM daily_sales\" -C my-pipeline",
      "",
      "lakeward COMMAND --help tells more about a command."
    })
public final class Main implements Runnable {

  private static final Pattern BEGINS_WITH_COMMENT =
      Pattern.compile("--(?:\\s.*|[^=]*\\n.*)", Pattern.DOTALL);

  /** The commands that give queries their meaning. */
  private static final Set<String> ANALYZING = Set.of("run", "validate", "explain", "sql");

  private final Console console;
  private final boolean keepsWarm;

  Main(Console console) {
    this(console, false);
  }

  private Main(Console console, boolean keepsWarm) {
    this.console = console;
    this.keepsWarm = keepsWarm;
  }

  public static void main(String[] arguments) {
    // Spark's parser makes words upper case by the rules of the machine's country, and then does
    // not know the Turkish MİNUTE.
    Locale.setDefault(Locale.ROOT);
    OptionalInt served = WarmClient.run(arguments);
    if (served.isPresent()) {
      System.exit(served.getAsInt());
    }
    if (arguments.length > 0 && ANALYZING.contains(arguments[0])) {
      AnalyzerStart.begin();
    }
    Console console = Console.ofProcess();
    int exitCode = new Main(console, true).execute(arguments);
    console.out().flush();
    console.err().flush();
    System.exit(exitCode);
  }

  /** Runs one command and gives its exit code. */
  int execute(String... arguments) {
    CommandLine commandLine = commandLine();
    commandLine.setParameterExceptionHandler((e, args) -> reportArguments(e, args));
    commandLine.setExecutionExceptionHandler((e, command, parsed) -> report(e, command));
    try {
      return commandLine.execute(Stream.of(arguments).map(Main::asValue).toArray(String[]::new));
    } catch (OutOfMemoryError e) {
      return report(
          List.of(CommandProblems.outOfMemory()),
          wantsJson(arguments),
          "the command ended",
          ExitCode.UPDATE_FAILED);
    } catch (LinkageError | StackOverflowError | AssertionError e) {
      if (List.of(arguments).contains("--debug")) {
        e.printStackTrace(console.err());
      }
      return report(
          List.of(CommandProblems.internal(e)),
          wantsJson(arguments),
          "the command ended",
          ExitCode.UPDATE_FAILED);
    }
  }

  /** SQL that begins with a comment is no option. */
  private static String asValue(String argument) {
    return BEGINS_WITH_COMMENT.matcher(argument).matches() ? " " + argument : argument;
  }

  private CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(this);
    for (Command command : commands()) {
      commandLine.addSubcommand(command);
    }
    configure(commandLine);
    commandLine.getSubcommands().values().forEach(this::configure);
    return commandLine;
  }

  private List<Command> commands() {
    return List.of(
        new RunCommand(console, keepsWarm),
        new ValidateCommand(console),
        new ExplainCommand(console),
        new SqlCommand(console),
        new EventsCommand(console),
        new QualityCommand(console),
        new SchemaCommand(console),
        new DeleteCommand(console),
        new InitCommand(console),
        new StopCommand(console));
  }

  private void configure(CommandLine commandLine) {
    commandLine
        .registerConverter(OutputFormat.class, Words.converter(OutputFormat.class))
        .registerConverter(ExplainFormat.class, Words.converter(ExplainFormat.class))
        .registerConverter(QualityFormat.class, Words.converter(QualityFormat.class))
        .registerConverter(RowsFormat.class, Words.converter(RowsFormat.class))
        .registerConverter(EngineChoice.class, Words.converter(EngineChoice.class))
        .setOut(writer(console.out()))
        .setErr(writer(console.err()))
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(
                console.outTerminal().colour() ? Ansi.ON : Ansi.OFF))
        .setUsageHelpWidth(Math.min(100, Math.max(60, console.outTerminal().width())));
    CommandLine.Model.CommandSpec spec = commandLine.getCommandSpec();
    spec.mixinStandardHelpOptions(true);
    spec.versionProvider(new Version());
    spec.usageMessage().abbreviateSynopsis(true);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  /** Without a command. */
  @Override
  public void run() {
    throw new ParameterException(commandLine(), "A command is missing.");
  }

  private int reportArguments(ParameterException e, String[] arguments) {
    Optional<String> fix = suggestion(e);
    String help =
        "`"
            + e.getCommandLine().getCommandSpec().qualifiedName()
            + " --help` shows what is possible.";
    Problem problem =
        CommandProblems.wrongArguments(
            sentence(String.valueOf(e.getMessage())),
            Optional.of(fix.map(f -> f + " " + help).orElse(help)));
    return report(List.of(problem), wantsJson(arguments), "nothing was run", ExitCode.NOTHING_RAN);
  }

  private static String sentence(String message) {
    String line = message.strip();
    return line.endsWith(".") ? line : line + ".";
  }

  private static boolean wantsJson(String[] arguments) {
    for (int i = 0; i < arguments.length; i++) {
      String next = i + 1 < arguments.length ? arguments[i + 1] : "";
      if (arguments[i].equals("--output=json")
          || (arguments[i].equals("--output") && next.equals("json"))) {
        return true;
      }
    }
    return false;
  }

  private static Optional<String> suggestion(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return Optional.empty();
    }
    String wrong = unmatched.getUnmatched().get(0);
    String name =
        wrong.startsWith("-") && wrong.contains("=")
            ? wrong.substring(0, wrong.indexOf('='))
            : wrong;
    CommandLine.Model.CommandSpec spec = e.getCommandLine().getCommandSpec();
    List<String> candidates = new ArrayList<>();
    if (name.startsWith("-")) {
      spec.optionsMap().keySet().stream().sorted().forEach(candidates::add);
    } else {
      candidates.addAll(spec.subcommands().keySet());
    }
    return DidYouMean.closest(name, candidates).map(c -> "Did you mean " + c + "?");
  }

  private int report(Exception e, CommandLine failed) {
    Command command = failed.getCommand();
    List<Problem> problems =
        e instanceof ProjectException project
            ? project.problems()
            : List.of(CommandProblems.internal(e));
    if (command.isDebug()) {
      e.printStackTrace(console.err());
    }
    int exitCode = e instanceof ProjectException ? ExitCode.NOTHING_RAN : ExitCode.UPDATE_FAILED;
    String outcome = e instanceof ProjectException ? command.outcome() : "the command ended";
    return report(problems, command.printsJson(), outcome, exitCode);
  }

  private int report(List<Problem> problems, boolean asJson, String outcome, int exitCode) {
    if (asJson) {
      console.print(JsonDocuments.problems(problems));
    }
    console.note(new ProblemPrinter(console.errTerminal()).printAll(problems, outcome));
    return exitCode;
  }

  /** The version that the build wrote down. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      try (InputStream in = Main.class.getResourceAsStream("version.txt")) {
        String version =
            in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return new String[] {
          String.format(
              Locale.ROOT, "lakeward %s (Java %s)", version.strip(), Runtime.version().feature())
        };
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
