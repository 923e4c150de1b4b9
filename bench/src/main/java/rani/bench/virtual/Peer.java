// SPDX-License-Identifier: Apache-2.0
package rani.bench.virtual;

import java.time.Duration;
import java.util.List;
import rani.bench.harness.Child;
import rani.bench.harness.Contender;
import rani.bench.harness.Sample;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;

/**
 * Another simulator. Each window starts a process, which prepares, starts on command, and reports
 * packet-hops. Preparation is not measured.
 *
 * @param command that starts it
 * @param hopsKnown the expected number of hops; 0 if the simulator does not count them
 * @param hopsIfUncounted the number of hops in that case, from an earlier run that counted
 */
record Peer(
    Workspace workshop, String name, List<String> command, long hopsKnown, long hopsIfUncounted)
    implements Contender {
  private static final String HOPS = "hops ";

  @Override
  public Sample window(Duration length) throws LabFailure {
    try (Child process = workshop.start(name, command)) {
      String _ = process.await("ready"::equals);
      long cpuBefore = process.cpuNanos();
      long wallBefore = System.nanoTime();
      long hops = hops(process.ask("go"));
      long wallNanos = System.nanoTime() - wallBefore;
      long cpuNanos = process.cpuNanos() - cpuBefore;
      if (hops != hopsKnown) {
        throw new LabFailure(name + " counted " + hops + " hops, not " + hopsKnown);
      }
      return new Sample(hops == 0 ? hopsIfUncounted : hops, wallNanos, cpuNanos);
    }
  }

  /** Runs a simulator once; returns the hops that it counted. */
  static long count(Workspace workshop, String name, List<String> command) throws LabFailure {
    try (Child process = workshop.start(name, command)) {
      String _ = process.await("ready"::equals);
      return hops(process.ask("go"));
    }
  }

  private static long hops(String said) throws LabFailure {
    if (!said.matches(HOPS + "[0-9]+")) {
      throw new LabFailure("it should have counted hops, and said: " + said);
    }
    return Long.parseLong(said.substring(HOPS.length()));
  }

  @Override
  public String name() {
    return name;
  }
}
