// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Slow start, congestion avoidance, fast retransmit and fast recovery of RFC 5681. The first
 * acknowledgement of new data ends recovery, though more of the same window may be missing: with
 * several losses in one window it often waits for the timer (RFC 6582 §1).
 */
public final class Reno implements CongestionControl {
  /** The duplicates that told of the loss have left the network (RFC 5681 §3.2 step 3). */
  static final int DUPLICATES = 3;

  private final Window window;

  /**
   * A window that begins.
   *
   * @param initialWindow in packets
   * @param initialSsthresh in packets
   */
  public Reno(int initialWindow, int initialSsthresh) {
    window = new Window(initialWindow, initialSsthresh);
  }

  @Override
  public double cwnd() {
    return window.cwnd();
  }

  @Override
  public double ssthresh() {
    return window.ssthresh();
  }

  @Override
  public boolean recoversByScoreboard() {
    return false;
  }

  @Override
  public void acknowledged(long nowNanos, int segments, long srttNanos) {
    window.growByOneAcknowledgement();
  }

  @Override
  public void lossDetected(long nowNanos, int flight) {
    double half = MultiplicativeDecrease.of(flight);
    window.set(half + DUPLICATES, half);
  }

  @Override
  public void duplicate() {
    window.resize(window.cwnd() + 1);
  }

  @Override
  public boolean partiallyAcknowledged(int segments) {
    window.resize(window.ssthresh());
    return false;
  }

  @Override
  public void recovered(long nowNanos, int flight) {
    window.resize(window.ssthresh());
  }

  @Override
  public void timedOut(long nowNanos, int flight, boolean again) {
    window.collapse(MultiplicativeDecrease.of(flight), again);
  }

  @Override
  public void undoTimeout() {
    window.undo();
  }

  @Override
  public void marked(long nowNanos, int flight) {
    double half = MultiplicativeDecrease.of(flight);
    window.set(half, half);
  }

  @Override
  public void set(long nowNanos, double cwnd, double ssthresh) {
    window.set(cwnd, ssthresh);
  }

  @Override
  public void restartedAfterIdle(long nowNanos) {
    window.restart();
  }
}
