// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import org.jspecify.annotations.Nullable;
import rani.wire.FlowKey;
import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/**
 * A router's word to the edge where a flow enters its domain: in an interval so many packets of the
 * lowest drop precedence were lost here, of a flow that does not answer losses (papers' UFC §3.1).
 * It is sent towards the flow's source, and taken on the way. Not acknowledged and not repeated:
 * congestion that lasts is reported again.
 *
 * @param flow whose packets they were
 * @param id of the report; its source never uses it again for another
 * @param count how many, 1…65,535
 * @param intervalMillis in how long, 1…65,535
 * @param bitsPerSecond the bandwidth of the link that they should have left by; 0 if it has none
 */
public record UfcCongestion(FlowKey flow, int id, int count, int intervalMillis, long bitsPerSecond)
    implements ServiceMessage {
  static final MessageFormat FORMAT =
      new MessageFormat(8, new UfcCongestion(FlowKey.ofSource(0), 0, 1, 1, 0));

  public UfcCongestion {
    if (!isValid(count, intervalMillis, bitsPerSecond)) {
      throw new IllegalArgumentException("no report of " + count + " packets of " + flow);
    }
  }

  private static boolean isValid(int count, int intervalMillis, long bitsPerSecond) {
    return UfcShaping.isValid(count, intervalMillis) && bitsPerSecond >= 0;
  }

  @Override
  public MessageFormat format() {
    return FORMAT;
  }

  @Override
  public @Nullable UfcCongestion walk(MessageFields fields) {
    FlowKey of = fields.flow("flow", flow);
    int number = fields.i32("id", id);
    int packets = fields.u16("count", count);
    int interval = fields.u16("interval, ms", intervalMillis);
    long bandwidth = fields.i64("bandwidth, bit/s", bitsPerSecond);
    return isValid(packets, interval, bandwidth)
        ? new UfcCongestion(of, number, packets, interval, bandwidth)
        : null;
  }
}
