// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import rani.wire.FlowKey;
import rani.wire.MessageFields;
import rani.wire.MessageFormat;

/**
 * Report that an edge's shaper dropped packets as a flow entered its domain. Like {@link
 * UfcCongestion}, it travels towards the source, to the domain that the flow comes from (papers'
 * UFC §3.2).
 *
 * @param flow of the dropped packets
 * @param id of the report, unique for its sender
 * @param count of dropped packets, 1…65,535
 * @param intervalMillis time in which they were dropped, 1…65,535
 */
public record UfcShaping(FlowKey flow, int id, int count, int intervalMillis)
    implements UfcEdge.Report {
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
  public UfcShaping walk(MessageFields fields) {
    return new UfcShaping(
        fields.flow("flow", flow),
        fields.i32("id", id),
        fields.u16("count", count),
        fields.u16("interval, ms", intervalMillis));
  }
}
