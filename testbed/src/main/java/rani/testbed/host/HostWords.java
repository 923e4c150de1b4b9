// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.model.host.TopologyHost;
import rani.model.topology.Topology;
import rani.testbed.session.LinkTest;

/** Texts about other hosts and the links between them. */
public final class HostWords {
  private static final double MILLIS_PER_SECOND = 1e3;

  private static final int FAILURES_SHOWN_MAX = 8;

  private HostWords() {}

  public static String clock(SupervisorProtocol.HostFacts host) {
    return String.format(
        Locale.ROOT,
        "host %s: %s, %d processors; its %s",
        host.host(),
        host.system(),
        host.processors(),
        time(host));
  }

  /** Describes the offset of a host's clock, and the offset's uncertainty. */
  static String time(SupervisorProtocol.HostFacts host) {
    return String.format(
        Locale.ROOT,
        "clock is ahead by %.6f s, known to %s",
        host.clock().aheadSeconds(),
        millis(host.clock().errorSeconds()));
  }

  public static String drift(SupervisorProtocol.HostFacts host) {
    SupervisorProtocol.Clock clock = host.clock();
    return String.format(
        Locale.ROOT,
        "host %s: its clock drifted by %+.1f ± %.1f ppm in %.0f s; times of its nodes are good to"
            + " %s",
        host.host(),
        clock.driftPpm(),
        clock.driftErrorPpm(),
        clock.watchedSeconds(),
        millis(clock.timeErrorSeconds()));
  }

  /** Adds the metric {@code delay.NODE.error}: the clocks' error in delays, in seconds. */
  public static void addDelayErrors(
      SequencedMap<String, Double> metrics,
      SequencedMap<String, List<String>> ways,
      Topology network,
      List<SupervisorProtocol.HostFacts> hosts) {
    SequencedMap<String, Double> errors = new LinkedHashMap<>();
    hosts.forEach(host -> errors.put(host.host(), host.clock().timeErrorSeconds()));
    ways.forEach(
        (source, sinks) -> {
          String from = host(network, source);
          double worst =
              sinks.stream()
                  .map(sink -> host(network, sink))
                  .filter(to -> !to.equals(from))
                  .mapToDouble(to -> errors.getOrDefault(from, 0.0) + errors.getOrDefault(to, 0.0))
                  .max()
                  .orElse(0);
          if (worst > 0) {
            metrics.put("delay." + source + ".error", worst);
          }
        });
  }

  private static String host(Topology network, String node) {
    return network.hostOf(node).map(TopologyHost::name).orElse("");
  }

  private static String millis(double seconds) {
    return String.format(Locale.ROOT, "%.3f ms", seconds * MILLIS_PER_SECOND);
  }

  /** Reports each working link between hosts; fails with the names of all other links. */
  public static void require(List<LinkTest> tests, Progress progress) throws LabFailure {
    List<String> failures = new ArrayList<>();
    for (LinkTest test : tests) {
      if (test.failures().isEmpty()) {
        progress.say("link " + test.inWords());
      }
      failures.addAll(test.failures());
    }
    if (!failures.isEmpty()) {
      int more = failures.size() - FAILURES_SHOWN_MAX;
      throw new LabFailure(
          String.join("\n  ", failures.subList(0, Math.min(FAILURES_SHOWN_MAX, failures.size())))
              + (more > 0 ? "\n  … and " + more + " more" : ""));
    }
  }
}
