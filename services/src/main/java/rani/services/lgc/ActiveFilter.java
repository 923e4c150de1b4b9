// SPDX-License-Identifier: Apache-2.0
package rani.services.lgc;

import rani.wire.FlowKey;
import rani.wire.MessageFields;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;

/**
 * LGC's request to filter a greedy flow at the receiver and to pass the request on towards the
 * flow's source (papers' RANI §4.2, "ActiveFilter").
 *
 * @param id chosen by the congested node; the same id is one request, however often it comes
 * @param gci the greedy flow
 * @param destination where the flow goes: the receiver checks that it forwards it to the asker
 * @param previousHop the PrevNode of a packet of the flow as the asker saw it, when the asker is
 *     the receiving node itself; 0 = look the source up in the routing table
 */
public record ActiveFilter(int id, FlowKey gci, int destination, int previousHop)
    implements ServiceMessage {
  static final MessageFormat FORMAT =
      new MessageFormat(2, new ActiveFilter(0, FlowKey.ofSource(0), 0, 0));

  @Override
  public MessageFormat format() {
    return FORMAT;
  }

  @Override
  public ActiveFilter walk(MessageFields fields) {
    return new ActiveFilter(
        fields.i32("id", id),
        fields.flow("gci", gci),
        fields.i32("destination", destination),
        fields.i32("previous hop", previousHop));
  }
}
