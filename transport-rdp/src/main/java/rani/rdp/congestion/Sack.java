// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Grows and shrinks as {@link Reno}, but recovers by the scoreboard that EACKs fill: the window is
 * halved once, and what is in the pipe is held below it (RFC 6675 §5).
 */
public final class Sack implements CongestionControl {
  private final Window window;

  /**
   * A window that begins.
   *
   * @param initialWindow in packets
   * @param initialSsthresh in packets
   */
  public Sack(int initialWindow, int initialSsthresh) {
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
    return true;
  }

  @Override
  public void acknowledged(long nowNanos, int segments, long srttNanos) {
    window.growByOneAcknowledgement();
  }

  @Override
  public void lossDetected(long nowNanos, int flight) {
    double half = MultiplicativeDecrease.of(flight);
    window.set(half, half);
  }

  @Override
  public void duplicate() {
    // The pipe shrinks instead.
  }

  @Override
  public boolean partiallyAcknowledged(int segments) {
    return true;
  }

  @Override
  public void recovered(long nowNanos, int flight) {
    // The window has been ssthresh since the loss, and nothing grew it.
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
