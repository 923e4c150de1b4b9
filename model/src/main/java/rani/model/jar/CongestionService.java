// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import rani.model.menu.Providers;
import rani.rdp.congestion.CongestionProvider;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.world.Facts;

/**
 * Service that wraps a congestion control from a jar, so that nodes load, replace and unload it
 * like a service. While the service runs, options of other services in this JVM may name the
 * congestion control. Existing connections keep it after the service stops.
 */
record CongestionService(CongestionProvider control) implements Service {
  /** Provider of the service, with the first spare service number: no packet asks for it. */
  static final class Provider extends NamedProvider {
    private static final int NUMBER = 60_000;

    private final CongestionProvider control;

    Provider(CongestionProvider control) {
      super(NUMBER, control.name());
      this.control = control;
    }

    @Override
    public Service create(OptionReader options) {
      return new CongestionService(control);
    }
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    Providers.offer(CongestionProvider.class, control, CongestionProvider::name);
  }

  @Override
  public void stop(long nowNanos) {
    Providers.withdraw(control);
  }

  record Shown(String congestion, String meaning) implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(control.name(), control.meaning());
  }
}
