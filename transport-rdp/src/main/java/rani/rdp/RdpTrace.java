// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.RouterState;

/** Events of an endpoint's connections; all methods have empty defaults. */
public interface RdpTrace {
  /** Tells no one. */
  RdpTrace NONE = new RdpTrace() {};

  /** A connection went from one state to another. */
  default void state(long nowNanos, RdpConnection connection, ConnectionState state) {}

  /**
   * The sender's state, cwnd, ssthresh, or number of segments in flight has changed; at most once
   * for each segment received, timer, or call.
   */
  default void window(long nowNanos, RdpConnection connection) {}

  /** A segment was sent again. */
  default void retransmitted(long nowNanos, RdpConnection connection, int sequence) {}

  /**
   * The connection has followed a router's request.
   *
   * @param sequence the quoted one, from the first of this connection on
   */
  default void requested(
      long nowNanos, RdpConnection connection, int sequence, RouterState asked) {}

  /** The connection's segments are of another size from now on, or go at another rate. */
  default void paced(
      long nowNanos, RdpConnection connection, int segmentBytes, long rateBitsPerSecond) {}

  /**
   * A message has come that routers have shortened.
   *
   * @param sequence its segment's number
   * @param bytes how many are missing
   */
  default void shortened(long nowNanos, RdpConnection connection, int sequence, int bytes) {}

  /** A connection has ended. */
  default void closed(long nowNanos, RdpConnection connection, CloseReason reason) {}
}
