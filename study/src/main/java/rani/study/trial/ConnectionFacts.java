// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import org.jspecify.annotations.Nullable;
import rani.study.observe.ConnectionEnd;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.WindowSample;
import rani.world.Facts;
import rani.world.Inline;

/** An end of a connection in a run's JSON. */
record ConnectionFacts(
    String node,
    String service,
    String connection,
    String state,
    @Nullable Double openedSeconds,
    @Inline @Nullable End end,
    long retransmissions,
    long timeouts,
    long fastRetransmits,
    @Inline @Nullable Sender last)
    implements Facts {
  record End(
      double endedSeconds,
      String reason,
      long messagesSent,
      long messagesAcknowledged,
      long messagesReceived,
      long bytesAcknowledged,
      double goodput) {
    static End of(ConnectionEnd end) {
      return new End(
          end.timeNanos() / 1e9,
          end.reason(),
          end.messagesSent(),
          end.messagesAcknowledged(),
          end.messagesReceived(),
          end.bytesAcknowledged(),
          end.goodputBitsPerSecond());
    }
  }

  record Sender(
      String sender, double cwnd, double ssthresh, double srttSeconds, double rtoSeconds) {
    static Sender of(WindowSample last) {
      return new Sender(
          last.state().text(),
          last.cwnd(),
          last.ssthresh(),
          last.srttNanos() / 1e9,
          last.rtoNanos() / 1e9);
    }
  }

  static ConnectionFacts of(ConnectionSeries connection) {
    return new ConnectionFacts(
        connection.node(),
        connection.service(),
        connection.name(),
        connection.state(),
        connection.openedNanos().isPresent() ? connection.openedNanos().getAsLong() / 1e9 : null,
        connection.end().map(End::of).orElse(null),
        connection.retransmissionsTotal(),
        connection.timeoutsTotal(),
        connection.fastRetransmitsTotal(),
        connection.windows().isEmpty() ? null : Sender.of(connection.windows().getLast()));
  }
}
