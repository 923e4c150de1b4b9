// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/** cwnd and ssthresh in packets, within their limits, with the values needed to undo a timeout. */
public final class Window {
  /** Largest window, because a SYN cannot offer more. */
  public static final int PACKETS_MAX = 65_535;

  /** Least value of ssthresh. */
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

  /** Returns the congestion window, in packets. */
  public double cwnd() {
    return cwnd;
  }

  /** Returns the slow-start threshold, in packets. */
  public double ssthresh() {
    return ssthresh;
  }

  /** "The slow start algorithm is used when {@code cwnd < ssthresh}" (RFC 5681 §3.1). */
  public boolean inSlowStart() {
    return cwnd < ssthresh;
  }

  /** Sets both values after a congestion event. An earlier timeout can no longer be undone. */
  public void set(double newCwnd, double newSsthresh) {
    undoable = false;
    ssthresh = Math.clamp(newSsthresh, SSTHRESH_MIN, PACKETS_MAX);
    resize(newCwnd);
  }

  /** Sets cwnd alone. */
  public void resize(double newCwnd) {
    cwnd = Math.clamp(newCwnd, CWND_MIN, PACKETS_MAX);
  }

  /**
   * Grows cwnd by one acknowledgement, as Reno: +1 in slow start (RFC 5681 equation 2, with one
   * segment for SMSS), else +1/cwnd (equation 3). The number of segments covered does not matter.
   */
  public void growByOneAcknowledgement() {
    resize(inSlowStart() ? cwnd + 1 : cwnd + 1 / cwnd);
  }

  /**
   * Sets cwnd to 1 after the retransmission timer has expired, and ssthresh unless {@code again}:
   * the same segment has timed out before.
   */
  public void collapse(double newSsthresh, boolean again) {
    if (!again) {
      undoCwnd = cwnd;
      undoSsthresh = ssthresh;
      set(CWND_MIN, newSsthresh);
      undoable = true;
    }
    resize(CWND_MIN);
  }

  /**
   * Restores the window before the last timeouts in a row, without lowering cwnd. Returns false if
   * there was no timeout, or other congestion since.
   */
  public boolean undo() {
    boolean undone = undoable;
    if (undone) {
      set(Math.max(undoCwnd, cwnd), undoSsthresh);
    }
    return undone;
  }

  /** Restarts after idle time: "cwnd = min (IW, cwnd)" (RFC 5681 §4.1). */
  public void restart() {
    resize(Math.min(initial, cwnd));
  }
}
