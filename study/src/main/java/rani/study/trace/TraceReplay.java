// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.node.TraceLines;
import rani.service.metric.ServiceFacts;
import rani.study.experiment.Experiment;
import rani.study.observe.RunTrace;
import rani.study.trial.RunClock;
import rani.testbed.VirtualLab;

/** Reruns a trial in virtual time for its trace. */
public final class TraceReplay {
  private TraceReplay() {}

  /** Thrown through the nodes, which contain exceptions; they are not used afterwards. */
  private static final class Stop extends Error {
    private static final long serialVersionUID = 1;

    Stop() {
      super("no more is wanted", null, false, false);
    }
  }

  /**
   * Runs it.
   *
   * @param heard asked before each event whether more is wanted
   * @return the digest of the whole trace; empty if not all of it was wanted
   */
  public static Optional<String> run(Experiment experiment, long seed, RunTrace heard)
      throws LabFailure {
    TraceLines.Sink stopping =
        line -> {
          if (!heard.wantsMore()) {
            throw new Stop();
          }
        };
    String replay = "rani trace, seed " + seed;
    VirtualLab lab = VirtualLab.capturing(experiment.network(), seed, stopping, replay, List.of());
    lab.hear(heard::at);
    try {
      lab.start();
      heard.go(lab.nowNanos());
      lab.go();
      ServiceFacts _ = RunClock.run(lab, experiment);
      return Optional.of(lab.digest());
    } catch (Stop e) {
      return Optional.empty(); // in the middle of an event: there is no state to be closed
    }
  }
}
