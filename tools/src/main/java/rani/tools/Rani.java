// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.ground.TerminalWriter;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.picture.TopologyGraph;
import rani.study.trial.RunOptions.Mode;
import rani.testbed.export.Export;
import rani.tools.api.ServeCommand;
import rani.tools.doctor.DoctorCommand;
import rani.tools.experiment.ChaosCommand;
import rani.tools.experiment.CompareCommand;
import rani.tools.experiment.FieldsCommand;
import rani.tools.experiment.HostileCommand;
import rani.tools.experiment.MeasureCommand;
import rani.tools.experiment.PlotCommand;
import rani.tools.experiment.ReportCommand;
import rani.tools.experiment.RunCommand;
import rani.tools.experiment.SensitivityCommand;
import rani.tools.experiment.SeriesCommand;
import rani.tools.experiment.SweepCommand;
import rani.tools.experiment.TraceCommand;
import rani.tools.experiment.TrialWorkerProcess;
import rani.tools.file.ExplainCommand;
import rani.tools.file.ExportCommand;
import rani.tools.file.GraphCommand;
import rani.tools.file.ImportCommand;
import rani.tools.file.PacketCommand;
import rani.tools.file.SchemaCommand;
import rani.tools.file.ServicesCommand;
import rani.tools.file.ValidateCommand;
import rani.tools.generate.GenerateCommand;
import rani.tools.host.AgentCommand;
import rani.tools.host.CleanCommand;
import rani.tools.host.NodeCommand;
import rani.tools.log.LogFormat;
import rani.tools.log.LogLevel;
import rani.tools.log.LogSettings;
import rani.tools.measure.BenchCommand;
import rani.tools.measure.BenchLoadCommand;
import rani.tools.measure.BenchVirtualCommand;
import rani.tools.measure.FidelityCommand;
import rani.tools.network.BundleCommand;
import rani.tools.network.CaptureCommand;
import rani.tools.network.ConsoleCommand;
import rani.tools.network.DownCommand;
import rani.tools.network.EventsCommand;
import rani.tools.network.ExecCommand;
import rani.tools.network.ForwardCommand;
import rani.tools.network.InjectCommand;
import rani.tools.network.KeysCommand;
import rani.tools.network.MetricsCommand;
import rani.tools.network.PsCommand;
import rani.tools.network.ReceiveCommand;
import rani.tools.network.SendCommand;
import rani.tools.network.ServiceCommand;
import rani.tools.network.ShellCommand;
import rani.tools.network.TopCommand;
import rani.tools.network.UpCommand;
import rani.tools.operator.OperatorCommand;
import rani.tools.option.LogOptions;
import rani.tools.option.OneOf;
import rani.tools.option.RaniCommand;
import rani.tools.option.WholeNumber;
import rani.tools.project.NewCommand;
import rani.tools.project.ProjectKind;
import rani.tools.screen.HelpHeadings;
import rani.tools.screen.StandardOutput;
import rani.tools.screen.TerminalColours;
import rani.tools.shell.CompletionCommand;
import rani.tools.shell.ShellCompletion;
import rani.tools.window.WatchCommand;

/** The command line of rani: every command, and the handling of errors. */
@Command(
    name = "rani",
    description = "A live, programmable network: active nodes on UDP links, or in virtual time.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "VERB",
    exitCodeList = {
      "0:done, and every expectation holds",
      "1:done, and an expectation does not hold",
      "2:bad usage or input; nothing was started",
      "3:could not be carried out",
      "130:interrupted by Ctrl-C (SIGINT)",
      "143:ended by SIGTERM"
    },
    footer = {
      "  rani run config/experiments/hello.yaml --mode virtual",
      "  rani up --topo ring,6",
      "  rani help run"
    })
public final class Rani implements Runnable {
  private static final String HELP = "help";

  private static final List<Class<?>> VERBS =
      List.of(
          RunCommand.class,
          SweepCommand.class,
          SensitivityCommand.class,
          ChaosCommand.class,
          HostileCommand.class,
          ReportCommand.class,
          PlotCommand.class,
          TraceCommand.class,
          MeasureCommand.class,
          SeriesCommand.class,
          FieldsCommand.class,
          CompareCommand.class,
          WatchCommand.class,
          UpCommand.class,
          PsCommand.class,
          DownCommand.class,
          ShellCommand.class,
          BundleCommand.class,
          ConsoleCommand.class,
          ExecCommand.class,
          OperatorCommand.class,
          ServiceCommand.class,
          ServicesCommand.class,
          NewCommand.class,
          InjectCommand.class,
          PacketCommand.class,
          CaptureCommand.class,
          ServeCommand.class,
          TopCommand.class,
          EventsCommand.class,
          MetricsCommand.class,
          KeysCommand.class,
          ForwardCommand.class,
          SendCommand.class,
          ReceiveCommand.class,
          NodeCommand.class,
          AgentCommand.class,
          ExportCommand.class,
          ImportCommand.class,
          GenerateCommand.class,
          ValidateCommand.class,
          ExplainCommand.class,
          SchemaCommand.class,
          GraphCommand.class,
          BenchCommand.class,
          FidelityCommand.class,
          PublishCommand.class,
          DoctorCommand.class,
          CleanCommand.class,
          CompletionCommand.class,
          BenchLoadCommand.class,
          BenchVirtualCommand.class,
          TrainCommand.class,
          CommandLine.HelpCommand.class);

