// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * cwnd and ssthresh of ns-2.35 with its defaults. Deviations from RFC 5681: a loss halves the
 * window in use and not FlightSize, ssthresh is an integer, cwnd may be as small as 1.5 after a
 * loss, and the window grows even if it was not fully used.
 */
public final class Ns2Window {
  private static final int SSTHRESH_MIN = 2;
  private static final double CWND_MIN = 1;

  private double cwnd;
  private int ssthresh;

  /** Creates a window of {@code windowInit_} packets. */
  public Ns2Window(int initial, int ssthresh) {
    this.cwnd = initial;
    this.ssthresh = ssthresh;
  }

  /** Returns the congestion window, in packets. */
  public double cwnd() {
    return cwnd;
  }

  /** Returns the slow-start threshold, in packets. */
  public int ssthresh() {
    return ssthresh;
  }

  /** Grows the window by one acknowledgement of new data. */
  public void open() {
    cwnd += cwnd < ssthresh ? 1 : 1 / cwnd;
  }

  /**
   * Halves the window in use, which is limited by the receiver and inflated by duplicates, after a
   * loss that duplicates revealed.
   */
  public void halve(double inUse) {
    lower(inUse);
    cwnd = Math.max(inUse / 2, CWND_MIN);
  }

  /**
   * Reduces the window to 1 after a timeout; {@code inUse} is as for {@link #halve}. ssthresh falls
   * even if the same segment times out again.
   */
  public void collapse(double inUse) {
    lower(inUse);
    closeToOne();
  }

  private void lower(double inUse) {
    ssthresh = Math.max((int) (inUse / 2), SSTHRESH_MIN);
  }

  /** Sets cwnd to 1: after idle time, or a timeout that follows a mark. */
  public void closeToOne() {
    cwnd = CWND_MIN;
  }

  /**
   * Deflates the window by the packets that a partial acknowledgement covers beyond the inflation
   * by duplicates (RFC 6582 §3.2).
   */
  public void deflate(int packets) {
    cwnd = Math.max(cwnd - packets, CWND_MIN);
  }

  /** Sets the window that a router requests. */
  public void set(double newCwnd, double newSsthresh) {
    cwnd = newCwnd;
    ssthresh = (int) newSsthresh;
  }
}
