// SPDX-License-Identifier: Apache-2.0
package rani.model.picture;

import java.util.List;

/**
 * A node at which something stayed on its way through the network.
 *
 * @param node its name
 * @param lines what is said of the stay, short
 */
public record PathStop(String node, List<String> lines) {

  /** Copies the lines. */
  public PathStop {
    lines = List.copyOf(lines);
  }
}
