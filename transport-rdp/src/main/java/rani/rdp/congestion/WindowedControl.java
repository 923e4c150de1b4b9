// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Base of congestion controls with a {@link Window}. By default the window grows as Reno's, each
 * loss or mark reduces it to {@link #remaining}, and recovery is by the scoreboard.
 */
public abstract class WindowedControl implements CongestionControl {
  /** The control's window. */
  protected final Window window;

  /** Creates a control in its initial state; window and threshold are in packets. */
  protected WindowedControl(int initialWindow, int initialSsthresh) {
    window = new Window(initialWindow, initialSsthresh);
  }

  /** Returns the window after a loss, in packets; {@code flight} is without limited transmit. */
  protected double remaining(int flight) {
    return MultiplicativeDecrease.of(flight);
  }

  /** Reduces cwnd and ssthresh to {@link #remaining} after a loss or a mark. */
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
