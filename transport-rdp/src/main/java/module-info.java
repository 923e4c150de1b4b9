// SPDX-License-Identifier: Apache-2.0

/** RDP, the reliable transport, without I/O. */
module rani.rdp {
  requires transitive rani.core;
  requires static transitive org.jspecify;

  exports rani.rdp;
  exports rani.rdp.bind;
  exports rani.rdp.congestion;
  exports rani.rdp.segment;
  exports rani.rdp.stream;

  provides rani.rdp.congestion.CongestionProvider with
      rani.rdp.congestion.Reno.Provider,
      rani.rdp.congestion.NewReno.Provider,
      rani.rdp.congestion.Sack.Provider,
      rani.rdp.congestion.Cubic.Provider,
      rani.rdp.congestion.FixedWindow.Provider;
}
