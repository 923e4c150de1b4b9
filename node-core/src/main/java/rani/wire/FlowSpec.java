// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;

/**
 * Pattern of flows, wider than a {@link FlowKey}: any field may be a wildcard. Source, destination,
 * {@link Ipv4Header#PROTOCOL_RDP} and both ports match one direction of one connection.
 *
 * @param source virtual address, or {@link #ANY}
 * @param destination virtual address, or {@link #ANY}
 * @param protocol IP protocol, 1…255, or {@link #ANY}
 * @param sourcePort port of UDP or RDP, 1…65,535, or {@link #ANY}; packets of other protocols have
 *     none
 * @param destinationPort port of UDP or RDP, or {@link #ANY}
 */
public record FlowSpec(
    int source, int destination, int protocol, int sourcePort, int destinationPort) {
  public static final int ANY = 0;
  public static final FlowSpec ALL = new FlowSpec(ANY, ANY, ANY, ANY, ANY);

  /** Reports whether a frame that passed {@link Frame#check} matches. */
  public boolean matches(ByteBuf frame) {
    int ip = Frame.ipv4(frame);
    return is(source, Ipv4Header.source(frame, ip))
        && is(destination, Ipv4Header.destination(frame, ip))
        && is(protocol, Ipv4Header.protocol(frame, ip))
        && (sourcePort == ANY || sourcePort == Frame.sourcePort(frame))
        && (destinationPort == ANY || destinationPort == Frame.destinationPort(frame));
  }

  private static boolean is(int wanted, int found) {
    return wanted == ANY || wanted == found;
  }

  /** Formats the pattern as {@code *}, or such as {@code 10.0.0.1:*>*:7000/27}. */
  @Override
  public String toString() {
    String from = address(source) + ":" + number(sourcePort);
    String to = address(destination) + ":" + number(destinationPort);
    return equals(ALL) ? "*" : from + ">" + to + "/" + number(protocol);
  }

  private static String address(int address) {
    return address == ANY ? "*" : Address.text(address);
  }

  private static String number(int number) {
    return number == ANY ? "*" : Integer.toString(number);
  }
}
