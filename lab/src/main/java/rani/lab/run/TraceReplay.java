// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import rani.lab.LabFailure;
import rani.lab.experiment.Experiment;
import rani.lab.observe.ServiceFacts;
import rani.lab.observe.TraceEvent;
import rani.lab.trace.TraceTaker;
import rani.node.TraceLines;

/** Runs a trial once more in virtual time, for nothing but its trace. */
public final class TraceReplay implements TraceLines.Sink {
  private final TraceTaker taker;

  private TraceReplay(TraceTaker taker) {
    this.taker = taker;
  }

  /** Thrown through the nodes, who contain exceptions, and none of whom is used afterwards. */
  private static final class Stop extends Error {
    private static final long serialVersionUID = 1;

    Stop() {
      super("no more is wanted", null, false, false);
    }
  }

  /**
   * Runs it.
   *
   * @return the digest of the whole trace; empty if not all of it was wanted
   */
  public static Optional<String> run(Experiment experiment, long seed, TraceTaker taker)
      throws LabFailure {
    VirtualLab lab =
        new VirtualLab(
            experiment.network(), seed, new TraceReplay(taker), "rani trace, seed " + seed);
    try {
      lab.start();
      taker.go(lab.nowNanos());
      lab.go();
      ServiceFacts _ = RunClock.run(lab, experiment);
      return Optional.of(lab.digest());
    } catch (Stop e) {
      return Optional.empty(); // in the middle of an event: there is no state to be closed
    }
  }

  @Override
  public void line(byte[] ascii) {
    String text = new String(ascii, 0, ascii.length - 1, StandardCharsets.US_ASCII);
    if (!taker.take(TraceEvent.parse(text))) {
      throw new Stop();
    }
  }
}
