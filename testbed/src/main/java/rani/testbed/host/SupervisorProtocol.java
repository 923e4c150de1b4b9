// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.util.List;
import rani.testbed.session.ClockWatch;

/** The messages between a lab and its {@link HostSupervisor}, as JSON. */
public final class SupervisorProtocol {
  private SupervisorProtocol() {}

  /** The order on standard input; {@code nodes} tells whether nodes will start on the hosts. */
  record Order(String token, String control, List<String> hosts, boolean nodes) {}

  /** A line of the supervisor's standard output. The kind determines the meaning of the text. */
  record Line(Kind kind, String text) {}

  enum Kind {
    PROGRESS,
    /** A failure to start, with the reason. */
    FAILURE,
    /** The sessions have begun; the text is the supervisor's address. */
    READY,
    /** The end of a node, or of a host's session. */
    DEATH
  }

  /** Body of {@code POST /end}. */
  record End(String node) {}

  /** Body of {@code POST /examine}. */
  record Examine(String host) {}

  /** Answer to {@code GET /hosts}. */
  public record Hosts(List<HostFacts> hosts) {}

  /**
   * Facts about a host, whose agent, a process id, is reached by {@code ssh} or {@code agent}. The
   * reason why the session has ended, {@code lost}, is empty while the session is open.
   */
  public record HostFacts(
      String host,
      String address,
      String by,
      long agent,
      String java,
      String system,
      int processors,
      Clock clock,
      String lost) {
    HostFacts lost(String why) {
      return new HostFacts(host, address, by, agent, java, system, processors, clock, why);
    }
  }

  /**
   * Estimate of a host's monotonic clock: its offset from this host's clock at the start, by which
   * times of the host's nodes are corrected, the offset at the last comparison, the time between
   * both, and the drift in parts per million. Each has an error bound; {@code timeErrorSeconds} is
   * the largest error so far of the host's node times.
   */
  record Clock(
      double aheadSeconds,
      double errorSeconds,
      double aheadNowSeconds,
      double errorNowSeconds,
      double watchedSeconds,
      double driftPpm,
      double driftErrorPpm,
      double timeErrorSeconds) {
    private static final double NANOS_PER_SECOND = 1e9;

    static Clock of(ClockWatch clock) {
      return new Clock(
          clock.start().offsetNanos() / NANOS_PER_SECOND,
          clock.start().errorNanos() / NANOS_PER_SECOND,
          clock.last().offsetNanos() / NANOS_PER_SECOND,
          clock.last().errorNanos() / NANOS_PER_SECOND,
          clock.watchedNanos() / NANOS_PER_SECOND,
          clock.driftPpm(),
          clock.driftErrorPpm(),
          clock.timeErrorNanos() / NANOS_PER_SECOND);
    }
  }
}
