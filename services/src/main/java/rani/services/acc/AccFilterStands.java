// SPDX-License-Identifier: Apache-2.0
package rani.services.acc;

import rani.wire.FlowKey;
import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/**
 * Announcement of an installed ACC filter to the other nodes on the connection's path, hop by hop,
 * so that no two filters unsend the same traffic (papers' ACC §5).
 *
 * @param flow the connection
 * @param epoch window epoch that the filter is for
 * @param upstream true if the message travels downstream and announces a filter nearer to the
 *     sender, so that its receivers end their filters. False if it travels upstream and announces a
 *     filter further downstream, so that a node with a filter of its own answers.
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
