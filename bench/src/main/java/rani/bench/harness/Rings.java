// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

public final class Rings {
  private Rings() {}

  /** Returns the topology file of a ring of at least three nodes. */
  public static String yaml(int nodes) {
    StringBuilder text = new StringBuilder("topology: bench-ring-" + nodes + "\nnodes:\n");
    for (int node = 1; node <= nodes; node++) {
      text.append("  n" + node + ": {}\n");
    }
    text.append("links:\n");
    for (int node = 1; node <= nodes; node++) {
      text.append("  n" + node + " -- n" + (node % nodes + 1) + ": {}\n");
    }
    return text.toString();
  }
}
