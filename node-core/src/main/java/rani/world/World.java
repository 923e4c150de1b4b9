// SPDX-License-Identifier: Apache-2.0
package rani.world;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.random.RandomGenerator;

/**
 * What a node may ask of the world. Two implementations exist, live sockets and virtual time, and
 * no third is expected.
 *
 * <p>Time enters a node only as the {@code now} of its own entry points, in nanoseconds from an
 * origin that the world chooses. A world calls a node from one thread at a time.
 *
 * <p>Five methods, and two by which a world that has a clock may find out which service takes its
 * time; in virtual time nothing takes any.
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
   * A stream of chance of its own for each owner, derived from (seed, node, owner), so that one
   * owner's draws never shift another's.
   */
  RandomGenerator random(String owner);

  /**
   * Chance for numbers that no stranger may guess: initial sequence numbers, ports, ids. A world
   * that strangers can reach draws them where no one knows the beginning, so that no two starts
   * have one in common (RFC 6528, RFC 6056); in virtual time they are the owner's as all else is,
   * since a run there is to repeat.
   *
   * @param own the owner's stream, as {@link #random} gave it
   */
  default RandomGenerator secrets(RandomGenerator own) {
    return own;
  }

  /** Where the node's frames come from. Every buffer taken here is released exactly once. */
  ByteBufAllocator buffers();

  /**
   * The node is about to call one of its services. Calls nest once: while it is being called, a
   * service may cause congestion of which others are told.
   *
   * @param number of the service
   * @param name of the service
   */
  default void callBegins(int number, String name) {}

  /**
   * The call that began last has ended. Not said of a call in which the JVM itself failed, so that
   * it stays known who was being called.
   *
   * @return how long the call held the node up, in nanoseconds, if that was too long, and the
   *     service is therefore to be suspended; else 0
   */
  default long callEnds() {
    return 0;
  }
}
