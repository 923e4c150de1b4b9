// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.Locale;
import rani.world.Facts;

/**
 * The outcome of a packet, as far as is known.
 *
 * @param fate the kind, in lower case
 * @param at the node where the packet ended; of a lost packet the last sender
 * @param what the receiving service, the reason of a drop, or the unreached neighbour; else empty
 * @param told the outcome in words, without the time, so that equal outcomes can be counted
 */
public record PacketOutcome(String fate, String at, String what, String told) implements Facts {
  public enum Kind {
    /** The packet was delivered to a service, or to the node itself. */
    DELIVERED,
    /** The packet reached its destination, where nothing listens at its port. */
    UNCLAIMED,
    /** A node dropped the packet. */
    DROPPED,
    /** The packet left a node and did not reach the next one. */
    LOST,
    /** The packet left a node for a foreign one, and no other node saw it. */
    FOREIGN,
    /** The packet is in a node, or may still arrive from a wire. */
    UNDER_WAY
  }

  static PacketOutcome of(Kind kind, String node, String what) {
    String fate = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new PacketOutcome(fate, node, what, told(kind, node, what));
  }

  private static String told(Kind kind, String node, String what) {
    return switch (kind) {
      case DELIVERED -> "delivered to " + what + " at " + node;
      case UNCLAIMED -> "came to " + node + ", where nothing listens at its port";
      case DROPPED ->
          what.equals("filtered")
              ? "caught by a filter at " + node
              : "dropped at " + node + ": " + what;
      case FOREIGN -> "left " + node + " for foreign node " + what + ", which tells nothing of it";
      case LOST -> "left " + node + " for " + what + " and never came";
      case UNDER_WAY ->
          what.isEmpty()
              ? "still waits at " + node
              : "left " + node + " for " + what + ", where it has not come yet";
    };
  }

  public Kind kind() {
    return Kind.valueOf(fate.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Reports whether the packet reached its destination. */
  public boolean hasArrived() {
    return kind() == Kind.DELIVERED || kind() == Kind.UNCLAIMED;
  }

  /** Reports whether the packet is on a wire and may still arrive. */
  boolean isOnWire() {
    return kind() == Kind.UNDER_WAY && !what.isEmpty();
  }

  /** Reports whether later events cannot change the outcome. */
  boolean isFinal() {
    return kind() != Kind.UNDER_WAY && kind() != Kind.LOST;
  }
}
