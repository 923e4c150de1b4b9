// SPDX-License-Identifier: Apache-2.0
package rani.services.acc;

import rani.wire.FlowKey;
import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/**
 * Word of a standing filter of ACC to the other nodes on the connection's way, hop by hop, so that
 * no two of them unsend the same traffic (papers' ACC §5).
 *
 * @param flow the connection
 * @param epoch of its window for which the filter stands
 * @param upstream true on the way downstream: one stands nearer the sender, others are to end;
 *     false on the way upstream: one stands further down, a node that has another is to say so
 */
public record AccFilterStands(FlowKey flow, int epoch, boolean upstream) implements ServiceMessage {
  static final MessageFormat FORMAT =
      new MessageFormat(7, new AccFilterStands(FlowKey.ofSource(0), 0, false));

  @Override
  public MessageFormat format() {
    return FORMAT;
  }

  @Override
  public AccFilterStands walk(MessageFields fields) {
    FlowKey of = fields.flow("flow", flow);
    int ofWindow = fields.u16("epoch", epoch);
    boolean nearer = fields.flag("upstream", upstream);
    fields.zero(1);
    return new AccFilterStands(of, ofWindow, nearer);
  }
}
