// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.NamedFiles;
import rani.model.topology.Topology;
import rani.study.trial.VirtualTrial;
import rani.testbed.Lab;
import rani.testbed.RunningLab;
import rani.tools.console.Console;
import rani.tools.console.ConsoleInterpreter;
import rani.tools.console.Script;
import rani.tools.console.verb.ConsoleSession;
import rani.tools.option.RaniCommand;
import rani.tools.option.Runs;
import rani.tools.option.ShapeOptions;
import rani.tools.screen.TerminalColours;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "console",
    description = {
      "Shows and changes a network that is up, line by line.",
      "`help` there lists the verbs; TAB completes; Ctrl-D leaves, and the network stays up."
    },
    footer = {
      "  rani up config/topologies/ring-6.yaml",
      "  rani console",
      "  echo nodes | rani console",
      "  rani console --virtual ring-6",
      "  rani console --topo ring,6"
    })
public final class ConsoleCommand extends RaniCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      description = "Its name, or its folder. Default: the only one that is up.")
  private @Nullable String run;

  @Option(
      names = "--virtual",
      paramLabel = "TOPOLOGY",
      description =
          "Starts this topology in virtual time, for this console alone; `time +5s` lets time"
              + " pass.")
  private @Nullable Path virtual;

  @Mixin private final ShapeOptions shape = new ShapeOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Starts all random streams: a whole number, with --virtual or --topo. Default:"
              + " ${DEFAULT-VALUE}.")
  private long seed;

  @Override
  public Integer call() throws LabFailure, FileError, IOException {
    boolean atTerminal = TerminalColours.isTerminal();
    TerminalColours ink = atTerminal ? TerminalColours.ofTerminal() : TerminalColours.NONE;
    if (virtual == null && !shape.isGiven()) {
      RunningLab lab = RunningLab.of(Runs.chosen(spec, run));
      return talk(ConsoleSession.of(lab, ink), lab.name(), atTerminal);
    }
    if (run != null) {
      throw wrong("--virtual and --topo start a network of their own; leave out " + run);
    }
    Topology topology = shape.topology(virtual, List.of(), screen()).topology();
    VirtualTrial.check(topology);
    try (Lab lab = Lab.virtual(topology, seed)) {
      lab.start();
      lab.go();
      ConsoleSession session = new ConsoleSession(lab, ink, lab::runFor, NamedFiles.ANY);
      return talk(session, topology.name(), atTerminal);
    }
  }

  private int talk(ConsoleSession session, String name, boolean atTerminal) throws IOException {
    ConsoleInterpreter interpreter = new ConsoleInterpreter(session);
    if (atTerminal) {
      try (Console console = new Console(interpreter, name)) {
        return console.run();
      }
    }
    return Script.ofInput(interpreter, List.of(), false, spec.commandLine());
  }
}
