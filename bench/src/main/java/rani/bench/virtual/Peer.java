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
 * Another simulator, a process for each window: it prepares, which is not measured, starts on
 * command, and reports packet-hops. If it does not count them, {@code hopsKnown} is 0, and their
 * number is from an earlier run.
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
