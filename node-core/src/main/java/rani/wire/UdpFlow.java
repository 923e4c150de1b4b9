// SPDX-License-Identifier: Apache-2.0
package rani.wire;

/**
 * Addresses of UDP datagrams that a node sends.
 *
 * @param destination virtual address
 * @param sourcePort 0…65,535
 * @param destinationPort 0…65,535
 */
public record UdpFlow(int destination, int sourcePort, int destinationPort) {}
