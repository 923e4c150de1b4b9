// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

import rani.service.OptionReader;

/**
 * Constant window that ignores losses and routers: RDP as in RFC 908, and an unresponsive source.
 * It recovers by the scoreboard, because duplicates do not inflate a constant window.
 *
 * @param packets of the window, at least 1
 */
public record FixedWindow(int packets) implements CongestionControl {
  /** Largest window; also the largest number of segments in flight. */
  public static final int PACKETS_MAX = 4096;

  /** Provider of fixed windows of at least 1 packet. */
  public record Provider(int packets) implements CongestionProvider {
    /** A window of 16 packets. */
    public Provider() {
      this(16);
    }

    @Override
    public String name() {
      return "fixed";
    }

    @Override
    public String meaning() {
      return "a window that nothing changes";
    }

    @Override
    public CongestionProvider with(OptionReader options) {
      String meaning = "The window of fixed, in packets.";
      return new Provider((int) options.count("fixed-window", packets, 1, PACKETS_MAX, meaning));
    }

    @Override
    public CongestionControl create(int initialWindow, int initialSsthresh) {
      return new FixedWindow(packets);
    }
  }

  @Override
  public double cwnd() {
    return packets;
  }

  @Override
  public double ssthresh() {
    return packets;
  }
}
