// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
      "Those below ./runs (or $RANI_RUNS); networks of other folders are named on standard error."
    })
public final class PsCommand extends RaniCommand {
  @Option(names = "--json", description = "Prints one JSON array, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    List<RunRecord> runs = RunRecord.alive(RunDirectory.root());
    if (json) {
      printWhole(RunRecord.json(RunDirectory.root(), runs));
      return OK;
    }
    if (runs.isEmpty()) {
      print("%s", Runs.nothingRuns(RunDirectory.root()));
    } else {
      RunRecord.elsewhere(RunDirectory.root())
          .forEach(run -> progress(run + " runs, too: " + Runs.asked(run, "ps")));
    }
    for (RunRecord run : runs) {
      print("%s%s", run.run(), trust(run));
      for (NodeRecord node : run.nodes()) {
        boolean alive = run.isAlive(node);
        print(
            "  %-12s %s%s%s%s",
            node.name(),
            alive ? "alive" : "gone ",
            node.pid() == 0 ? "" : "  pid " + node.pid(),
            node.runsElsewhere() ? " on host " + node.host() : "",
            alive ? "" : why(run, node));
      }
      RunDirectory directory = new RunDirectory(RunDirectory.root().resolve(run.run()));
      for (TopologyNode node : RunRecord.foreign(directory)) {
        print("  %-12s foreign, at %s", node.name(), node.bindAddress());
      }
      programs(directory);
    }
    return OK;
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
  private static String trust(RunRecord run) {
    if (run.nodes().stream().anyMatch(node -> !run.isAlive(node))) {
      return "";
    }
    try {
      RunningLab lab = RunningLab.of(new RunDirectory(RunDirectory.root().resolve(run.run())));
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
  private static String why(RunRecord run, NodeRecord node) {
    RunDirectory directory = new RunDirectory(RunDirectory.root().resolve(run.run()));
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
