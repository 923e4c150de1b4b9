// SPDX-License-Identifier: Apache-2.0
package rani.service;

/** Base class of providers with a fixed number, name and reach. */
public abstract class NamedProvider implements ServiceProvider {
  private final int number;
  private final String name;
  private final Reach reach;

  /** Makes a provider of services that act at their packets' destination. */
  protected NamedProvider(int number, String name) {
    this(number, name, Reach.DESTINATION);
  }

  protected NamedProvider(int number, String name, Reach reach) {
    this.number = number;
    this.name = name;
    this.reach = reach;
  }

  @Override
  public final int number() {
    return number;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Reach reach() {
    return reach;
  }
}
