// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.RdpStatistics;
import rani.rdp.bind.RdpHost;
import rani.world.Facts;
import rani.world.Inline;

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

  /** What is shown of a connection, with what it has counted once it is made. */
  public record Connected(boolean failed, @Inline @Nullable Counted counted) implements Facts {}

  /** What it has counted. */
  public record Counted(
      long bytesAcknowledged, double goodputBitsPerSecond, double srttSeconds, double openSeconds)
      implements Facts {
    private static Counted of(RdpStatistics counted) {
      double goodput = counted.goodputBitsPerSecond();
      return new Counted(
          counted.bytesAcknowledged(),
          goodput,
          counted.srttNanos() / 1e9,
          goodput > 0 ? counted.bytesAcknowledged() * 8 / goodput : 0.0);
    }
  }

  @Override
  final Connected connected(long nowNanos) {
    RdpStatistics counted = statistics(nowNanos);
    return new Connected(hasFailed(), counted == null ? null : Counted.of(counted));
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
