// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * A congestion control that keeps {@link Window}. Unless it is said otherwise it grows as Reno
 * does, answers each loss and mark by one {@link #remaining}, and recovers by the scoreboard.
 */
public abstract class WindowedControl implements CongestionControl {
  /** Its window. */
  protected final Window window;

  /**
   * A window that begins.
   *
   * @param initialWindow in packets
   * @param initialSsthresh in packets
   */
  protected WindowedControl(int initialWindow, int initialSsthresh) {
    window = new Window(initialWindow, initialSsthresh);
  }

  /**
   * What a loss leaves of the window, in packets.
   *
   * @param flight segments outstanding, without those that limited transmit sent
   */
  protected double remaining(int flight) {
    return MultiplicativeDecrease.of(flight);
  }

  /** Answers a loss or a mark: cwnd and ssthresh are what remains. */
  protected void reduce(int flight) {
    double remaining = remaining(flight);
    window.set(remaining, remaining);
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
  public void acknowledged(long nowNanos, int segments, long srttNanos) {
    window.growByOneAcknowledgement();
  }

  @Override
  public void lossDetected(long nowNanos, int flight) {
    reduce(flight);
  }

  @Override
  public void timedOut(long nowNanos, int flight, boolean again) {
    window.collapse(remaining(flight), again);
  }

  @Override
  public void undoTimeout() {
    window.undo();
  }

  @Override
  public void marked(long nowNanos, int flight) {
    reduce(flight);
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
