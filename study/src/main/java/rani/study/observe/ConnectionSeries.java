// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One end of a connection, as its node reported it.
 *
 * @param node the reporting node
 * @param service the node's service that owns the connection
 * @param local virtual address and port of this end, {@code 10.0.0.1:49152}
 * @param remote virtual address and port of the other end
 * @param openedNanos since the start of the run; empty if the connection never opened
 * @param state the last reported state, such as {@code OPEN}
 * @param windows the sender after each change, up to the limit of the run
 * @param retransmissions retransmitted segments, up to the limit of the run
 * @param retransmissionsTotal number of all retransmitted segments
 * @param timeoutsTotal number of expiries of the retransmission timer
 * @param fastRetransmitsTotal number of losses that acknowledgements reported
 * @param end the closing summary; empty if there was none
 */
public record ConnectionSeries(
    String node,
    String service,
    String local,
    String remote,
    OptionalLong openedNanos,
    String state,
    List<WindowSample> windows,
    List<Retransmission> retransmissions,
    long retransmissionsTotal,
    long timeoutsTotal,
    long fastRetransmitsTotal,
    Optional<ConnectionEnd> end) {
  public ConnectionSeries {
    windows = List.copyOf(windows);
    retransmissions = List.copyOf(retransmissions);
  }

  /** Returns the name of the connection in traces: {@code 10.0.0.1:49152-10.0.0.5:7000}. */
  public String name() {
    return local + "-" + remote;
  }
}
