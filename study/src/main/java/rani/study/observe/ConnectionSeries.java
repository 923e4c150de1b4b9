// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One end of a connection, as its node reported it.
 *
 * @param local virtual address and port of this end, {@code 10.0.0.1:49152}
 * @param openedNanos since the start of the run; empty if the connection never opened
 * @param state the last reported state, such as {@code OPEN}
 * @param windows the sender after each change, up to the limit of the run
 * @param retransmissions up to the limit of the run; all are counted in the total
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
