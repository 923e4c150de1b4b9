// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jline.utils.Signals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.nodehost.conversation.OpenEdge;
import rani.nodehost.edge.EdgeNamespace;
import rani.nodehost.edge.InternetAccess;
import rani.testbed.RunningLab;
import rani.testbed.process.ControlClient;
import rani.tools.option.RunningCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "shell",
    description = {
      "Runs a program at a node of a network that is up.",
      "It runs in a network namespace whose packets are the node's. It keeps "
          + "its own TCP, and reaches the other nodes by name; nothing else is "
          + "reachable without `--internet`."
    },
    footer = {
      "  rani shell n1",
      "  rani shell n1 -- ping -c 3 n4",
      "  rani shell n4 -- python3 -m http.server 8000"
    })
public final class ShellCommand extends RunningCommand {
  @Parameters(index = "0", paramLabel = "NODE", description = "At which node.")
  private String node;

  @Parameters(
      index = "1..*",
      paramLabel = "COMMAND",
      description = "What to run, behind `--`. Default: your shell.")
  private List<String> command = List.of();

  @Option(
      names = "--internet",
      description =
          "Programs at the node also reach what this machine does, but its loopback, as long as"
              + " this one runs; takes slirp4netns.")
  private boolean internet;

  @Override
  public Integer call() throws LabFailure {
    RunningLab lab = lab();
    ControlClient client = lab.node(node);
    if (lab.runsElsewhere(node)) {
      throw new LabFailure(
          "node " + node + " runs on another host; `rani shell` is for nodes here");
    }
    EdgeNamespace edge = client.require(new OpenEdge(), EdgeNamespace.class);
    if (!internet) {
      return run(edge);
    }
    try (InternetAccess _ = InternetAccess.open(edge)) {
      return run(edge);
    }
  }

  private int run(EdgeNamespace edge) throws LabFailure {
    String shell = System.getenv().getOrDefault("SHELL", "/bin/sh");
    List<String> words = new ArrayList<>(edge.joining(Path.of("")));
    words.addAll(command.isEmpty() ? List.of(shell) : command);
    try {
      // Ctrl-C is the program's. To ignore the signal would have the program ignore it, too.
      Signals.register("INT", () -> {});
      // Registered before the program starts: it would outlive a JVM that a signal ends.
      CompletableFuture<Process> started = new CompletableFuture<>();
      for (String end : List.of("TERM", "HUP")) {
        Signals.register(
            end,
            () -> {
              var _ = started.thenAccept(ShellCommand::end);
            });
      }
      Process program = new ProcessBuilder(words).inheritIO().start();
      started.complete(program);
      ProcessHandle.of(edge.process())
          .ifPresentOrElse(
              nodeJvm -> {
                var _ = nodeJvm.onExit().thenRun(() -> endWithoutNode(program));
              },
              () -> endWithoutNode(program));
      return program.waitFor();
    } catch (IOException e) {
      throw new LabFailure("the program cannot be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCodes.INTERRUPTED;
    }
  }

  private static void end(Process program) {
    try {
      EdgeNamespace.end(program);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void endWithoutNode(Process program) {
    progress("node " + node + " has ended, and the program with it");
    program.destroyForcibly();
  }
}
