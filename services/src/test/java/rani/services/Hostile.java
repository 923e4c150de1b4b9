// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import rani.node.NodeConfig.MenuEntry;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.services.probe.Menus;
import rani.wire.ServiceMessage;

/** A neighbour in good standing that says to other nodes' services what its test makes up. */
final class Hostile implements Service, ServiceProvider {
  private static final int NUMBER = 98;

  private @Nullable ServiceContext context;

  MenuEntry entry() {
    return new MenuEntry(this, Menus.options());
  }

  void says(long nowNanos, int to, int service, ServiceMessage message) {
    requireNonNull(context).sendMessage(nowNanos, to, service, message);
  }

  @Override
  public void start(long nowNanos, ServiceContext given) {
    context = given;
  }

  @Override
  public int number() {
    return NUMBER;
  }

  @Override
  public String name() {
    return "hostile";
  }

  @Override
  public Reach reach() {
    return Reach.DESTINATION;
  }

  @Override
  public Service create(OptionReader options) {
    return this;
  }
}
