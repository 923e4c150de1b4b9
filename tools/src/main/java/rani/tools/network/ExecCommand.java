// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.ground.ShutdownHook;
import rani.model.file.Nearest;
import rani.testbed.RunningLab;
import rani.tools.console.ConsoleInterpreter;
import rani.tools.console.Script;
import rani.tools.console.Words;
import rani.tools.console.verb.ConsoleSession;
import rani.tools.option.RunningCommand;
import rani.tools.screen.TerminalColours;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "exec",
    description = "Runs a verb of the console in a network that is up.",
    footer = {
      "  rani exec nodes",
      "  rani exec 'n1 ping n8'",
      "  rani exec --node n7 queue --json",
      "  rani exec --all 'filter add n1 for=10s'",
      "  rani exec - < verbs.txt",
      "",
      "`rani exec help` lists the verbs. Put what has a > in it between quotes.",
      "Its own options stand before the verb, --json also behind it."
    })
public final class ExecCommand extends RunningCommand {
  private static final String FROM_INPUT = "-";
  private static final String JSON = "--json";

  private static final List<String> OWN_OPTIONS = List.of("--node", "--group", "--run");
  private static final int END_SECONDS_MAX = 3;

  @Parameters(
      paramLabel = "VERB",
      arity = "1..*",
      description = "A verb and its arguments; - reads verbs from standard input.")
  private List<String> words;

  @Option(names = "--node", paramLabel = "NODE", description = "About this node; repeatable.")
  private List<String> nodes = List.of();

  @Option(
      names = "--group",
      paramLabel = "GROUP",
      description = "About the nodes of this group of the topology; repeatable.")
  private List<String> groups = List.of();

  @Option(names = "--all", description = "About every node, also for verbs that ask for a node.")
  private boolean all;

  @Option(names = "--json", description = "Prints the result as JSON, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure, IOException {
    RunningLab lab = lab();
    ConsoleInterpreter interpreter =
        new ConsoleInterpreter(
            ConsoleSession.of(
                lab, json ? TerminalColours.NONE : TerminalColours.ofStandardOutput()));
    List<String> about = about(lab);
    List<String> verb = said();
    Thread speaker = Thread.currentThread();
    CountDownLatch said = new CountDownLatch(1);
    try (ShutdownHook _ = new ShutdownHook(() -> interrupt(speaker, said))) {
      CommandLine line = spec.commandLine();
      return verb.equals(List.of(FROM_INPUT))
          ? Script.ofInput(interpreter, about, json, line)
          : interpreter.execute(verb, about, json, line.getOut(), line.getErr());
    } finally {
      said.countDown();
    }
  }

  /** Stops, on Ctrl-C, the runs that the verb has started, and lets it print results so far. */
  private static void interrupt(Thread speaker, CountDownLatch said) {
    speaker.interrupt();
    try {
      boolean _ = said.await(END_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the words of the verb; a single argument is split like a line of the console. */
  private List<String> said() {
    json |= words.size() > 1 && words.getLast().equals(JSON);
    List<String> verb =
        words.size() > 1 && json
            ? words.stream().filter(word -> !word.equals(JSON)).toList()
            : words;
    for (String word : verb) {
      if (OWN_OPTIONS.contains(word)) {
        throw wrong(word + " stands before the verb: rani exec " + word + " … VERB …");
      }
    }
    try {
      List<String> said = verb.size() == 1 ? Words.of(verb.getFirst()) : verb;
      if (said.isEmpty()) {
        throw new IllegalArgumentException("there is no verb in `" + words.getFirst() + "`");
      }
      return said;
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private List<String> about(RunningLab lab) {
    if (all && !(nodes.isEmpty() && groups.isEmpty())) {
      throw wrong("--all is more than --node and --group");
    }
    List<String> about = new ArrayList<>(all ? lab.ownNames() : nodes);
    for (String group : groups) {
      List<String> members = lab.topology().groups().get(group);
      if (members == null) {
        var known = lab.topology().groups().keySet();
        throw wrong("no group is called " + group + "; " + Nearest.hint(group, known));
      }
      about.addAll(members);
    }
    return about;
  }
}
