// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.RouterState;

/** Events of an endpoint's connections; all methods have empty defaults. */
public interface RdpTrace {
  /** Trace that ignores all events. */
  RdpTrace NONE = new RdpTrace() {};

  /** A connection changed its state. */
  default void state(long nowNanos, RdpConnection connection, ConnectionState state) {}

  /**
   * The sender's state, cwnd, ssthresh, or number of segments in flight has changed. Called at most
   * once for each segment received, timer, or call.
   */
  default void window(long nowNanos, RdpConnection connection) {}

  /** A segment was retransmitted. */
  default void retransmitted(long nowNanos, RdpConnection connection, int sequence) {}

  /**
   * The connection has reduced its window because a router asked for that. The router's message
   * quotes a sequence number, relative to the connection's initial one.
   */
  default void requested(
      long nowNanos, RdpConnection connection, int sequence, RouterState asked) {}

  /** The connection's segment size or rate has changed. */
  default void paced(
      long nowNanos, RdpConnection connection, int segmentBytes, long rateBitsPerSecond) {}

  /** A message has arrived that routers have shortened by {@code bytes}. */
  default void shortened(long nowNanos, RdpConnection connection, int sequence, int bytes) {}

  /** A connection has ended. */
  default void closed(long nowNanos, RdpConnection connection, CloseReason reason) {}
}
