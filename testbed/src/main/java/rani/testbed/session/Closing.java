// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import java.io.Closeable;
import java.io.IOException;

/** Closes connections and other resources. */
public final class Closing {
  private Closing() {}

  /** Closes resources, and ignores failures. */
  public static void quietly(Closeable... all) {
    for (Closeable each : all) {
      try {
        each.close();
      } catch (IOException e) {
        continue;
      }
    }
  }
}
