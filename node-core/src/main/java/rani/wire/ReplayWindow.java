// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import java.util.Arrays;

/**
 * Accepts every counter of a link's direction once (the sliding window of RFC 4303 §3.4.3). The
 * window starts at the first counter received, unless that is near 0. Earlier counters may have
 * been accepted before this node restarted.
 */
public final class ReplayWindow {
  /** The distance from the newest counter at which older frames are refused. */
  public static final int WIDTH = 1024;

  private static final long NONE = -1;
  private static final int WORDS = WIDTH / Long.SIZE;

  private final long[] seen = new long[WORDS];
  private long newest = NONE;

  /** Reports whether the counter of a verified frame, at least 0, is new, and records it. */
  public boolean takes(long counter) {
    if (counter > newest) {
      advance(counter);
    } else if (newest - counter >= WIDTH || (seen[word(counter)] & 1L << counter) != 0) {
      return false;
    }
    seen[word(counter)] |= 1L << counter;
    return true;
  }

  private void advance(long counter) {
    if (counter - newest >= WIDTH) {
      Arrays.fill(seen, newest == NONE ? -1 : 0);
    } else {
      for (long between = newest + 1; between <= counter; between++) {
        seen[word(between)] &= ~(1L << between);
      }
    }
    newest = counter;
  }

  private static int word(long counter) {
    return (int) (counter / Long.SIZE) & (WORDS - 1);
  }
}
