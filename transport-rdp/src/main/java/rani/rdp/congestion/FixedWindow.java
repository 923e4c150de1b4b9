// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

import rani.service.OptionReader;

/**
 * A window that nothing changes, neither loss nor routers: RDP as RFC 908 has it, and a source that
 * does not respond. It recovers by the scoreboard, since a window that is never inflated would let
 * nothing go while duplicates come.
 *
 * @param packets of the window, at least 1
 */
public record FixedWindow(int packets) implements CongestionControl {
  /** The largest window: no more segments are ever in flight. */
  public static final int PACKETS_MAX = 4096;

  /**
   * Found by {@link java.util.ServiceLoader}.
   *
   * @param packets of each window, at least 1
   */
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
