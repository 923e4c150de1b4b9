// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.topology.LinkEnd;
import rani.model.topology.TopologyFile;
import rani.queue.MonitoredQueue;
import rani.queue.QueueDiscipline;
import rani.wire.FlowIdentity;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.Verdict;

/** rani's RED with a server of 2 Mbit/s, without a network: the counterpart of {@code red.tcl}. */
final class RedQueue {
  private static final String TOPOLOGY =
      """
      topology: fidelity-red
      nodes: {a: {}, b: {}}
      links:
        a -- b:
          rate: 2Mbit/s
          queue:
            discipline: red
            %s
            weight: 0.002
            min-th: 5packet
            max-th: 15packet
            max-p: 0.1
            mean-packet: 1000B
            mode: %s
            rules: %s
      """;

  /** In byte mode, ns-2 limits bytes to its limit of packets times the mean packet. */
  private static final Map<String, String> LIMITS =
      Map.of(
          "packets", "limit: 50packet", "bytes", "limit: 10000packet\n      limit-bytes: 50000B");

  private final LinkEnd end;
  private final QueueDiscipline red;
  private final MonitoredQueue queue;
  private final Map<Integer, ByteBuf> frames = new LinkedHashMap<>();
  private boolean serving;
  private long dueNanos;
  private long dropped;

  /** Creates a queue in mode {@code packets} or {@code bytes}, by rules {@code 1993} or ns-2. */
  RedQueue(String mode, String rules, RandomGenerator random) throws LabFailure {
    try {
      String text = TOPOLOGY.formatted(LIMITS.get(mode), mode, rules);
      end = TopologyFile.load("rani fidelity", text).links().getFirst().a();
    } catch (FileError e) {
      throw new LabFailure("a topology of rani fidelity is refused: " + e.getMessage(), e);
    }
    red = end.queue().discipline(end.rate(), random, random);
    queue =
        new MonitoredQueue(
            end.queue().limitFrames(), FlowIdentity.SOURCE_NODE, end.queue().limitBytes());
  }

  /** Offers a packet to the queue, and executes the decision. */
  Verdict arrive(Arrival arrival) {
    serveUntil(arrival.atNanos());
    ByteBuf frame = frames.computeIfAbsent(arrival.bytes(), RedQueue::frame);
    Verdict verdict = red.decide(arrival.atNanos(), queue, frame);
    if (!verdict.joins()) {
      dropped++;
    } else if (serving) {
      red.joined(queue, queue.add(arrival.atNanos(), frame, 0, arrival.atNanos()));
    } else {
      serving = true;
      dueNanos = arrival.atNanos() + end.rate().serviceNanos(arrival.bytes());
    }
    return verdict;
  }

  private void serveUntil(long nowNanos) {
    while (serving && dueNanos <= nowNanos) {
      if (queue.frames() == 0) {
        serving = false;
        red.idle(dueNanos);
      } else {
        int bytes = Ipv4Header.totalLength(queue.remove(queue.head()), RaniHeader.LENGTH);
        dueNanos += end.rate().serviceNanos(bytes);
      }
    }
  }

  private static ByteBuf frame(int bytes) {
    int headers = RaniHeader.LENGTH + Ipv4Header.LENGTH; // a queue reads no more
    ByteBuf frame = Unpooled.buffer(headers).writeZero(headers);
    RaniHeader.write(frame, 0, false, 0, RaniHeader.LIFETIME_MICROS_MAX, 0);
    Ipv4Header.write(frame, RaniHeader.LENGTH, bytes, 0, Ipv4Header.PROTOCOL_UDP, 0, 0);
    return frame;
  }

  double average() {
    return red.averageFrames();
  }

  int waiting() {
    return queue.frames();
  }

  long dropped() {
    return dropped;
  }
}
