// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * As {@link Reno}, but an acknowledgement of a part of what was outstanding does not end recovery:
 * it tells of the next loss (RFC 6582). One segment is sent again per round trip.
 */
public final class NewReno implements CongestionControl {
  private final Window window;

  /**
   * A window that begins.
   *
   * @param initialWindow in packets
   * @param initialSsthresh in packets
   */
  public NewReno(int initialWindow, int initialSsthresh) {
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
    window.set(half + Reno.DUPLICATES, half);
  }

  @Override
  public void duplicate() {
    window.resize(window.cwnd() + 1);
  }

  @Override
  public boolean partiallyAcknowledged(int segments) {
    // "deflate the congestion window by the amount of new data acknowledged … add back SMSS bytes"
    // (RFC 6582 §3.2 step 3)
    window.resize(window.cwnd() - segments + 1);
    return true;
  }

  @Override
  public void recovered(long nowNanos, int flight) {
    // "min (ssthresh, max(FlightSize, SMSS) + SMSS)", which lets no burst go (RFC 6582 §3.2 step 3)
    window.resize(Math.min(window.ssthresh(), Math.max(flight, 1) + 1));
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
