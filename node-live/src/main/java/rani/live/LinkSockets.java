// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.net.InetSocketAddress;

/**
 * The two sockets of one end of a virtual link, as its neighbour must know them.
 *
 * @param receive the socket that the neighbour sends to
 * @param send the socket that this end sends from; the neighbour ignores datagrams from others
 */
public record LinkSockets(InetSocketAddress receive, InetSocketAddress send) {}
