// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rani.link.ImpairmentConfig;
import rani.link.LinkKeys;
import rani.link.TracedLink;
import rani.queue.QueueConfig;
import rani.queue.Rate;

/**
 * Sending end of a link: the node, its real ports, and the settings of outgoing packets.
 *
 * @param receivePort real UDP port of incoming frames; 0 for any free port
 * @param sendPort real UDP port of outgoing frames; 0 for any free port
 * @param rate of the serializer; its mean if it follows a trace
 * @param queue before the serializer
 * @param mtuBytes largest IPv4 total length of outgoing packets
 * @param impairment of the wire to the other end
 * @param helloNanos interval of hellos
 * @param keys which frames are authenticated, the same at both ends; empty for none
 * @param trace that rate, delay or loss follow; null for none
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
    Optional<LinkKeys.Scope> keys,
    @Nullable TracedLink trace) {
  public LinkEnd with(Rate changedRate, ImpairmentConfig changed) {
    return new LinkEnd(
        node,
        receivePort,
        sendPort,
        changedRate,
        queue,
        mtuBytes,
        changed,
        helloNanos,
        keys,
        trace);
  }

  public LinkEnd withPorts(int receive, int send) {
    return new LinkEnd(
        node, receive, send, rate, queue, mtuBytes, impairment, helloNanos, keys, trace);
  }

  /** Returns this end with mean rate, first delay and first loss of a trace that it follows. */
  LinkEnd following(TracedLink followed) {
    return new LinkEnd(
        node,
        receivePort,
        sendPort,
        followed.meanRate(),
        queue,
        mtuBytes,
        followed.over(impairment),
        helloNanos,
        keys,
        followed);
  }

  /** Returns this end without the trace that it follows. */
  public LinkEnd withoutTrace() {
    return new LinkEnd(
        node, receivePort, sendPort, rate, queue, mtuBytes, impairment, helloNanos, keys, null);
  }
}
