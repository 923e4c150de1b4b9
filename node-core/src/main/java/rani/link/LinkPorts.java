// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

public final class LinkPorts {
  private @Nullable LinkPort[] ports = new LinkPort[4];

  public @Nullable LinkPort port(int number) {
    return number < ports.length ? ports[number] : null;
  }

  public void put(int number, LinkPort port) {
    if (number >= ports.length) {
      ports = Arrays.copyOf(ports, Math.max(number + 1, 2 * ports.length));
    }
    ports[number] = port;
  }

  public void remove(int number) {
    ports[number] = null;
  }
}
