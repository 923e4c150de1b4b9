// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.RdpStatistics;
import rani.rdp.bind.RdpHost;

/** A flow over one RDP connection, which it opens and closes. */
abstract sealed class ConnectionFlow extends Flow implements RdpApplication
    permits BulkFlow, RequestResponseFlow {
  private final RdpConfig config;
  private @Nullable RdpHost host;
  private @Nullable RdpConnection connection;
  private @Nullable CloseReason ended;

  ConnectionFlow(Place place, RdpConfig config) {
    super(place);
    this.config = config;
  }

  final void speakBy(RdpHost given) {
    host = given;
  }

  @Override
  final void wake(long nowNanos) {
    if (connection != null) {
      wake(nowNanos, connection);
    } else if (host != null) {
      connection = connect(nowNanos, host);
    }
  }

  private RdpConnection connect(long nowNanos, RdpHost host) {
    try {
      return host.endpoint().connect(nowNanos, place().destination(), place().port(), config, this);
    } catch (IllegalStateException e) {
      ended = CloseReason.ABORTED; // no port, no room, or no way: the service's failure says which
      throw e;
    }
  }

  @Override
  final void stop(long nowNanos) {
    super.stop(nowNanos);
    if (connection != null && ended == null) {
      connection.abort(nowNanos);
    }
  }

  /** What the flow set its timer for has come. */
  abstract void wake(long nowNanos, RdpConnection connection);

  @Override
  public void closed(long nowNanos, RdpConnection connection, CloseReason reason) {
    ended = reason;
    wakeNoMore();
  }

  @Override
  final boolean isDone() {
    return ended != null;
  }

  /** Whether the connection ended before this end was done, and not with the node. */
  final boolean hasFailed() {
    return ended != null && ended != CloseReason.CLOSED && ended != CloseReason.STOPPED;
  }

  /** What the connection has counted; null before it is made. */
  final @Nullable RdpStatistics statistics(long nowNanos) {
    return connection == null ? null : connection.statistics(nowNanos);
  }

  @Override
  final SequencedMap<String, Object> facts(long nowNanos) {
    SequencedMap<String, Object> facts = super.facts(nowNanos);
    facts.put("failed", hasFailed());
    RdpStatistics counted = statistics(nowNanos);
    if (counted != null) {
      double goodput = counted.goodputBitsPerSecond();
      facts.put("bytes-acknowledged", counted.bytesAcknowledged());
      facts.put("goodput-bits-per-second", goodput);
      facts.put("srtt-seconds", counted.srttNanos() / 1e9);
      facts.put("open-seconds", goodput > 0 ? counted.bytesAcknowledged() * 8 / goodput : 0.0);
    }
    return facts;
  }

  @Override
  final Counts counts(long nowNanos) {
    RdpStatistics counted = statistics(nowNanos);
    if (counted == null) {
      return Counts.NONE;
    }
    return new Counts(
        counted.segmentsSent(),
        counted.retransmissions(),
        counted.messagesAcknowledged(),
        counted.timeouts(),
        counted.fastRetransmits());
  }
}
