// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One connection as one of its ends told it.
 *
 * @param node the end that told
 * @param service the service that has it there
 * @param local virtual address and port of that end, {@code 10.0.0.1:49152}
 * @param remote the same of the other end
 * @param openedNanos when it opened, since the beginning of the experiment; empty if it never did
 * @param state the last reported state, such as {@code OPEN}
 * @param windows its sender, change by change, up to the limit of the run
 * @param retransmissions segments sent again, up to the limit of the run
 * @param retransmissionsTotal all of them
 * @param timeoutsTotal expiries of the retransmission timer
 * @param fastRetransmitsTotal times that acknowledgements told of a loss
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

  /** Copies the lists. */
  public ConnectionSeries {
    windows = List.copyOf(windows);
    retransmissions = List.copyOf(retransmissions);
  }

  /** How traces name it: {@code 10.0.0.1:49152-10.0.0.5:7000}. */
  public String name() {
    return local + "-" + remote;
  }
}
