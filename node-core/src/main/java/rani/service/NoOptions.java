// SPDX-License-Identifier: Apache-2.0
package rani.service;

/** Returns the default of every option, for services that no file configures. */
public enum NoOptions implements OptionReader {
  INSTANCE;

  @Override
  public int node(String name, String meaning) {
    throw new IllegalArgumentException("there is no option " + name);
  }
}
