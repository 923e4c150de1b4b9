// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.testbed.RunningLab;
import rani.tools.console.ConsoleInterpreter;
import rani.tools.console.verb.ConsoleSession;
import rani.tools.console.verb.InjectOptions;
import rani.tools.option.RunningCommand;
import rani.tools.screen.TerminalColours;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.TRAFFIC)
@Command(
    name = "inject",
    description = {
      "Has a node send packets, and shows hop by hop where they went.",
      "It also shows how long each node and wire held them, and where and why they were dropped."
    },
    footer = {
      InjectOptions.FIELDS,
      "",
      "Examples:",
      "  rani inject n1 n8",
      "  rani inject 'n1 -> n8' port=7 payload=text:hello count=3 rate=10packet/s",
      "  rani inject n1 n8 ttl=3 --dry-run",
      "",
      "Between the nodes may stand ->, in quotes: without them the shell takes the > for its own."
    })
public final class InjectCommand extends RunningCommand {
  @Parameters(
      paramLabel = "N1 N8 [key=value …]",
      arity = "1..*",
      description = "From which node to which, and what the packets are.")
  private List<String> words;

  @Mixin private InjectOptions options = new InjectOptions();

  @Option(
      names = "--edit",
      description =
          "Prints the packet field by field and waits for lines: key=value …, show, reset, send,"
              + " quit.")
  private boolean edit;

  @Option(names = "--json", description = "Prints the result as one JSON object, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    RunningLab lab = lab();
    ConsoleInterpreter interpreter =
        new ConsoleInterpreter(ConsoleSession.of(lab, TerminalColours.NONE));
    if (edit) {
      return edit(interpreter);
    }
    List<String> said = options.said();
    said.addFirst("inject");
    said.addAll(words);
    return execute(interpreter, said);
  }

  private int execute(ConsoleInterpreter interpreter, List<String> said) {
    return interpreter.execute(
        said, List.of(), json, spec.commandLine().getOut(), spec.commandLine().getErr());
  }

  /** Reads commands about the packet, line by line, from a terminal or a pipe. */
  private int edit(ConsoleInterpreter interpreter) throws LabFailure {
    List<String> begun = new ArrayList<>(List.of("packet"));
    begun.addAll(words);
    int exit = execute(interpreter, begun);
    if (exit != OK) {
      return exit;
    }
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    progress("key=value … sets fields; show, reset, send, quit");
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        List<String> said = new ArrayList<>(List.of(line.strip().split("\\s+")));
        if (said.equals(List.of("quit"))) {
          break;
        }
        if (said.equals(List.of(""))) {
          continue;
        }
        boolean isVerb = List.of("show", "set", "reset", "send").contains(said.getFirst());
        said.addAll(0, isVerb ? List.of("packet") : List.of("packet", "set"));
        exit = execute(interpreter, said);
      }
      return exit;
    } catch (IOException e) {
      throw new LabFailure("standard input cannot be read: " + e.getMessage(), e);
    }
  }
}
