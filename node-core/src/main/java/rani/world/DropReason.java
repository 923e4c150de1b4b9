// SPDX-License-Identifier: Apache-2.0
package rani.world;

/** Why a node dropped a frame. Every reason has a counter of its own in every node. */
public enum DropReason {
  /**
   * Shorter than the headers it must have, or longer or shorter than its IPv4 total length says.
   */
  BAD_LENGTH("bad-length"),
  /** A RANI or IPv4 version that this node does not speak. */
  BAD_VERSION("bad-version"),
  /** A RANI header length outside 4…16 words, or IPv4 options. */
  BAD_HEADER("bad-header"),
  /** The IPv4 header's checksum is wrong, or at the destination that of UDP. */
  BAD_CHECKSUM("bad-checksum"),
  /** An IPv4 fragment; rani never fragments. */
  FRAGMENT("fragment"),
  /** Keyed where the link has no key, unkeyed where it has one, or a tag that does not verify. */
  BAD_KEY("bad-key"),
  /** A counter already seen, or too old for the replay window. */
  REPLAYED("replayed"),
  /** PrevNode is not the configured neighbour of the link. */
  PREV_NODE_MISMATCH("prev-node-mismatch"),
  /** The packet's lifetime has run out. */
  EXPIRED("expired"),
  /** The hop count of our loop guard has run out. */
  TTL_EXCEEDED("ttl-exceeded"),
  /** No route to the destination. */
  NO_ROUTE("no-route"),
  /** Larger than the outgoing link's mtu. */
  TOO_BIG("too-big"),
  /** Caught by an ingress filter. */
  FILTERED("filtered"),
  /** Dropped by chance between a queue's thresholds. */
  RED_EARLY("red-early"),
  /** Dropped because a queue's average was beyond its upper threshold. */
  RED_FORCED("red-forced"),
  /** Dropped by CoDel, for standing delay above its target. */
  SOJOURN("sojourn"),
  /** Dropped early by PIE, for queueing delay above its target. */
  PIE("pie"),
  /** Dropped before the buffer was full by a queue discipline that rani does not bring. */
  AQM("aqm"),
  /** The queue's buffer was full. */
  QUEUE_FULL("queue-full"),
  /** Its number is on the list of packets that a link drops. */
  LISTED("listed"),
  /** For this node, for a service that is not on its menu. */
  NO_SUCH_SERVICE("no-such-service"),
  /** For this node, for a port or protocol that nothing listens on. */
  NO_LISTENER("no-listener"),
  /** A service message that does not parse, or that asks what its sender may not ask. */
  BAD_MESSAGE("bad-message"),
  /** A service decided to discard it. */
  DISCARDED("discarded"),
  /** A service that should have handled it failed or is suspended. */
  SERVICE_FAILED("service-failed"),
  /** A diversion was closed while it held the packet, or its hold was full. */
  DIVERSION("diversion"),
  /** The link by which it was to leave was removed. */
  LINK_REMOVED("link-removed"),
  /** The node was stopped while it held the packet. */
  STOPPED("stopped");

  private final String text;

  DropReason(String text) {
    this.text = text;
  }

  /** The name in traces, counters and reports. */
  public String text() {
    return text;
  }
}
