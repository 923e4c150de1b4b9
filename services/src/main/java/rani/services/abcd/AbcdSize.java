// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import rani.wire.FlowKey;
import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/**
 * Request of an ABCD monitor to the node in front of a bottleneck: limits the packet size of one
 * connection (papers' ABCD §4.1, Step 3). It is not acknowledged; the monitor repeats a limit that
 * still applies.
 *
 * @param flow source and destination with their RDP ports
 * @param bytes of the largest IPv4 packet allowed, 1…65,535; 65,535 ends the limit
 */
public record AbcdSize(FlowKey flow, int bytes) implements ServiceMessage {
  static final MessageFormat FORMAT = new MessageFormat(10, new AbcdSize(FlowKey.ofSource(0), 1));

  public AbcdSize {
    if (bytes < 1 || bytes > 0xFFFF) {
      throw new IllegalArgumentException("no packets of " + bytes + " bytes");
    }
  }

  @Override
  public MessageFormat format() {
    return FORMAT;
  }

  @Override
  public AbcdSize walk(MessageFields fields) {
    FlowKey of = fields.flow("flow", flow);
    int largest = fields.u16("bytes", bytes);
    fields.zero(2);
    return new AbcdSize(of, largest);
  }
}
