// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import org.jspecify.annotations.Nullable;
import rani.wire.FlowKey;
import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/**
 * The same as {@link UfcCongestion} of packets that an edge's shaper dropped as the flow entered
 * its domain: the word to the domain that it comes from (papers' UFC §3.2).
 *
 * @param flow whose packets they were
 * @param id of the report; its source never uses it again for another
 * @param count how many, 1…65,535
 * @param intervalMillis in how long, 1…65,535
 */
public record UfcShaping(FlowKey flow, int id, int count, int intervalMillis)
    implements ServiceMessage {
  static final MessageFormat FORMAT =
      new MessageFormat(9, new UfcShaping(FlowKey.ofSource(0), 0, 1, 1));

  public UfcShaping {
    if (!isValid(count, intervalMillis)) {
      throw new IllegalArgumentException("no report of " + count + " packets of " + flow);
    }
  }

  static boolean isValid(int count, int intervalMillis) {
    return count >= 1 && count <= 0xFFFF && intervalMillis >= 1 && intervalMillis <= 0xFFFF;
  }

  @Override
  public MessageFormat format() {
    return FORMAT;
  }

  @Override
  public @Nullable UfcShaping walk(MessageFields fields) {
    FlowKey of = fields.flow("flow", flow);
    int number = fields.i32("id", id);
    int packets = fields.u16("count", count);
    int interval = fields.u16("interval, ms", intervalMillis);
    return isValid(packets, interval) ? new UfcShaping(of, number, packets, interval) : null;
  }
}
