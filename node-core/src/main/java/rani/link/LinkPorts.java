// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The ports of a node's links by the numbers of the links. Ports are added and removed with their
 * links.
 */
public final class LinkPorts {
  private @Nullable LinkPort[] ports = new LinkPort[4];

  /** The port of a link; null if there is no such link, or no longer. */
  public @Nullable LinkPort port(int number) {
    return number < ports.length ? ports[number] : null;
  }

  /** Adds the port of a new link. */
  public void put(int number, LinkPort port) {
    if (number >= ports.length) {
      ports = Arrays.copyOf(ports, Math.max(number + 1, 2 * ports.length));
    }
    ports[number] = port;
  }

  /** Removes the port of a link. */
  public void remove(int number) {
    ports[number] = null;
  }
}
