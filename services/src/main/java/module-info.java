// SPDX-License-Identifier: Apache-2.0

/** The menu: every standard service. */
module rani.services {
  requires transitive rani.core;
  requires rani.rdp;
  requires static transitive org.jspecify;

  exports rani.services.traffic;

  opens rani.services to
      rani.core;
  opens rani.services.abcd to
      rani.core;
  opens rani.services.acc to
      rani.core;
  opens rani.services.flakeway to
      rani.core;
  opens rani.services.lgc to
      rani.core;
  opens rani.services.probe to
      rani.core;
  opens rani.services.traffic to
      rani.core;
  opens rani.services.ufc to
      rani.core;

  provides rani.service.ServiceProvider with
      rani.services.abcd.AbcdMonitor.Provider,
      rani.services.abcd.AbcdSplitter.Provider,
      rani.services.acc.AccFilterService.Provider,
      rani.services.acc.AccMonitor.Provider,
      rani.services.lgc.ActiveFilterService.Provider,
      rani.services.probe.Echo.Provider,
      rani.services.flakeway.Flakeway.Provider,
      rani.services.lgc.Lgc.Provider,
      rani.services.probe.Ping.Provider,
      rani.services.traffic.Sink.Provider,
      rani.services.traffic.Source.Provider,
      rani.services.probe.Traceroute.Provider,
      rani.services.ufc.UfcCore.Provider,
      rani.services.ufc.UfcEdge.Provider;
}
