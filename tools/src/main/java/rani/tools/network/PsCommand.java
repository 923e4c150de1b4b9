// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.model.topology.TopologyNode;
import rani.nodehost.edge.ProgramFacts;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.RunRecord;
import rani.testbed.RunningLab;
import rani.testbed.Trust;
import rani.testbed.process.ExitCause;
import rani.tools.option.RaniCommand;
import rani.tools.option.Runs;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "ps",
    description = {
      "Lists the networks that are up.",
      "Those below ./runs (or $RANI_RUNS); with -A, of all folders. Verbs take a network's name"
          + " from any folder."
    },
    footer = {"  rani ps", "  rani ps -A --json"})
public final class PsCommand extends RaniCommand {
  @Option(
      names = {"-A", "--all"},
      description = "Also networks of other folders: all of this user on this host.")
  private boolean all;

  @Option(names = "--json", description = "Prints one JSON array, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    Path root = RunDirectory.root();
    SequencedMap<RunDirectory, RunRecord> runs = new LinkedHashMap<>();
    for (RunRecord run : RunRecord.alive(root)) {
      runs.put(new RunDirectory(root.resolve(run.run())), run);
    }
    boolean isEmpty = runs.isEmpty();
    List<Path> elsewhere = all || !(json || isEmpty) ? RunRecord.elsewhere(root) : List.of();
    for (Path folder : elsewhere) {
      RunDirectory directory = new RunDirectory(folder);
      if (all && Files.isRegularFile(directory.record())) {
        runs.put(directory, RunRecord.read(directory.record()));
      } else if (!json) {
        progress(folder + " runs, too; `rani ps -A` shows it");
      }
    }
    if (json) {
      printJson(runs.entrySet().stream().map(run -> run.getValue().shown(run.getKey())).toList());
      return OK;
    }
    if (runs.isEmpty()) {
      print("%s", Runs.nothingRuns(root));
    }
    runs.forEach((directory, run) -> show(directory, run, elsewhere.contains(directory.path())));
    return OK;
  }

  private void show(RunDirectory directory, RunRecord run, boolean elsewhere) {
    print("%s%s%s", run.run(), elsewhere ? " in " + directory.path() : "", trust(directory, run));
    for (NodeRecord node : run.nodes()) {
      boolean alive = run.isAlive(node);
      print(
          "  %-12s %s%s%s%s",
          node.name(),
          alive ? "alive" : "gone ",
          node.pid() == 0 ? "" : "  pid " + node.pid(),
          node.runsElsewhere() ? " on host " + node.host() : "",
          alive ? "" : why(directory, run, node));
    }
    for (TopologyNode node : RunRecord.foreign(directory)) {
      print("  %-12s foreign, at %s", node.name(), node.bindAddress());
    }
    programs(directory);
  }

  private void programs(RunDirectory directory) {
    for (ProgramFacts each : RunRecord.programs(directory)) {
      print(
          "  %-12s %s at %s%s; its log: %s",
          each.program(),
          each.inWords(),
          each.node(),
          each.hasEnded() || each.pid() == 0 ? "" : "  pid " + each.pid(),
          directory.programLog(each.program()));
    }
  }

  /** Describes the trust in a run, if all its nodes answer. */
  private static String trust(RunDirectory directory, RunRecord run) {
    if (run.nodes().stream().anyMatch(node -> !run.isAlive(node))) {
      return "";
    }
    try {
      RunningLab lab = RunningLab.of(directory);
      Trust whole = lab.trust();
      Trust.Recent recent = lab.recentTrust();
      Trust.Verdict lately = recent.trust().verdict();
      boolean recovered = whole.verdict() != lately && recent.seconds() > 0;
      String format = recovered ? "  trust %s, of the last %.0f s %s" : "  trust %s";
      return String.format(
          Locale.ROOT, format, whole.verdict().text(), recent.seconds(), lately.text());
    } catch (LabFailure e) {
      return ""; // the run is starting or ending
    }
  }

  /** Describes why a node has ended without an order, if that is known. */
  private static String why(RunDirectory directory, RunRecord run, NodeRecord node) {
    Optional<String> said = ExitCause.of(directory, node.name());
    if (said.isPresent()) {
      return "  " + said.get();
    }
    if (!node.runsElsewhere()) {
      return "  without a word; its log: " + directory.log(node.name());
    }
    return run.hasKeeper() ? "" : "  the process that held the session with its host is gone";
  }
}
