// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.util.List;
import rani.testbed.session.ClockWatch;

/** What a lab and its {@link HostSupervisor} say to each other, as JSON. */
public final class SupervisorProtocol {
  private SupervisorProtocol() {}

  /**
   * The keeper's first line of standard input.
   *
   * @param token of the run
   * @param control where the keeper listens, as {@link rani.nodehost.http.HttpAddress} has it
   * @param hosts to be reached
   * @param nodes whether nodes will be started there
   */
  record Order(String token, String control, List<String> hosts, boolean nodes) {}

  /**
   * A line of the keeper's standard output.
   *
   * @param text depends on the kind
   */
  record Line(Kind kind, String text) {}

  /** What lines say. */
  enum Kind {
    /** Something to show. */
    PROGRESS,
    /** Why it could not begin. */
    FAILURE,
    /** It has begun, and where it listens. */
    READY,
    /** Of a node, or of a host's session. */
    DEATH
  }

  /** {@code POST /end}. */
  record End(String node) {}

  /** {@code POST /examine}. */
  record Examine(String host) {}

  /** {@code GET /hosts}. */
  public record Hosts(List<HostFacts> hosts) {}

  /**
   * What is known of a host.
   *
   * @param by how it was reached
   * @param agent the process id of the agent there
   * @param lost why its session has ended; empty while it goes on
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
   * What is known of a host's monotonic clock.
   *
   * @param aheadSeconds of this host's, at the start; its nodes' times are made right by that
   * @param errorSeconds how far the truth may be from that
   * @param aheadNowSeconds as it was compared last
   * @param errorNowSeconds how far the truth may be from that
   * @param watchedSeconds the time between
   * @param driftPpm by how many millionths it is faster than this host's
   * @param driftErrorPpm how far the truth may be from that
   * @param timeErrorSeconds how far times of its nodes may be from this host's, at most until now
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
