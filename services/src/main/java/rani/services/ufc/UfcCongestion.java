// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import rani.wire.FlowKey;
import rani.wire.MessageFields;
import rani.wire.MessageFormat;

/**
 * Report of a router to the edge where a flow enters its domain: packets of the lowest drop
 * precedence were lost, of a flow that ignores losses (papers' UFC §3.1). The report travels
 * towards the flow's source until an edge takes it. It is neither acknowledged nor repeated:
 * lasting congestion is reported again.
 *
 * @param flow of the lost packets
 * @param id of the report, unique for its sender
 * @param count of lost packets, 1…65,535
 * @param intervalMillis time in which they were lost, 1…65,535
 * @param bitsPerSecond bandwidth of the congested link; 0 if it has no rate limit
 */
public record UfcCongestion(FlowKey flow, int id, int count, int intervalMillis, long bitsPerSecond)
    implements UfcEdge.Report {
  static final MessageFormat FORMAT =
      new MessageFormat(8, new UfcCongestion(FlowKey.ofSource(0), 0, 1, 1, 0));

  public UfcCongestion {
    if (!UfcShaping.isValid(count, intervalMillis) || bitsPerSecond < 0) {
      throw new IllegalArgumentException("no report of " + count + " packets of " + flow);
    }
  }

  @Override
  public MessageFormat format() {
    return FORMAT;
  }

  @Override
  public UfcCongestion walk(MessageFields fields) {
    return new UfcCongestion(
        fields.flow("flow", flow),
        fields.i32("id", id),
        fields.u16("count", count),
        fields.u16("interval, ms", intervalMillis),
        fields.i64("bandwidth, bit/s", bitsPerSecond));
  }
}
