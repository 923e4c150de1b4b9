// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Grows and shrinks as {@link Reno}, but recovers by the scoreboard that EACKs fill: the window is
 * halved once, and what is in the pipe is held below it (RFC 6675 §5).
 */
public final class Sack extends WindowedControl {
  /** Found by {@link java.util.ServiceLoader}. */
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

  /**
   * A window that begins.
   *
   * @param initialWindow in packets
   * @param initialSsthresh in packets
   */
  public Sack(int initialWindow, int initialSsthresh) {
    super(initialWindow, initialSsthresh);
  }
}
