// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * A window that nothing changes, neither loss nor routers: RDP as RFC 908 has it, and a source that
 * does not respond. It recovers by the scoreboard, since a window that is never inflated would let
 * nothing go while duplicates come.
 */
public final class FixedWindow implements CongestionControl {
  private final int packets;

  /** A window of so many packets, at least 1. */
  public FixedWindow(int packets) {
    this.packets = packets;
  }

  @Override
  public double cwnd() {
    return packets;
  }

  @Override
  public double ssthresh() {
    return packets;
  }

  @Override
  public boolean recoversByScoreboard() {
    return true;
  }

  @Override
  public void acknowledged(long nowNanos, int segments, long srttNanos) {}

  @Override
  public void lossDetected(long nowNanos, int flight) {}

  @Override
  public void duplicate() {}

  @Override
  public boolean partiallyAcknowledged(int segments) {
    return true;
  }

  @Override
  public void recovered(long nowNanos, int flight) {}

  @Override
  public void timedOut(long nowNanos, int flight, boolean again) {}

  @Override
  public void undoTimeout() {}

  @Override
  public void marked(long nowNanos, int flight) {}

  @Override
  public void set(long nowNanos, double cwnd, double ssthresh) {}

  @Override
  public void restartedAfterIdle(long nowNanos) {}
}
