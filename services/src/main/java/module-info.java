// SPDX-License-Identifier: Apache-2.0

/** The menu: every standard service. */
module rani.services {
  requires transitive rani.core;
  requires rani.rdp;
  requires static transitive org.jspecify;

  exports rani.services;

  provides rani.service.ServiceProvider with
      rani.services.AbcdMonitor.Provider,
      rani.services.AbcdSplitter.Provider,
      rani.services.AccFilterService.Provider,
      rani.services.AccMonitor.Provider,
      rani.services.ActiveFilterService.Provider,
      rani.services.Echo.Provider,
      rani.services.Flakeway.Provider,
      rani.services.Lgc.Provider,
      rani.services.Ping.Provider,
      rani.services.Sink.Provider,
      rani.services.Source.Provider,
      rani.services.Traceroute.Provider,
      rani.services.UfcCore.Provider,
      rani.services.UfcEdge.Provider;
}
