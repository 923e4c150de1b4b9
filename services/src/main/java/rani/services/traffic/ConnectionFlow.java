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

/** Flow over one RDP connection, which the flow opens and closes. */
abstract sealed class ConnectionFlow extends Flow implements RdpApplication, Source.RdpUser
    permits BulkFlow, RequestResponseFlow {
  private final RdpConfig config;
  private @Nullable RdpHost host;
  private @Nullable RdpConnection connection;
  private @Nullable CloseReason ended;

  ConnectionFlow(Place place, RdpConfig config) {
    super(place);
    this.config = config;
  }

  @Override
  public final void speakBy(RdpHost given) {
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
      ended = CloseReason.ABORTED; // no port, no room or no route; the exception tells which
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

  /** Returns true if the connection ended too early, other than by the node's stop. */
  final boolean hasFailed() {
    return ended != null && ended != CloseReason.CLOSED && ended != CloseReason.STOPPED;
  }

  /** Returns the statistics of the connection; null before it is made. */
  final @Nullable RdpStatistics statistics(long nowNanos) {
    return connection == null ? null : connection.statistics(nowNanos);
  }

  /** Facts of a connection flow; counts once the connection is made. */
  public record Connected(boolean failed, @Inline @Nullable Counted counted) implements Facts {}

  /** Counts of a connection. */
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
    return counted == null ? Counts.NONE : Counts.of(counted);
  }
}
