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
    super(
        "node "
            + node
            + ", "
            + link
            + ": cannot bind "
            + (receiving ? "its receive" : "its send")
            + " socket to "
            + config.bindAddress().getHostAddress()
            + " port "
            + (receiving ? config.receivePort() : config.sendPort())
            + ": "
            + reason);
    this.link = link.number();
    this.port = receiving ? config.receivePort() : config.sendPort();
  }

  /** The link that the socket belongs to. */
  public LinkId link() {
    return new LinkId(link);
  }

  /** The port asked for; 0 for any. */
  public int port() {
    return port;
  }
}
