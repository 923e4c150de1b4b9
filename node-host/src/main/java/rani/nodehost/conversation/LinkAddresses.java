// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.net.InetSocketAddress;
import rani.ground.SocketText;
import rani.live.LinkSockets;
import rani.world.Facts;

/** Addresses of a link end's two sockets as text, such as {@code 127.0.0.1:40001}. */
public record LinkAddresses(String receive, String send) implements Facts {
  /** Throws {@link IllegalArgumentException} if a text is no address with a port. */
  public LinkAddresses {
    InetSocketAddress _ = SocketText.parse(receive);
    InetSocketAddress _ = SocketText.parse(send);
  }

  public static LinkAddresses of(LinkSockets sockets) {
    return new LinkAddresses(SocketText.print(sockets.receive()), SocketText.print(sockets.send()));
  }

  public LinkSockets parse() {
    return new LinkSockets(SocketText.parse(receive), SocketText.parse(send));
  }
}
