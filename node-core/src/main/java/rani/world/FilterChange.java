// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.Locale;

/** A change of an ingress filter or a diversion. */
public enum FilterChange {
  INSTALL,
  /** A second request for the same flow and link has extended the expiry. */
  REFRESH,
  EXPIRE,
  REMOVE;

  private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Returns the name in traces. */
  public String text() {
    return text;
  }
}
