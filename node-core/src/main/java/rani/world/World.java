// SPDX-License-Identifier: Apache-2.0
package rani.world;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.random.RandomGenerator;

/**
 * The environment of a node: live sockets or virtual time. No third implementation is expected.
 *
 * <p>Time enters a node only as the {@code now} of its entry points, in nanoseconds from an origin
 * that the world chooses. A world calls a node from one thread at a time.
 */
public interface World {
  /**
   * Sends a frame by a link end. The world passes its wire to {@link LinkEnd#carry}. Takes over one
   * reference, whether or not the frame arrives.
   */
  void send(LinkEnd end, ByteBuf frame);

  /**
   * Requests one call of the node's {@code wake} at or after the deadline. At most one wake-up is
   * pending, the earliest one; a spurious wake-up is harmless.
   *
   * @param deadlineNanos in the node's own time
   */
  void wakeAt(long deadlineNanos);

  /**
   * Returns the random stream of an owner, derived from (seed, node, owner), so that one owner's
   * draws never change another's.
   */
  RandomGenerator random(String owner);

  /**
   * Returns unpredictable random numbers, for initial sequence numbers, ports and ids (RFC 6528,
   * RFC 6056). In a live network they are cryptographically secure. In virtual time they come from
   * the owner's stream, because a run must be repeatable.
   *
   * @param own the owner's stream, returned by {@link #random}
   */
  default RandomGenerator secrets(RandomGenerator own) {
    return own;
  }

  /** Returns the allocator of frames. Every buffer is released exactly once. */
  ByteBufAllocator buffers();

  /**
   * Notes that the node is about to call a service, so that a live world can measure the call.
   * Calls nest at most once: a service may cause congestion, of which other services are notified
   * during the call.
   */
  default void callBegins(int number, String name) {}

  /**
   * Notes that the last call has ended. The node does not report the end if the JVM itself failed
   * in the call, so that the culprit stays known.
   *
   * @return how long the call blocked the node, in nanoseconds, if the service must be suspended
   *     for it; else 0
   */
  default long callEnds() {
    return 0;
  }
}
