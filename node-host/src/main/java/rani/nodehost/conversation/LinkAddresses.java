// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.net.InetSocketAddress;
import rani.ground.SocketText;
import rani.live.LinkSockets;
import rani.world.Facts;

/**
 * The two sockets of a link's end as text.
 *
 * @param receive where the end receives
 * @param send where it sends from
 */
public record LinkAddresses(String receive, String send) implements Facts {
  /**
   * Two sockets.
   *
   * @throws IllegalArgumentException if a text names none
   */
  public LinkAddresses {
    InetSocketAddress _ = SocketText.parse(receive);
    InetSocketAddress _ = SocketText.parse(send);
  }

  /** Two sockets as text. */
  public static LinkAddresses of(LinkSockets sockets) {
    return new LinkAddresses(SocketText.print(sockets.receive()), SocketText.print(sockets.send()));
  }

  /** Parses both. */
  public LinkSockets parse() {
    return new LinkSockets(SocketText.parse(receive), SocketText.parse(send));
  }
}
