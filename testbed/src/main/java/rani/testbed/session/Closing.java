// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import java.io.Closeable;
import java.io.IOException;

/** The end of connections and the like. */
public final class Closing {
  private Closing() {}

  /** Closes all of them: what cannot be closed is as good as closed. */
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
