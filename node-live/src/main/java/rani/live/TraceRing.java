// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Queue of lines, as bytes, between the thread that produces them and the thread that writes them.
 * Lock-free, for a single producer, which moves {@code given}, and a single consumer, which moves
 * {@code taken}.
 */
final class TraceRing {
  private final byte[] ring;
  private final AtomicLong given = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();

  TraceRing(int bytes) {
    ring = new byte[bytes];
  }

  /** Appends a line; returns false if there is no room. */
  boolean give(byte[] line) {
    long at = given.getPlain();
    if (at - taken.getAcquire() + line.length > ring.length) {
      return false;
    }
    int start = (int) (at % ring.length);
    int first = Math.min(line.length, ring.length - start);
    System.arraycopy(line, 0, ring, start, first);
    System.arraycopy(line, first, ring, 0, line.length - first);
    given.setRelease(at + line.length);
    return true;
  }

  /** Removes the lines appended so far, and writes them. */
  void take(OutputStream out) throws IOException {
    long from = taken.getPlain();
    long to = given.getAcquire();
    while (from < to) {
      int start = (int) (from % ring.length);
      int length = (int) Math.min(to - from, ring.length - start);
      out.write(ring, start, length);
      from += length;
      taken.setRelease(from);
    }
  }
}
