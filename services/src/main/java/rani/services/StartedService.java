// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rani.service.Service;
import rani.service.ServiceContext;

/**
 * Base of services that need the {@link ServiceContext} of their node: keeps the context that
 * {@code start} receives.
 */
public abstract class StartedService implements Service {
  private @Nullable ServiceContext context;

  @Override
  public void start(long nowNanos, ServiceContext context) {
    this.context = context;
  }

  /** Returns the context that the node passed to {@code start}. */
  protected final ServiceContext node() {
    return Objects.requireNonNull(context, "the service has not been started");
  }
}
