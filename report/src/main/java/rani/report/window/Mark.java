// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;

/**
 * Something that happened at one moment.
 *
 * @param nanos since go
 * @param kind of {@link Kind}
 * @param node where, by number
 * @param to whereto a message travels, a node's number, or -1
 * @param flow that it is about, or -1
 * @param text in words
 */
record Mark(long nanos, Kind kind, int node, int to, int flow, String text) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** What it is. */
  enum Kind {
    /** A service has found out that it must act. */
    TRIGGER,
    /** A filter or diversion came, was renewed, or went. */
    FILTER,
    /** A service's message travels to another node. */
    MESSAGE,
    /** A queue's average crossed its upper threshold. */
    CONGESTION,
    /** A link went down or came up. */
    LINK,
    /** Someone changed the network. */
    CHANGE,
    /** A connection opened or closed. */
    CONNECTION,
    /** The first drops of their kind for a while. */
    DROP,
    /** A failure: a node ended, or refused an operation. */
    FAULT,
    /** Whatever else a service tells. */
    NOTE;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** As the page has it: {@code t} in seconds, and no number of what there is none of. */
  record Shown(
      double t, String kind, int node, @Nullable Integer to, @Nullable Integer flow, String text)
      implements Facts {}

  Shown shown() {
    return new Shown(
        nanos / NANOS_PER_SECOND, kind.text(), node, unlessNone(to), unlessNone(flow), text);
  }

  private static @Nullable Integer unlessNone(int number) {
    return number < 0 ? null : number;
  }
}
