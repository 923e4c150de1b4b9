// SPDX-License-Identifier: Apache-2.0
package org.example.foreign;

import rani.rdp.congestion.CongestionControl;
import rani.rdp.congestion.CongestionProvider;
import rani.rdp.congestion.WindowedControl;
import rani.service.OptionReader;

/** Grows as Reno, but never beyond some packets. */
public final class Timid extends WindowedControl {
  private final int most;

  private Timid(int initialWindow, int initialSsthresh, int most) {
    super(Math.min(initialWindow, most), initialSsthresh);
    this.most = most;
  }

  @Override
  public void acknowledged(long nowNanos, int segments, long srttNanos) {
    super.acknowledged(nowNanos, segments, srttNanos);
    window.resize(Math.min(window.cwnd(), most));
  }

  /**
   * Found by {@link java.util.ServiceLoader}.
   *
   * @param most packets of a window
   */
  public record Provider(int most) implements CongestionProvider {
    /** Sixteen packets. */
    public Provider() {
      this(16);
    }

    @Override
    public String name() {
      return "timid";
    }

    @Override
    public String meaning() {
      return "grows as reno, but never beyond some packets";
    }

    @Override
    public CongestionProvider with(OptionReader options) {
      return new Provider((int) options.count("timid-most", most, 1, 4096, "The largest window."));
    }

    @Override
    public CongestionControl create(int initialWindow, int initialSsthresh) {
      return new Timid(initialWindow, initialSsthresh, most);
    }
  }
}
