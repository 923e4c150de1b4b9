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
 * @param id chosen by the congested node; repetitions of one request have the same id
 * @param gci the greedy flow
 * @param destination of the flow; the receiver checks that it forwards the flow to the asker
 * @param previousHop PrevNode of a packet of the flow, if a service of the receiving node itself
 *     asks; 0 if the route to the source decides
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
