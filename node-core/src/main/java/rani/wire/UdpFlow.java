// SPDX-License-Identifier: Apache-2.0
package rani.wire;

/** Destination address and ports (0…65,535) of UDP datagrams that a node sends. */
public record UdpFlow(int destination, int sourcePort, int destinationPort) {}
