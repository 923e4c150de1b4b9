// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import rani.live.Doorway;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceProvider;

/**
 * Puts a gateway on a live node's menu. Not found by {@link java.util.ServiceLoader}: files cannot
 * ask for it, and virtual time has none.
 *
 * @param doorway by which its sockets reach the node
 */
record GatewayProvider(Doorway doorway) implements ServiceProvider {
  /** Of the range that menus in files do not use. */
  static final int NUMBER = 65_000;

  @Override
  public int number() {
    return NUMBER;
  }

  @Override
  public String name() {
    return GatewayOrder.SERVICE;
  }

  @Override
  public Reach reach() {
    return Reach.DESTINATION;
  }

  @Override
  public Service create(OptionReader options) {
    return new Gateway(doorway);
  }
}
