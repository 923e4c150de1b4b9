// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.time.InstantSource;
import rani.live.Doorway;
import rani.model.topology.Topology;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceProvider;

/**
 * Puts a loader on a live node's menu. Not found by {@link java.util.ServiceLoader}: files cannot
 * ask for it, and virtual time has none.
 */
record LoaderProvider(Doorway doorway, Topology network, InstantSource clock)
    implements ServiceProvider {
  @Override
  public int number() {
    return LoaderLimits.NUMBER;
  }

  @Override
  public String name() {
    return LoaderOrder.SERVICE;
  }

  @Override
  public Reach reach() {
    return Reach.DESTINATION;
  }

  @Override
  public Service create(OptionReader options) {
    return new Loader(doorway, network, clock);
  }
}
