// SPDX-License-Identifier: Apache-2.0
package rani.world;

/** What happened to an ingress filter or a diversion. */
public enum FilterChange {
  INSTALL("install"),
  /** The same flow on the same link again: its expiry is extended. */
  REFRESH("refresh"),
  EXPIRE("expire"),
  REMOVE("remove");

  private final String text;

  FilterChange(String text) {
    this.text = text;
  }

  /** The name in traces. */
  public String text() {
    return text;
  }
}
