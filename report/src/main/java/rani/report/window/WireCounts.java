// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

/**
 * Packets that arrived in one direction of a link, of those sent since the first reading. The two
 * ends count on their own, since long before: of the difference {@code sent - arrived}, the least
 * that was ever read is what had been lost before. What exceeds it is under way or lost since.
 */
final class WireCounts {
  private boolean begun;
  private long outTotal;
  private long inTotal;
  private long least;
  private long sent;
  private long arrived;

  /**
   * Takes both ends' totals, of which {@code in} was read first: it counts no packet that {@code
   * out} does not. Returns how many more packets have arrived; at most as many as were sent, unless
   * the wire {@code duplicates}.
   */
  long more(long out, long in, boolean duplicates) {
    if (!begun || out < outTotal || in < inTotal) {
      begin(out, in); // also after the restart of a node
      return 0;
    }
    long more = in - inTotal;
    sent += out - outTotal;
    outTotal = out;
    inTotal = in;
    if (duplicates) {
      begin(out, in);
      return more;
    }
    least = Math.min(least, out - in);
    more = sent - (out - in - least) - arrived;
    arrived += more;
    return more;
  }

  private void begin(long out, long in) {
    begun = true;
    outTotal = out;
    inTotal = in;
    least = out - in;
    sent = 0;
    arrived = 0;
  }
}
