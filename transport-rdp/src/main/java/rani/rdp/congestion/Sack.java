// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Window of {@link Reno} with recovery by the scoreboard that EACKs fill: the window is halved
 * once, and bounds the segments in the pipe (RFC 6675 §5).
 */
public final class Sack extends WindowedControl {
  public record Provider() implements CongestionProvider {
    @Override
    public String name() {
      return "sack";
    }

    @Override
    public String meaning() {
      return "fills the holes that EACKs show (RFC 6675)";
    }

    @Override
    public CongestionControl create(int initialWindow, int initialSsthresh) {
      return new Sack(initialWindow, initialSsthresh);
    }
  }

  /** Creates a control in its initial state; window and threshold are in packets. */
  public Sack(int initialWindow, int initialSsthresh) {
    super(initialWindow, initialSsthresh);
  }
}
