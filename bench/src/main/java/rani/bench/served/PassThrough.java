// SPDX-License-Identifier: Apache-2.0
package rani.bench.served;

import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;

/** A service that only forwards packets. */
final class PassThrough implements Service {
  static final int NUMBER = 60_000;

  static final class Provider implements ServiceProvider {
    @Override
    public int number() {
      return NUMBER;
    }

    @Override
    public String name() {
      return "send-on";
    }

    @Override
    public Reach reach() {
      return Reach.EVERY_HOP;
    }

    @Override
    public Service create(OptionReader options) {
      return new PassThrough();
    }
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {}
}
