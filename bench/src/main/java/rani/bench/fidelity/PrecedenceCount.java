// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import rani.bench.fidelity.NetworkCase.Marked;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.study.experiment.Measure;
import rani.wire.Dscp;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.world.NodeTrace;
import rani.world.Verdict;

/** Counts arrivals and drops of some queues by drop precedence. */
final class PrecedenceCount {
  private final List<Watch> watches = new ArrayList<>();

  /** The queue of the link from one node to another; at most one queue per node is counted. */
  record Queue(String from, String to) {
    @Override
    public String toString() {
      return from + "->" + to;
    }
  }

  PrecedenceCount(Topology topology, List<Queue> queues) {
    LinkNumbers numbers = LinkNumbers.of(topology);
    for (Queue queue : queues) {
      String link = queue.from() + " -- " + queue.to();
      int number = numbers.find(queue.from(), link).orElseThrow().number();
      watches.add(new Watch(queue.from(), Measure.linkQueue(number)));
    }
  }

  NodeTrace at(String node) {
    return watches.stream()
        .filter(each -> each.node.equals(node))
        .<NodeTrace>map(each -> each)
        .findFirst()
        .orElse(NodeTrace.NONE);
  }

  /** Returns the counts by queue and then by precedence. */
  List<Marked> marked() {
    List<Marked> marked = new ArrayList<>();
    for (Watch watch : watches) {
      for (int precedence = 0; precedence < Dscp.PRECEDENCES; precedence++) {
        marked.add(new Marked(watch.arrivals[precedence], watch.drops[precedence]));
      }
    }
    return marked;
  }

  private static final class Watch implements NodeTrace {
    private final String node;
    private final String name;
    private final long[] arrivals = new long[Dscp.PRECEDENCES];
    private final long[] drops = new long[Dscp.PRECEDENCES];

    Watch(String node, String name) {
      this.node = node;
      this.name = name;
    }

    @Override
    public void verdict(
        long nowNanos,
        String queue,
        ByteBuf frame,
        Verdict verdict,
        int queuedFrames,
        double averageFrames) {
      if (queue.equals(name)) {
        int precedence = Dscp.precedence(Ipv4Header.dscp(frame, Frame.ipv4(frame)));
        arrivals[precedence]++;
        drops[precedence] += verdict.joins() ? 0 : 1;
      }
    }
  }
}
