// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import rani.lab.LabFailure;
import rani.lab.file.FileError;
import rani.tools.screen.ExitCodes;

/** The command line of rani: every verb, and what becomes of errors. */
@Command(
    name = "rani",
    description = "A live, programmable network: active nodes on UDP links, or in virtual time.",
    mixinStandardHelpOptions = true,
    versionProvider = RaniVersion.class,
    synopsisSubcommandLabel = "VERB",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, and every expectation holds",
      "1:done, and an expectation does not hold",
      "2:bad usage or input; nothing was started",
      "3:could not be carried out",
      "130:interrupted"
    },
    footerHeading = "%nExample:%n",
    footer = "  rani run config/experiments/lgc-1-basic.yaml --mode virtual",
    subcommands = {
      RunCommand.class,
      SweepCommand.class,
      ReportCommand.class,
      TraceCommand.class,
      UpCommand.class,
      PsCommand.class,
      DownCommand.class,
      ConsoleCommand.class,
      ExecCommand.class,
      OperatorCommand.class,
      ServiceCommand.class,
      ServicesCommand.class,
      InjectCommand.class,
      PacketCommand.class,
      CaptureCommand.class,
      TopCommand.class,
      EventsCommand.class,
      MetricsCommand.class,
      ForwardCommand.class,
      SendCommand.class,
      ReceiveCommand.class,
      NodeCommand.class,
      ValidateCommand.class,
      GraphCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Rani {
  private Rani() {}

  /** Runs one verb and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command line, for tests too. */
  static CommandLine commandLine() {
    return new CommandLine(new Rani())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler((error, command, parsed) -> explain(error, command.getErr()));
  }

  private static int explain(Exception error, PrintWriter err) throws Exception {
    switch (error) {
      case FileError bad -> {
        err.println(bad.getMessage());
        return ExitCodes.BAD_INPUT;
      }
      case LabFailure failure -> {
        err.println("rani: " + failure.getMessage());
        return ExitCodes.NOT_CARRIED_OUT;
      }
      default -> throw error;
    }
  }
}
