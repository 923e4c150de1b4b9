// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.io.IOException;
import rani.world.LinkId;

/** The socket of a link end could not be bound to its address and port. */
public final class BindFailure extends IOException {
  private static final long serialVersionUID = 1;

  private final int link;
  private final int port;

  BindFailure(String node, LinkId link, LiveLinkConfig config, boolean receiving, String reason) {
    int wanted = receiving ? config.receivePort() : config.sendPort();
    super(
        "node %s, %s: cannot bind its %s socket to %s port %s: %s"
            .formatted(
                node,
                link,
                receiving ? "receive" : "send",
                config.bindAddress().getHostAddress(),
                wanted,
                reason));
    this.link = link.number();
    this.port = wanted;
  }

  public LinkId link() {
    return new LinkId(link);
  }

  /** Returns the requested port; 0 for any. */
  public int port() {
    return port;
  }
}
