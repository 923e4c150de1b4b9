// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.time.Duration;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.testbed.Lab;
import rani.testbed.journey.Injection;
import rani.testbed.journey.InjectionRefused;
import rani.testbed.journey.InjectionReport;
import rani.testbed.journey.Waiting;

/** What is done with a packet that has been written: it is shown field by field, or sent. */
public final class DraftSending {
  /** Ways that a JSON object may hold. */
  private static final int WAYS_MAX = 2000;

  private final VerbContext context;

  /** Within a verb. */
  public DraftSending(VerbContext context) {
    this.context = context;
  }

  /**
   * Prints it field by field.
   *
   * @return the verb's exit code
   */
  public int show(PacketDraft draft) throws InjectionRefused {
    if (context.json()) {
      context.screen().printJson(draft.dissection());
    } else {
      draft.dissection().lines().forEach(line -> context.screen().printWhole(line + "\n"));
    }
    return ExitCodes.OK;
  }

  /**
   * Sends it, and prints its way.
   *
   * @param force whether also what cannot arrive is sent
   * @param patience how long nothing may be heard of a packet that waits
   * @param waysMax how many packets are shown hop by hop
   * @return the verb's exit code
   */
  public int send(PacketDraft draft, boolean force, Duration patience, int waysMax)
      throws InjectionRefused, LabFailure {
    Waiting waiting = context.testbed() instanceof Lab lab ? Waiting.of(lab) : Waiting.REAL;
    InjectionReport report =
        Injection.carryOut(context.testbed(), draft.order(), force, patience, waiting);
    if (context.json()) {
      context.screen().printJson(report.facts(WAYS_MAX));
    } else {
      new JourneyTable(context.screen()).print(report, waysMax);
    }
    return report.isAllArrived() ? ExitCodes.OK : ExitCodes.FAILED;
  }
}
