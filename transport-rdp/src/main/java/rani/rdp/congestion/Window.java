// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/** cwnd and ssthresh in packets, within their limits, and what undoes a timeout. */
public final class Window {
  /** No window grows beyond what a peer can offer in its SYN. */
  public static final int PACKETS_MAX = 65_535;

  /** No threshold is lower. */
  public static final int SSTHRESH_MIN = MultiplicativeDecrease.PACKETS_MIN;

  private static final int CWND_MIN = 1;

  private final int initial;
  private double cwnd;
  private double ssthresh;

  private boolean undoable;
  private double undoCwnd;
  private double undoSsthresh;

  Window(int cwnd, int ssthresh) {
    this.initial = cwnd;
    set(cwnd, ssthresh);
  }

  /** The congestion window, in packets. */
  public double cwnd() {
    return cwnd;
  }

  /** The slow-start threshold, in packets. */
  public double ssthresh() {
    return ssthresh;
  }

  /** "The slow start algorithm is used when cwnd < ssthresh" (RFC 5681 §3.1). */
  public boolean inSlowStart() {
    return cwnd < ssthresh;
  }

  /** A congestion event's outcome: a timeout before it is no longer undone. */
  public void set(double newCwnd, double newSsthresh) {
    undoable = false;
    ssthresh = Math.clamp(newSsthresh, SSTHRESH_MIN, PACKETS_MAX);
    resize(newCwnd);
  }

  /** Another cwnd, ssthresh as it is. */
  public void resize(double newCwnd) {
    cwnd = Math.clamp(newCwnd, CWND_MIN, PACKETS_MAX);
  }

  /**
   * One acknowledgement, as Reno counts: +1 in slow start (RFC 5681 equation 2, with one segment
   * for SMSS), +1/cwnd beyond (equation 3). It does not matter how many segments it covered.
   */
  public void growByOneAcknowledgement() {
    resize(inSlowStart() ? cwnd + 1 : cwnd + 1 / cwnd);
  }

  /**
   * The retransmission timer expired: cwnd is 1.
   *
   * @param newSsthresh if it was not the same segment's timer before
   */
  public void collapse(double newSsthresh, boolean again) {
    if (!again) {
      double cwndBefore = cwnd;
      double ssthreshBefore = ssthresh;
      set(CWND_MIN, newSsthresh);
      undoable = true;
      undoCwnd = cwndBefore;
      undoSsthresh = ssthreshBefore;
    }
    resize(CWND_MIN);
  }

  /**
   * The window as it was before the timeout, or the first of several in a row; at least as it is.
   *
   * @return whether there was a timeout to undo, and no other congestion since
   */
  public boolean undo() {
    boolean undone = undoable;
    if (undone) {
      set(Math.max(undoCwnd, cwnd), undoSsthresh);
    }
    return undone;
  }

  /** "cwnd = min (IW, cwnd)" (RFC 5681 §4.1). */
  public void restart() {
    resize(Math.min(initial, cwnd));
  }
}
