// SPDX-License-Identifier: Apache-2.0
package rani.wire;

/**
 * Where UDP datagrams that a node sends go, and by which ports.
 *
 * @param destination a virtual address
 * @param sourcePort the sender's, 0…65,535
 * @param destinationPort the port they are for, 0…65,535
 */
public record UdpFlow(int destination, int sourcePort, int destinationPort) {}
