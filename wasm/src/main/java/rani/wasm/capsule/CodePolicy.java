// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.Locale;

/** Which code from outside a node runs. */
public enum CodePolicy {
  /** None. */
  NONE,
  /** Code in an envelope that an operator of the network has signed. */
  SIGNED,
  /** Every valid module. */
  ANY_SANDBOXED;

  /** Returns the word in files. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
