// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.Locale;
import rani.world.Facts;

/**
 * How a packet ended, as far as is known.
 *
 * @param fate which end, in small letters
 * @param at where; of a lost one the node that sent it last
 * @param what the service that it was delivered to, the reason of a drop, the neighbour that a lost
 *     one never came to; else empty
 * @param told in words, without the time, so that equal ends can be counted
 */
public record PacketOutcome(String fate, String at, String what, String told) implements Facts {
  /** Which end. */
  public enum Kind {
    /** A service took it, or the node itself. */
    DELIVERED,
    /** It came to its destination, and nothing listens at its port. */
    UNCLAIMED,
    /** A node let it go on its way. */
    DROPPED,
    /** It was sent by a link and did not come out of it. */
    LOST,
    /** It waits in a node, or is on a wire that it may yet come out of. */
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
      case LOST -> "left " + node + " for " + what + " and never came";
      case UNDER_WAY ->
          what.isEmpty()
              ? "still waits at " + node
              : "left " + node + " for " + what + ", where it has not come yet";
    };
  }

  /** Which end. */
  public Kind kind() {
    return Kind.valueOf(fate.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Whether it came to its destination. */
  public boolean hasArrived() {
    return kind() == Kind.DELIVERED || kind() == Kind.UNCLAIMED;
  }

  /** Whether it is on a wire that it may yet come out of. */
  boolean isOnWire() {
    return kind() == Kind.UNDER_WAY && !what.isEmpty();
  }

  /** Whether nothing more will happen to it. */
  boolean isFinal() {
    return kind() != Kind.UNDER_WAY && kind() != Kind.LOST;
  }
}
