// SPDX-License-Identifier: Apache-2.0
package rani.wire;

/**
 * What nodes and services say to each other, carried in IP protocol 253. Messages are idempotent;
 * {@link ServiceMessageCodec} writes and reads them.
 */
public sealed interface ServiceMessage {

  /**
   * "I am here", sent over each link by its own node (never forwarded).
   *
   * @param sequence rises by one a hello
   * @param heard whether the sender has lately heard this neighbour
   * @param intervalMillis how soon the next one may be expected, 1…65,535
   */
  record LinkHello(int sequence, boolean heard, int intervalMillis) implements ServiceMessage {}

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
  record ActiveFilter(int id, FlowKey gci, int destination, int previousHop)
      implements ServiceMessage {}

  /**
   * The receiver of an {@link ActiveFilter} has it; the asker need not repeat it.
   *
   * @param id of the request
   */
  record ActiveFilterAck(int id) implements ServiceMessage {}
}
