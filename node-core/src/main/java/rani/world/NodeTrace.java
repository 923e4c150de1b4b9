// SPDX-License-Identifier: Apache-2.0
package rani.world;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The event stream of a node, one method per kind of event. A node has exactly one; the world
 * composes it. Digest, invariants, queue samples, captures and metrics are consumers of it, and of
 * nothing else.
 *
 * <p>Frames are lent for the call: an implementation reads them and keeps no reference. Times are
 * the node's own, in nanoseconds.
 */
public interface NodeTrace {
  /** Tells no one. */
  NodeTrace NONE = new NodeTrace() {};

  /** A packet was created at this node. */
  default void origin(long nowNanos, ByteBuf frame) {}

  /** A frame has arrived by a link; it may be malformed. */
  default void arrival(long nowNanos, LinkId link, ByteBuf frame) {}

  /**
   * A queue discipline decided.
   *
   * @param queue {@code node}, or {@code link-K}
   * @param queuedFrames how many frames were waiting before this one
   * @param averageFrames the discipline's average after this arrival
   */
  default void verdict(
      long nowNanos,
      String queue,
      ByteBuf frame,
      Verdict verdict,
      int queuedFrames,
      double averageFrames) {}

  /**
   * A queue discipline marked or dropped a frame whose turn to leave had come.
   *
   * @param queue {@code node}, or {@code link-K}
   * @param marked whether it was marked and goes on; else it is dropped
   * @param sojournNanos how long it had waited
   */
  default void head(
      long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {}

  /**
   * A frame was handed to the wire.
   *
   * @param lateNanos how far behind its due time the port was; 0 in virtual time
   */
  default void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {}

  /**
   * A packet reached what it was for.
   *
   * @param at a service's name, or {@code node} for the node's own messages
   */
  default void delivery(long nowNanos, String at, ByteBuf frame) {}

  /**
   * A frame was dropped.
   *
   * @param link its arrival link; null for a packet of this node's own
   */
  default void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {}

  /**
   * An ingress filter or diversion changed.
   *
   * @param link whose receive side it is on; null where the node's own packets enter
   * @param caught how many packets it has caught so far
   */
  default void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {}

  /** A monitored queue crossed max_th, up or down. */
  default void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {}

  /** Hello found the neighbour, or lost it. */
  default void link(long nowNanos, LinkId link, boolean up) {}

  /**
   * A service wrote a note.
   *
   * @param event one word
   * @param detail values by their names; text is made of them by those who want text
   */
  default void note(long nowNanos, String service, String event, NoteDetail detail) {}
}
