// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.live.Doorway;

/** Looks names up, beside the node's event loop, which must not wait. */
final class Lookups {
  private final Doorway doorway;
  private int underWay;

  /** What is done with the addresses of a name. */
  interface Then {
    /**
     * They are known.
     *
     * @param found empty if there is no such name; null if too many are being looked up
     */
    void found(long nowNanos, @Nullable List<InetAddress> found);
  }

  Lookups(Doorway doorway) {
    this.doorway = doorway;
  }

  void find(long nowNanos, String host, Then then) {
    if (underWay == GatewayLimits.LOOKUPS_MAX) {
      then.found(nowNanos, null);
      return;
    }
    underWay++;
    Thread _ =
        Thread.ofVirtual()
            .name("rani-lookup")
            .start(
                () -> {
                  List<InetAddress> found = addresses(host);
                  doorway.enter(
                      now -> {
                        underWay--;
                        then.found(now, found);
                      },
                      () -> {});
                });
  }

  private static List<InetAddress> addresses(String host) {
    try {
      return List.of(InetAddress.getAllByName(host));
    } catch (UnknownHostException e) {
      return List.of();
    }
  }
}
