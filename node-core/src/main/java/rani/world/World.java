// SPDX-License-Identifier: Apache-2.0
package rani.world;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.random.RandomGenerator;

/**
 * The environment of a node. There are two implementations, live sockets and virtual time, and no
 * third is expected.
 *
 * <p>Time enters a node only as the {@code now} of its own entry points, in nanoseconds from an
 * origin that the world chooses. A world calls a node from one thread at a time.
 *
 * <p>Five methods, and two by which a live world measures how long services take.
 */
public interface World {
  /**
   * Hands over a finished frame, and the end of the link by which it leaves: the world's wire lets
   * that carry it. Takes over one reference, whether or not the frame arrives.
   */
  void send(LinkEnd end, ByteBuf frame);

  /**
   * Asks for one call of the node's {@code wake} at or after the deadline. One wake-up is armed at
   * most and the earliest wins; a spurious wake is harmless.
   *
   * @param deadlineNanos in the node's own time
   */
  void wakeAt(long deadlineNanos);

  /**
   * A random stream for each owner, derived from (seed, node, owner), so that one owner's draws
   * never shift another's.
   */
  RandomGenerator random(String owner);

  /**
   * Unpredictable random numbers: initial sequence numbers, ports, ids (RFC 6528, RFC 6056). Live
   * they are cryptographically secure; in virtual time they come from the owner's stream, since a
   * run must be repeatable.
   *
   * @param own the owner's stream, as {@link #random} gave it
   */
  default RandomGenerator secrets(RandomGenerator own) {
    return own;
  }

  /** The allocator of frames. Every buffer is released exactly once. */
  ByteBufAllocator buffers();

  /**
   * The node is about to call one of its services. Calls nest once: while it is being called, a
   * service may cause congestion, of which other services are notified.
   *
   * @param number of the service
   * @param name of the service
   */
  default void callBegins(int number, String name) {}

  /**
   * The last call has ended. Not called if the JVM itself failed in it, so that the culprit stays
   * known.
   *
   * @return how long the call blocked the node, in nanoseconds, if the service must be suspended
   *     for it; else 0
   */
  default long callEnds() {
    return 0;
  }
}
