// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import java.util.function.Supplier;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceProvider;

/** Puts a test's own service on a menu. */
record TestProvider(String name, Supplier<Service> maker) implements ServiceProvider {
  @Override
  public int number() {
    return 999;
  }

  @Override
  public Reach reach() {
    return Reach.DESTINATION;
  }

  @Override
  public Service create(OptionReader options) {
    return maker.get();
  }
}
