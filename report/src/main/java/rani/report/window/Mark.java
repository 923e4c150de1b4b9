// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;

/**
 * An event on the time line, in nanoseconds since the start of the run, at a node. A message goes
 * to node {@code to}; {@code to} and {@code flow} are -1 if there is none.
 */
record Mark(long nanos, Kind kind, int node, int to, int flow, String text) {
  enum Kind {
    /** A service has found that it must act. */
    TRIGGER,
    /** A filter or diversion was installed, renewed or removed. */
    FILTER,
    /** A service has sent a message to another node. */
    MESSAGE,
    /** A queue's average length has crossed max_th. */
    CONGESTION,
    /** A link went up or down. */
    LINK,
    /** An operator changed the network. */
    CHANGE,
    /** A connection was opened or closed. */
    CONNECTION,
    /** Drops for one reason begin after a pause of a second or longer. */
    DROP,
    /** A failure: a node ended, or refused an operation. */
    FAULT,
    /** Any other event of a service. */
    NOTE;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The JSON of a mark; {@code t} in seconds, null instead of -1. */
  record Shown(
      double t, String kind, int node, @Nullable Integer to, @Nullable Integer flow, String text)
      implements Facts {}

  Shown shown() {
    return new Shown(
        nanos / Recording.NANOS_PER_SECOND,
        kind.text(),
        node,
        unlessNone(to),
        unlessNone(flow),
        text);
  }

  private static @Nullable Integer unlessNone(int number) {
    return number < 0 ? null : number;
  }
}
