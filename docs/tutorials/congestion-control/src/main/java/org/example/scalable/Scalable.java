// SPDX-License-Identifier: Apache-2.0
package org.example.scalable;

import rani.rdp.congestion.CongestionControl;
import rani.rdp.congestion.CongestionProvider;
import rani.rdp.congestion.WindowedControl;
import rani.service.OptionReader;

/**
 * Beyond slow start each acknowledgement adds the same to the window, and a loss takes an eighth of
 * it, so that the time between two losses does not grow with the window (T. Kelly, Scalable TCP:
 * Improving Performance in Highspeed Wide Area Networks, 2003).
 */
public final class Scalable extends WindowedControl {
  private final double gain;

  /** A window that begins; sizes in packets. */
  Scalable(int initialWindow, int initialSsthresh, double gain) {
    super(initialWindow, initialSsthresh);
    this.gain = gain;
  }

  @Override
  public void acknowledged(long nowNanos, int segments, long srttNanos) {
    if (window.inSlowStart()) {
      window.growByOneAcknowledgement();
    } else {
      window.resize(window.cwnd() + gain * segments);
    }
  }

  @Override
  protected double remaining(int flight) {
    return flight - flight / 8.0;
  }

  /**
   * Brings it; named in META-INF/services.
   *
   * @param gain what an acknowledged segment adds to the window, in packets
   */
  public record Provider(double gain) implements CongestionProvider {
    /** As the paper has it. */
    public Provider() {
      this(0.01);
    }

    @Override
    public String name() {
      return "scalable";
    }

    @Override
    public String meaning() {
      return "each acknowledgement adds the same, and a loss takes an eighth";
    }

    @Override
    public CongestionProvider with(OptionReader options) {
      return new Provider(
          options.share("scalable-gain", gain, "What an acknowledged segment adds, in packets."));
    }

    @Override
    public CongestionControl create(int initialWindow, int initialSsthresh) {
      return new Scalable(initialWindow, initialSsthresh, gain);
    }
  }
}
