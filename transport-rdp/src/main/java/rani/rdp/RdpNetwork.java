// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.random.RandomGenerator;

/** The network below an endpoint. */
public interface RdpNetwork {
  /** Returns the virtual address of this end. */
  int address();

  /** Returns the size of the largest IPv4 packet that reaches an address, in bytes. */
  int pathMtuBytes(int destination);

  boolean reaches(int destination);

  /** Claims a local port for this endpoint; returns false if it is taken. */
  boolean claim(int port);

  void release(int port);

  /**
   * Returns an empty buffer for a segment of this length. The network may reserve room in front for
   * headers, so that {@link #send} needs no copy.
   */
  default ByteBuf segment(int length) {
    return buffers().buffer(length);
  }

  /**
   * Sends a segment as the payload of an IPv4 packet of protocol 27, with a code point (RFC 2474)
   * and an ECN field (RFC 3168 §5). Takes over one reference to the segment.
   */
  void send(long nowNanos, int destination, int dscp, int ecn, ByteBuf segment);

  /**
   * Requests a call of {@link RdpEndpoint#wake} at a time, which replaces earlier requests; {@link
   * rani.world.Timers#NEVER} cancels the request.
   */
  void wakeAt(long deadlineNanos);

  ByteBufAllocator buffers();

  /** Returns the unpredictable source of initial sequence numbers, ports and evictions. */
  RandomGenerator random();
}
