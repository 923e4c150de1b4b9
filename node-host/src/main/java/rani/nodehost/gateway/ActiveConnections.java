// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.util.ArrayList;
import java.util.List;

/** The open connections of one forward; they end when the forward ends. */
final class ActiveConnections {
  private final List<Relay> relays = new ArrayList<>();

  void add(Relay relay) {
    relays.removeIf(Relay::isDone);
    relays.add(relay);
  }

  void breakOff(long nowNanos) {
    for (Relay relay : List.copyOf(relays)) {
      if (!relay.isDone()) {
        relay.breakOff(nowNanos);
      }
    }
    relays.clear();
  }
}
