// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.net.InetSocketAddress;

/**
 * The two sockets of one end of a virtual link, as its neighbour must know them.
 *
 * @param receive where this end receives: the neighbour sends to it
 * @param send where this end sends from: the neighbour takes datagrams from nowhere else
 */
public record LinkSockets(InetSocketAddress receive, InetSocketAddress send) {}
