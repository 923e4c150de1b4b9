// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;
import rani.link.Diversion;
import rani.world.Congestion;
import rani.world.Facts;
import rani.world.Reply;

/**
 * One service on one node's menu. It exists as long as the node, or until an operator removes it.
 * One thread at a time calls it, and it must not block.
 *
 * <p>It acts through its {@link ServiceContext} alone. A call that throws is contained and counted.
 * After {@link ServiceContext#FAILURES_MAX} such calls in a row the service is suspended, and the
 * node goes on.
 */
public interface Service {
  /** Starts the service. The first call, made when the services it depends on have started. */
  void start(long nowNanos, ServiceContext context);

  /** Notes time zero of the experiment, when traffic begins. */
  default void go(long nowNanos) {}

  /** Stops the service, which releases what it holds. The last call, even if suspended. */
  default void stop(long nowNanos) {}

  /** Handles an active packet that asks for this service, or a datagram to a port it listens on. */
  default Fate onPacket(long nowNanos, FrameView packet) {
    return Fate.FORWARD;
  }

  /**
   * Notes that a monitored queue of this node is congested.
   *
   * @param packet the packet that caused it, which may already be dropped
   */
  default void onCongestion(long nowNanos, Congestion kind, QueueView queue, FrameView packet) {}

  /**
   * Notes that a serializer of this node begins to transmit a packet. Called only after {@link
   * ServiceContext#watchTransmissions}. The packet may be changed in place, except for the length
   * fields of its headers, and {@link FrameView#shorten shortened}; nothing may be sent.
   */
  default void onTransmission(long nowNanos, FrameView packet) {}

  /**
   * Handles a packet that this service diverts. On {@link Fate#HOLD} the packet gets the number
   * {@link Diversion#nextNumber} in its channel, unless that {@link Diversion#isFull}.
   *
   * @param channel the diversion of the packet
   */
  default Fate onDiverted(long nowNanos, Diversion channel, FrameView packet) {
    return Fate.FORWARD;
  }

  /**
   * Handles an expired timer of this service.
   *
   * @param timer number of the timer
   */
  default void onWake(long nowNanos, int timer) {}

  /** Handles a verb from the console: one of {@link ServiceProvider#verbs}, if there are any. */
  default Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    return Reply.refused("this service has no verb `" + verb + "`");
  }

  /**
   * Returns the number of buffers that this service holds outside of packets: those from {@link
   * ServiceContext#buffers} or {@link ServiceContext#payload} that it has not released, and packets
   * retained beyond their call. In virtual time the buffer accounting checks the number.
   */
  default long heldBuffers() {
    return 0;
  }

  /** Reports whether this service still has traffic of its own to send or to wait for. */
  default boolean isBusy() {
    return false;
  }

  /** Returns the service's current counters and state. */
  default Facts facts(long nowNanos) {
    return Facts.NONE;
  }
}
