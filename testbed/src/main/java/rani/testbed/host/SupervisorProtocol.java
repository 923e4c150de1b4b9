// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.util.List;
import rani.testbed.session.ClockWatch;

/** The messages between a lab and its {@link HostSupervisor}, as JSON. */
public final class SupervisorProtocol {
  private SupervisorProtocol() {}

  /**
   * The first line of the supervisor's standard input.
   *
   * @param token of the run
   * @param control the supervisor's address, a {@link rani.nodehost.http.HttpAddress}
   * @param hosts to connect to
   * @param nodes whether nodes will be started there
   */
  record Order(String token, String control, List<String> hosts, boolean nodes) {}

  /**
   * A line of the supervisor's standard output.
   *
   * @param text depends on the kind
   */
  record Line(Kind kind, String text) {}

  /** The kinds of lines. */
  enum Kind {
    /** A progress message. */
    PROGRESS,
    /** A failure to start, with the reason. */
    FAILURE,
    /** Ready, with its address. */
    READY,
    /** The end of a node, or of a host's session. */
    DEATH
  }

  /** {@code POST /end}. */
  record End(String node) {}

  /** {@code POST /examine}. */
  record Examine(String host) {}

  /** {@code GET /hosts}. */
  public record Hosts(List<HostFacts> hosts) {}

  /**
   * Facts about a host.
   *
   * @param by how it was reached
   * @param agent the process id of the agent there
   * @param lost why its session has ended; empty while it is open
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
   * Estimate of a host's monotonic clock.
   *
   * @param aheadSeconds offset from this host's clock at the start, by which its nodes' times are
   *     corrected
   * @param errorSeconds the error bound
   * @param aheadNowSeconds offset at the last comparison
   * @param errorNowSeconds the error bound
   * @param watchedSeconds the time between both comparisons
   * @param driftPpm its drift against this host's clock, in parts per million
   * @param driftErrorPpm the error bound
   * @param timeErrorSeconds the largest error so far of its nodes' times against this host's
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
