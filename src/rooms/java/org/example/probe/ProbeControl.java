// SPDX-License-Identifier: Apache-2.0
package org.example.probe;

import rani.rdp.congestion.CongestionControl;
import rani.rdp.congestion.CongestionProvider;

/** A congestion control for jars: a window of seven packets. */
public record ProbeControl() implements CongestionControl {
  /** Brings it. */
  public record Provider() implements CongestionProvider {
    @Override
    public String name() {
      return "probe-control";
    }

    @Override
    public String meaning() {
      return "a window of seven packets";
    }

    @Override
    public CongestionControl create(int initialWindow, int initialSsthresh) {
      return new ProbeControl();
    }
  }

  /** Brings it under a name that is taken. */
  public record Reno() implements CongestionProvider {
    @Override
    public String name() {
      return "reno";
    }

    @Override
    public String meaning() {
      return "none that rani knows";
    }

    @Override
    public CongestionControl create(int initialWindow, int initialSsthresh) {
      return new ProbeControl();
    }
  }

  @Override
  public double cwnd() {
    return 7;
  }

  @Override
  public double ssthresh() {
    return 7;
  }
}
