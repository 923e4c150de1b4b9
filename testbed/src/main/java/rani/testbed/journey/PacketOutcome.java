// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.Locale;
import rani.world.Facts;

/**
 * The outcome of a packet, as far as is known.
 *
 * @param fate the kind, in lower case
 * @param at where; the node; of a lost packet the last sender
 * @param what the receiving service, the reason of a drop, or the neighbour that a lost packet did
 *     not reach; else empty
 * @param told in words, without the time, so that equal outcomes can be counted
 */
public record PacketOutcome(String fate, String at, String what, String told) implements Facts {
  /** The kind of outcome. */
  public enum Kind {
    /** It was delivered to a service, or to the node itself. */
    DELIVERED,
    /** It reached its destination, where nothing listens at its port. */
    UNCLAIMED,
    /** A node dropped it. */
    DROPPED,
    /** It was sent by a link and did not arrive. */
    LOST,
    /** It waits in a node, or may still arrive from a wire. */
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

  /** Whether it reached its destination. */
  public boolean hasArrived() {
    return kind() == Kind.DELIVERED || kind() == Kind.UNCLAIMED;
  }

  /** Whether it is on a wire and may still arrive. */
  boolean isOnWire() {
    return kind() == Kind.UNDER_WAY && !what.isEmpty();
  }

  /** Whether this is final. */
  boolean isFinal() {
    return kind() != Kind.UNDER_WAY && kind() != Kind.LOST;
  }
}
