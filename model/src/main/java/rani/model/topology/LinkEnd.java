// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.Optional;
import rani.link.ImpairmentConfig;
import rani.link.LinkKeys;
import rani.queue.QueueConfig;
import rani.queue.Rate;

/**
 * Sending end of a link: the node, its real ports, and the settings of outgoing packets.
 *
 * @param receivePort real UDP port of incoming frames; 0 for any free port
 * @param sendPort real UDP port of outgoing frames; 0 for any free port
 * @param rate of the serializer
 * @param queue before the serializer
 * @param mtuBytes largest IPv4 total length of outgoing packets
 * @param impairment of the wire to the other end
 * @param helloNanos interval of hellos
 * @param keys which frames are authenticated, the same at both ends; empty for none
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
  public LinkEnd with(Rate changedRate, ImpairmentConfig changed) {
    return new LinkEnd(
        node, receivePort, sendPort, changedRate, queue, mtuBytes, changed, helloNanos, keys);
  }

  public LinkEnd withPorts(int receive, int send) {
    return new LinkEnd(node, receive, send, rate, queue, mtuBytes, impairment, helloNanos, keys);
  }
}
