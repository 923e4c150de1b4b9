// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Slow start, congestion avoidance, fast retransmit and fast recovery of RFC 5681. The first
 * acknowledgement of new data ends recovery, even if more segments of the window are missing. With
 * several losses in one window Reno often waits for the timer (RFC 6582 §1).
 */
public sealed class Reno extends WindowedControl permits NewReno {
  public record Provider() implements CongestionProvider {
    @Override
    public String name() {
      return "reno";
    }

    @Override
    public String meaning() {
      return "leaves fast recovery with the first new acknowledgement (RFC 5681)";
    }

    @Override
    public CongestionControl create(int initialWindow, int initialSsthresh) {
      return new Reno(initialWindow, initialSsthresh);
    }
  }

  /** Inflation by the three duplicates, which have left the network (RFC 5681 §3.2 step 3). */
  static final int DUPLICATES = 3;

  /** Creates a control in its initial state; window and threshold are in packets. */
  public Reno(int initialWindow, int initialSsthresh) {
    super(initialWindow, initialSsthresh);
  }

  @Override
  public boolean recoversByScoreboard() {
    return false;
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
}
