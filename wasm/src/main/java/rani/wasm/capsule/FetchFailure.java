// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.Locale;

/** Why code cannot be run here. */
enum FetchFailure {
  /** PrevNode does not have it. */
  NOT_THERE,
  /** The capsule's PrevNode is not at the other end of its link, or the capsule came by none. */
  NO_NEIGHBOUR,
  /** PrevNode refuses connections, or ended one too early. */
  BROKEN_OFF,
  /** PrevNode took too long. */
  TIMED_OUT,
  /** What came is no answer. */
  MALFORMED,
  /** The code is longer than any. */
  TOO_LONG,
  /** What came is not what the hash names. */
  WRONG_HASH,
  /** The node has too much to do with other codes, or no room for this one. */
  BUSY,
  /** It is not code that the node may run. */
  REFUSED,
  /** It did not start. */
  NOT_STARTED,
  /** It was suspended, or an operator has stopped it. */
  STOPPED;

  /** Reports whether another neighbour may still have the code. */
  boolean isOfNeighbour() {
    return switch (this) {
      case NOT_THERE, NO_NEIGHBOUR, BROKEN_OFF, TIMED_OUT, MALFORMED, TOO_LONG, WRONG_HASH -> true;
      case BUSY, REFUSED, NOT_STARTED, STOPPED -> false;
    };
  }

  /** Reports whether capsules pass without their code; otherwise they are dropped. */
  boolean letsPass() {
    return this == REFUSED || this == NOT_STARTED || this == STOPPED;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
