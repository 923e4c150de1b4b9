// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.traffic;

import java.time.Duration;
import java.util.List;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.testbed.journey.Injection;
import rani.testbed.journey.InjectionRefused;
import rani.testbed.journey.InjectionReport;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.PacketDraft;
import rani.tools.screen.JourneyTable;

/** A verb that composes a packet, shows it field by field, or sends it. */
abstract class DraftVerb extends ConsoleVerb {
  /** Largest number of paths in a JSON result. */
  private static final int WAYS_MAX = 2000;

  @Override
  public final Integer call() throws LabFailure {
    try {
      return execute();
    } catch (InjectionRefused e) {
      progress(String.valueOf(e.getMessage()));
      return ExitCodes.BAD_INPUT;
    }
  }

  /** Executes the verb, and returns its exit code. */
  abstract int execute() throws InjectionRefused, LabFailure;

  /** Reads a packet from the arguments. */
  final PacketDraft begun(List<String> words) throws InjectionRefused {
    return PacketDraft.of(context.testbed(), context.session().files(), context.nodes(), words);
  }

  /** Prints a packet field by field, and returns the exit code. */
  final int show(PacketDraft draft) throws InjectionRefused {
    if (context.json()) {
      printJson(draft.dissection());
    } else {
      draft.dissection().lines().forEach(line -> printWhole(line + "\n"));
    }
    return OK;
  }

  /** Sends a packet, prints at most {@code waysMax} paths, and returns the exit code. */
  final int send(PacketDraft draft, boolean force, Duration patience, int waysMax)
      throws InjectionRefused, LabFailure {
    InjectionReport report = Injection.execute(context.testbed(), draft.order(), force, patience);
    if (context.json()) {
      printJson(report.facts(WAYS_MAX));
    } else {
      new JourneyTable(context.screen()).print(report, waysMax);
    }
    return exitCode(report.isAllArrived());
  }
}
