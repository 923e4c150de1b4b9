// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import org.jspecify.annotations.Nullable;
import rani.wire.FlowKey;
import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/**
 * An ABCD monitor's word to the node in front of a bottleneck: packets of a connection are not to
 * be larger on it (papers' ABCD §4.1, Step 3). Not acknowledged; what holds is said again.
 *
 * @param flow source and destination with their RDP ports
 * @param bytes of the largest IPv4 packet, 1…65,535; the greatest ends it
 */
public record AbcdSize(FlowKey flow, int bytes) implements ServiceMessage {
  static final MessageFormat FORMAT = new MessageFormat(10, new AbcdSize(FlowKey.ofSource(0), 1));

  public AbcdSize {
    if (!isValid(bytes)) {
      throw new IllegalArgumentException("no packets of " + bytes + " bytes");
    }
  }

  private static boolean isValid(int bytes) {
    return bytes >= 1 && bytes <= 0xFFFF;
  }

  @Override
  public MessageFormat format() {
    return FORMAT;
  }

  @Override
  public @Nullable AbcdSize walk(MessageFields fields) {
    FlowKey of = fields.flow("flow", flow);
    int largest = fields.u16("bytes", bytes);
    fields.zero(2);
    return isValid(largest) ? new AbcdSize(of, largest) : null;
  }
}
