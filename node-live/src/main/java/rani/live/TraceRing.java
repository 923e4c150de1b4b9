// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Carries lines from the thread that makes them to the one that writes them, as bytes in order.
 *
 * <p>One thread gives, one takes. The ring is lock-free: {@code given} is moved by the one alone
 * and {@code taken} by the other alone.
 */
final class TraceRing {
  private final byte[] ring;
  private final AtomicLong given = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();

  TraceRing(int bytes) {
    ring = new byte[bytes];
  }

  /** Gives a line. Says whether there was room for it. */
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

  /** Takes what was given before. */
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
