// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.Optional;
import rani.link.ImpairmentConfig;
import rani.link.LinkKeys;
import rani.queue.QueueConfig;
import rani.queue.Rate;

/**
 * One end of a link: the node there, its real ports, and what applies to packets that leave there.
 *
 * @param node its name
 * @param receivePort real UDP port at which frames from the other end come in; 0 for any free one
 * @param sendPort real UDP port from which frames leave; 0 for any free one
 * @param rate of the serializer
 * @param queue what waits for the serializer
 * @param mtuBytes the largest IPv4 total length that may leave
 * @param impairment what the wire does on the way to the other end
 * @param helloNanos between hellos
 * @param keys which frames are sealed, the same at both ends; empty for none
 */
public record LinkEnd(
    String node,
    int receivePort,
    int sendPort,
    Rate rate,
    QueueConfig queue,
    int mtuBytes,
    ImpairmentConfig impairment,
    long helloNanos,
    Optional<LinkKeys.Scope> keys) {

  /** This end with other knobs. */
  public LinkEnd with(Rate changedRate, ImpairmentConfig changed) {
    return new LinkEnd(
        node, receivePort, sendPort, changedRate, queue, mtuBytes, changed, helloNanos, keys);
  }

  /** This end at other real ports. */
  public LinkEnd withPorts(int receive, int send) {
    return new LinkEnd(node, receive, send, rate, queue, mtuBytes, impairment, helloNanos, keys);
  }
}
