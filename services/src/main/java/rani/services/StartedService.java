// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rani.service.Service;
import rani.service.ServiceContext;

/** A service that keeps the context by which its node has started it, before any other call. */
public abstract class StartedService implements Service {
  private @Nullable ServiceContext context;

  @Override
  public void start(long nowNanos, ServiceContext context) {
    this.context = context;
  }

  /** The node, as the service may use it. */
  protected final ServiceContext node() {
    return Objects.requireNonNull(context, "the service has not been started");
  }
}
