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
 * A congestion control from a jar, as a service, so that it is loaded, replaced and unloaded like
 * one. While it runs, options of services in this JVM may name it; connections that have it keep
 * it.
 */
final class CongestionService implements Service {
  private final CongestionProvider control;

  private CongestionService(CongestionProvider control) {
    this.control = control;
  }

  /** Puts it on menus. No packet asks for it, so it takes the first of the spare numbers. */
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

  /** What it shows of itself. */
  record Shown(String congestion, String meaning) implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(control.name(), control.meaning());
  }
}
