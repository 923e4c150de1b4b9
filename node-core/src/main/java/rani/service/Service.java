// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;
import rani.link.Diversion;
import rani.world.Congestion;
import rani.world.Facts;
import rani.world.Reply;

/**
 * One service on one node's menu. It lives as long as the node, or until an operator removes it, is
 * called by one thread at a time, and must not block.
 *
 * <p>It acts through its {@link ServiceContext} alone. A call that throws is contained and counted;
 * after {@link ServiceContext#FAILURES_MAX} in a row the service is suspended, and the node lives
 * on.
 */
public interface Service {
  /** Called once, before anything else, when the services it depends on have started. */
  void start(long nowNanos, ServiceContext context);

  /** The experiment's time zero. */
  default void go(long nowNanos) {}

  /** Called once, after everything else, even if suspended: what it holds is to be released. */
  default void stop(long nowNanos) {}

  /** An active packet that asks for this service, or a datagram to a port it listens on. */
  default Fate onPacket(long nowNanos, FrameView packet) {
    return Fate.FORWARD;
  }

  /**
   * A monitored queue of this node is congested.
   *
   * @param packet the packet that caused it; it may already be dropped
   */
  default void onCongestion(long nowNanos, Congestion kind, QueueView queue, FrameView packet) {}

  /**
   * The transmission of a packet by a serializer of this node begins; only of a service that {@link
   * ServiceContext#watchTransmissions}. The packet may be changed in place, but for its headers'
   * lengths, and {@link FrameView#shorten shortened}; nothing may be sent.
   */
  default void onTransmission(long nowNanos, FrameView packet) {}

  /**
   * A packet that this service diverted. If it answers {@link Fate#HOLD}, the packet gets the
   * number {@link Diversion#nextNumber} in its channel, unless that {@link Diversion#isFull}.
   *
   * @param channel that diverted it
   */
  default Fate onDiverted(long nowNanos, Diversion channel, FrameView packet) {
    return Fate.FORWARD;
  }

  /**
   * A timer of this service has fired.
   *
   * @param timer its number
   */
  default void onWake(long nowNanos, int timer) {}

  /** A verb from the console: one of {@link ServiceProvider#verbs}, if there are any. */
  default Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    return Reply.refused("this service has no verb `" + verb + "`");
  }

  /**
   * How many buffers this service holds now that belong to no packet: those it took from {@link
   * ServiceContext#buffers} or {@link ServiceContext#payload} and has not released, and packets
   * that it retained beyond their call. In virtual time the buffer accounting checks it.
   */
  default long heldBuffers() {
    return 0;
  }

  /** Whether this service still has traffic of its own to send or to wait for. */
  default boolean isBusy() {
    return false;
  }

  /** The service's current counters and state. */
  default Facts facts(long nowNanos) {
    return Facts.NONE;
  }
}
