// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Variant of {@link Reno} in which a partial acknowledgement does not end recovery but reveals the
 * next loss (RFC 6582). One segment is retransmitted per round trip.
 */
public final class NewReno extends Reno {
  public record Provider() implements CongestionProvider {
    @Override
    public String name() {
      return "newreno";
    }

    @Override
    public String meaning() {
      return "stays in fast recovery until all is acknowledged (RFC 6582)";
    }

    @Override
    public CongestionControl create(int initialWindow, int initialSsthresh) {
      return new NewReno(initialWindow, initialSsthresh);
    }
  }

  /** Creates a control in its initial state; window and threshold are in packets. */
  public NewReno(int initialWindow, int initialSsthresh) {
    super(initialWindow, initialSsthresh);
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
    // "min (ssthresh, max(FlightSize, SMSS) + SMSS)", which prevents bursts (RFC 6582 §3.2 step 3)
    window.resize(Math.min(window.ssthresh(), Math.max(flight, 1) + 1));
  }
}
