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

/** Repeats a trial in virtual time to produce its trace. */
public final class TraceReplay {
  private TraceReplay() {}

  /**
   * Ends a run from within an event. It is an Error, because nodes catch exceptions of their
   * services. The nodes are not used afterwards.
   */
  private static final class Stop extends Error {
    private static final long serialVersionUID = 1;

    Stop() {
      super("no more is wanted", null, false, false);
    }
  }

  /**
   * Runs the trial.
   *
   * @param heard receives the events, and is asked before each event whether it wants more
   * @return the digest of the whole trace; empty if the receiver stopped early
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
      return Optional.empty(); // the simulation stopped inside an event and holds nothing to close
    }
  }
}