  @Spec private CommandSpec spec;

  private Rani() {}

  /** Lists the verbs, for who types no verb. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] arguments) throws Exception {
    if (AgentCommand.isKeeper(arguments)) {
      LogSettings.useLogback();
      System.exit(AgentCommand.runKeeper(arguments));
    } else if (TrialWorkerProcess.isAsked(arguments)) {
      TrialWorkerProcess.run(arguments);
    } else if (ShellCompletion.isCalled(arguments)) {
      ShellCompletion.print(arguments, Rani::commandLine, new StandardOutput().writer());
    } else {
      if (VERBS.stream().anyMatch(verb -> isSaid(verb, arguments) && hasLog(verb))) {
        LogSettings.useLogback();
        System.setErr(TerminalWriter.stream(System.err)); // libraries log their errors there
      }
      System.exit(runVerb(arguments));
    }
  }

  /** Reports whether a verb runs long: it has options for its log. */
  private static boolean hasLog(Class<?> verb) {
    return Arrays.stream(verb.getDeclaredFields())
        .anyMatch(field -> field.getType() == LogOptions.class);
  }

  private static int runVerb(String[] arguments) {
    StandardOutput output = new StandardOutput();
    PrintWriter out = output.writer();
    PrintWriter err = TerminalWriter.over(new OutputStreamWriter(System.err, System.err.charset()));
    int code = execute(out, err, arguments);
    out.flush();
    if (output.failure().isEmpty()) {
      return code;
    }
    System.err.println("rani: cannot write to standard output: " + output.failure().get());
    return ExitCodes.NOT_CARRIED_OUT;
  }

