// SPDX-License-Identifier: Apache-2.0
package rani.services;

import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceProvider;

/** A provider that cannot be made. */
public final class Trouble implements ServiceProvider {
  public Trouble() {
    throw new IllegalStateException("no luck");
  }

  @Override
  public int number() {
    return 4712;
  }

  @Override
  public String name() {
    return "trouble";
  }

  @Override
  public Reach reach() {
    return Reach.DESTINATION;
  }

  @Override
  public Service create(OptionReader options) {
    throw new IllegalStateException("never made");
  }
}
