// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.OptionalInt;

/**
 * A packet as trace lines tell it.
 *
 * @param from virtual IPv4 address of the source, dotted
 * @param to virtual IPv4 address of the destination, dotted
 * @param protocol IP protocol number, 0…255
 * @param id IPv4 identification, 0…65535
 * @param lengthBytes IPv4 total length
 * @param sourcePort UDP source port, where the packet has one
 * @param destinationPort UDP destination port, where the packet has one
 * @param service number of the service that an active packet asks for
 * @param control whether it is a control packet, which passes beside the queue within its share
 */
public record TracePacket(
    String from,
    String to,
    int protocol,
    int id,
    int lengthBytes,
    OptionalInt sourcePort,
    OptionalInt destinationPort,
    OptionalInt service,
    boolean control)
    implements TraceFrame {

  void printFields(StringBuilder line) {
    line.append(" from=").append(from).append(" to=").append(to);
    line.append(" proto=").append(protocol).append(" id=").append(id);
    line.append(" len=").append(lengthBytes);
    sourcePort.ifPresent(port -> line.append(" sport=").append(port));
    destinationPort.ifPresent(port -> line.append(" dport=").append(port));
    service.ifPresent(number -> line.append(" service=").append(number));
    if (control) {
      line.append(" control");
    }
  }
}