  /** Runs a command in this JVM, with progress and errors to {@code err}; returns the exit code. */
  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return execute(TerminalWriter.over(out), TerminalWriter.over(err), arguments);
  }

  private static int execute(PrintWriter out, PrintWriter err, String... typed) {
    String[] arguments = typed;
    if (typed.length > 1 && typed[0].equals(HELP) && !typed[1].startsWith("-")) {
      arguments = Arrays.copyOfRange(typed, 1, typed.length + 1);
      arguments[typed.length - 1] = "--help";
    }
    if (arguments.length > 0 && isNoVerb(arguments[0])) {
      return explainVerb("", arguments[0], names(), err);
    }
    return commandLine(arguments).setOut(out).setErr(err).execute(arguments);
  }

  /**
   * Reports whether the first word is neither a verb nor an option, nor picocli's {@code @FILE}.
   */
  private static boolean isNoVerb(String word) {
    return !word.startsWith("-")
        && !word.startsWith("@")
        && !word.equals(HELP)
        && VERBS.stream().noneMatch(verb -> isSaid(verb, word));
  }

  /** Describes to picocli only the command in the arguments, because describing all is slow. */
  static CommandLine commandLine(String[] arguments) {
    CommandLine line = new CommandLine(new Rani());
    if (arguments.length > 0 && arguments[0].startsWith("-")) {
      boolean json = List.of(arguments).contains("--json");
      line.getCommandSpec().version(json ? VersionText.json() : VersionText.line());
    }
    line.getCommandSpec()
        .addOption(
            OptionSpec.builder("--json")
                .type(boolean.class)
                .description("With --version: as one JSON object.")
                .build());
    List<Class<?>> said = VERBS.stream().filter(verb -> isSaid(verb, arguments)).toList();
    (said.isEmpty() ? VERBS : said).forEach(line::addSubcommand);
    CommandLine exec = line.getSubcommands().get("exec");
    if (exec != null) {
      exec.setStopAtPositional(true); // arguments after the command belong to it
    }
    HelpHeadings.addTo(line);
    HelpHeadings.groupVerbs(line);
    CommandLine help = line.getSubcommands().get(HELP);
    if (help != null) {
      help.getCommandSpec()
          .usageMessage()
          .header(new String[0])
          .synopsisHeading("Usage: ")
          .description("Shows the help of a verb.");
    }
    new TerminalColours(Ansi.AUTO.enabled()).keepInHelp(line);
    return WholeNumber.addTo(line)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(Mode.class, new OneOf<>(Mode.class))
        .registerConverter(SchemaCommand.Kind.class, new OneOf<>(SchemaCommand.Kind.class))
        .registerConverter(TopologyGraph.Format.class, new OneOf<>(TopologyGraph.Format.class))
        .registerConverter(Transport.class, new OneOf<>(Transport.class))
        .registerConverter(LogLevel.class, new OneOf<>(LogLevel.class))
        .registerConverter(LogFormat.class, new OneOf<>(LogFormat.class))
        .registerConverter(ProjectKind.class, new OneOf<>(ProjectKind.class))
        .registerConverter(
            CompletionCommand.Shell.class, new OneOf<>(CompletionCommand.Shell.class))
        .registerConverter(Export.Target.class, new OneOf<>(Export.Target.class))
        .setParameterExceptionHandler((wrong, words) -> explain(wrong))
        .setExecutionExceptionHandler((error, command, parsed) -> explain(error, command.getErr()));
  }

  /** Returns the classes of all verbs that are not hidden, picocli's {@code help} included. */
  public static List<Class<?>> verbs() {
    return VERBS.stream().filter(verb -> !verb.getAnnotation(Command.class).hidden()).toList();
  }

  private static List<String> names() {
    return verbs().stream().map(verb -> verb.getAnnotation(Command.class).name()).toList();
  }

  private static boolean isSaid(Class<?> verb, String... arguments) {
    Command command = verb.getAnnotation(Command.class);
    return arguments.length > 0
        && command != null
        && command.name().equals(arguments[0])
        && verb != CommandLine.HelpCommand.class;
  }

  /** Prints one sentence instead of picocli's usage page. */
  private static int explain(CommandLine.ParameterException wrong) {
    CommandLine line = wrong.getCommandLine();
    PrintWriter err = line.getErr();
    String verb = line.getCommandSpec().qualifiedName();
    List<String> below =
        line.getParent() == null ? names() : List.copyOf(line.getSubcommands().keySet());
    if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched && !below.isEmpty()) {
      String said = unmatched.getUnmatched().getFirst();
      if (!unmatched.isUnknownOption() || Nearest.to(word(said), below).isPresent()) {
        return explainVerb(verb.substring("rani".length()).strip(), said, below, err);
      }
    }
    if (!(line.getCommandSpec().userObject() instanceof RaniCommand)
        && !(wrong instanceof CommandLine.UnmatchedArgumentException)
        && !below.isEmpty()) {
      err.println("rani: say which of " + String.join(", ", below));
    } else {
      err.println("rani: " + wrong.getMessage() + nearestOption(wrong, line));
    }
    err.println("`" + verb + " --help` shows how it is said");
    err.flush();
    return ExitCodes.BAD_INPUT;
  }

  private static String nearestOption(CommandLine.ParameterException wrong, CommandLine line) {
    List<String> known =
        line.getCommandSpec().options().stream()
            .filter(option -> !option.hidden())
            .map(OptionSpec::longestName)
            .toList();
    return wrong instanceof CommandLine.UnmatchedArgumentException unmatched
            && unmatched.isUnknownOption()
        ? Nearest.to(unmatched.getUnmatched().getFirst(), known)
            .map(near -> "; did you mean `" + near + "`?")
            .orElse("")
        : "";
  }

  /** Says that there is no such verb, at the top or below a verb, and which is near. */
  private static int explainVerb(String parent, String said, List<String> known, PrintWriter err) {
    String hint =
        Nearest.to(word(said), known).map(near -> "; did you mean `" + near + "`?").orElse("");
    err.println(
        "rani: there is no command %s%s%s"
            .formatted(Quoted.of(said), parent.isEmpty() ? "" : " of `" + parent + "`", hint));
    err.println(
        "`rani %s--help` lists the commands".formatted(parent.isEmpty() ? "" : parent + " "));
    err.flush();
    return ExitCodes.BAD_INPUT;
  }

  /** Returns what was typed without the dashes of an option. */
  private static String word(String said) {
    return said.replaceFirst("^-+", "");
  }

  private static int explain(Exception error, PrintWriter err) throws Exception {
    switch (error) {
      case FileError bad -> err.println(bad.getMessage());
      case LabFailure failure -> err.println("rani: " + failure.getMessage());
      default -> throw error;
    }
    return error instanceof FileError || (error instanceof LabFailure of && of.isOfInput())
        ? ExitCodes.BAD_INPUT
        : ExitCodes.NOT_CARRIED_OUT;
  }
}
