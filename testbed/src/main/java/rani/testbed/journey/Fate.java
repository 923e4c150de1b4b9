// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

/**
 * How a packet ended, as far as is known.
 *
 * @param kind which end
 * @param node where; of a lost one the node that sent it last
 * @param what the service that it was delivered to, the reason of a drop, the neighbour that a lost
 *     one never came to; else empty
 * @param atNanos when, in that node's time
 */
public record Fate(Kind kind, String node, String what, long atNanos) {
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

  /** Whether it came to its destination. */
  public boolean hasArrived() {
    return kind == Kind.DELIVERED || kind == Kind.UNCLAIMED;
  }

  /** Whether nothing more will happen to it. */
  public boolean isFinal() {
    return kind != Kind.UNDER_WAY && kind != Kind.LOST;
  }

  /** The same without the time, so that equal ends can be counted. */
  public String told() {
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
}
