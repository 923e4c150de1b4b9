// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * cwnd and ssthresh as ns-2.35 keeps them with its defaults. Where it leaves RFC 5681: a loss
 * halves the window in use and not FlightSize, ssthresh is whole, cwnd may be as small as 1.5 after
 * a loss, and the window grows whether it was in use or not.
 */
public final class Ns2Window {
  private static final int SSTHRESH_MIN = 2;
  private static final double CWND_MIN = 1;

  private double cwnd;
  private int ssthresh;

  /**
   * A window that begins.
   *
   * @param initial {@code windowInit_}, in packets
   * @param ssthresh in packets
   */
  public Ns2Window(int initial, int ssthresh) {
    this.cwnd = initial;
    this.ssthresh = ssthresh;
  }

  /** The congestion window, in packets. */
  public double cwnd() {
    return cwnd;
  }

  /** The slow-start threshold, in packets. */
  public int ssthresh() {
    return ssthresh;
  }

  /** New data was acknowledged. */
  public void open() {
    cwnd += cwnd < ssthresh ? 1 : 1 / cwnd;
  }

  /**
   * Duplicates tell of a loss.
   *
   * @param inUse the window until now, with what the receiver lets and duplicates have added
   */
  public void halve(double inUse) {
    lower(inUse);
    cwnd = Math.max(inUse / 2, CWND_MIN);
  }

  /**
   * The timer has expired. ssthresh falls each time, if it is the same segment's, too.
   *
   * @param inUse as for {@link #halve}
   */
  public void collapse(double inUse) {
    lower(inUse);
    closeToOne();
  }

  private void lower(double inUse) {
    ssthresh = Math.max((int) (inUse / 2), SSTHRESH_MIN);
  }

  /** cwnd is 1: after a rest, or a timeout that follows a mark. */
  public void closeToOne() {
    cwnd = CWND_MIN;
  }

  /** A partial acknowledgement takes off what duplicates have not added (RFC 6582 §3.2). */
  public void deflate(int packets) {
    cwnd = Math.max(cwnd - packets, CWND_MIN);
  }

  /** A router has set the window. */
  public void set(double newCwnd, double newSsthresh) {
    cwnd = newCwnd;
    ssthresh = (int) newSsthresh;
  }
}
