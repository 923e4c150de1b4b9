// SPDX-License-Identifier: Apache-2.0
package rani.world;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Event stream of a node, one method per kind of event. A node has exactly one trace; digest,
 * invariants, queue samples, captures and metrics are computed from its events alone.
 *
 * <p>Frames are lent for the call: an implementation must not keep a reference. Times are the
 * node's own, in nanoseconds.
 */
public interface NodeTrace {
  /** Ignores all events. */
  NodeTrace NONE = new NodeTrace() {};

  /** A packet was created at this node. */
  default void origin(long nowNanos, ByteBuf frame) {}

  /** A frame has arrived by a link; it may be malformed. */
  default void arrival(long nowNanos, LinkId link, ByteBuf frame) {}

  /**
   * A queue discipline judged an arriving packet.
   *
   * @param queue {@code node}, or {@code link-K}
   * @param queuedFrames number of frames that waited before the arrival
   * @param averageFrames the discipline's average after the arrival
   */
  default void verdict(
      long nowNanos,
      String queue,
      ByteBuf frame,
      Verdict verdict,
      int queuedFrames,
      double averageFrames) {}

  /**
   * A queue discipline marked or dropped a frame at dequeue.
   *
   * @param queue {@code node}, or {@code link-K}
   * @param marked true if the frame was marked and is sent; false if it was dropped
   * @param sojournNanos sojourn time of the frame
   */
  default void head(
      long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {}

  /**
   * A frame was handed to the wire.
   *
   * @param lateNanos time by which the port was behind its due time; 0 in virtual time
   */
  default void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {}

  /**
   * A packet was delivered to a service or to the node itself.
   *
   * @param at name of the service, or {@code node} for the node's own messages
   */
  default void delivery(long nowNanos, String at, ByteBuf frame) {}

  /**
   * A frame was dropped.
   *
   * @param link arrival link; null if the packet originated here
   */
  default void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {}

  /**
   * An ingress filter or diversion changed.
   *
   * @param link the link whose arrivals it catches; null for packets that originate here
   * @param caught number of packets caught so far
   */
  default void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {}

  /** The average of a monitored queue crossed max_th. */
  default void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {}

  /** Hello detected that the link came up or went down. */
  default void link(long nowNanos, LinkId link, boolean up) {}

  /**
   * A service wrote a note.
   *
   * @param event one word
   * @param detail named values, formatted only by traces that need text
   */
  default void note(long nowNanos, String service, String event, NoteDetail detail) {}
}
