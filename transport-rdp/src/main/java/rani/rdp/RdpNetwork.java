// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.random.RandomGenerator;

/** The network below an endpoint. */
public interface RdpNetwork {
  /** The virtual address of this end. */
  int address();

  /** The largest IPv4 packet that reaches an address, in bytes. */
  int pathMtuBytes(int destination);

  /** Whether there is a route to an address. */
  boolean reaches(int destination);

  /** Claims a local port for this endpoint; false if it is taken. */
  boolean claim(int port);

  /** Gives a port back. */
  void release(int port);

  /**
   * An empty buffer for a segment of so many bytes, with room in front for headers if the network
   * wants some: what {@link #send} then takes without a copy.
   */
  default ByteBuf segment(int length) {
    return buffers().buffer(length);
  }

  /**
   * Sends a segment as the payload of an IPv4 packet of protocol 27.
   *
   * @param dscp the packet's code point (RFC 2474), 0…63
   * @param ecn the packet's ECN field (RFC 3168 §5)
   * @param segment takes over one reference
   */
  void send(long nowNanos, int destination, int dscp, int ecn, ByteBuf segment);

  /**
   * Asks for {@link RdpEndpoint#wake} at a time, in place of what was asked before; {@link
   * rani.world.Timers#NEVER} asks no more.
   */
  void wakeAt(long deadlineNanos);

  /** Where buffers come from. */
  ByteBufAllocator buffers();

  /**
   * Random numbers for initial sequence numbers, ports, and evictions. They must be unpredictable.
   */
  RandomGenerator random();
}
