// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.flow.FlowFacts;
import rani.model.file.UnitError;
import rani.model.topology.FlowText;
import rani.study.observe.EdgeFlows;
import rani.wire.FlowKey;
import rani.wire.Ipv4Header;

/**
 * A flow between two programs, both ways. Where both are at edges, both nodes have seen it.
 *
 * @param there from the end that a node heard first
 */
record EdgeConnection(Way there, Way back) {

  /**
   * One direction. What its source sends is seen best at its source: round trips through the
   * network, and each packet that was lost behind it. Marks are seen where it arrives.
   *
   * @param atSource the flow as the source's node saw it, whose own end it is; null if that node
   *     shows no such flow
   * @param atDestination as the destination's node saw it; null if that shows none, but not both
   */
  record Way(FlowKey key, @Nullable FlowFacts atSource, @Nullable FlowFacts atDestination) {
    /** The view of the node that is nearest to the source. */
    FlowFacts seen() {
      return atSource == null ? there(atDestination) : atSource;
    }

    FlowFacts.Half half() {
      return atSource == null ? there(atDestination).received() : atSource.sent();
    }

    /** Packets that arrived with CE; null if no node has seen them arrive. */
    @Nullable Long marked() {
      return atDestination == null ? null : atDestination.received().ce();
    }

    /** Segments by which the destination echoed that; null if it is no TCP. */
    @Nullable Long echoed() {
      return atDestination == null ? there(atSource).received().ece() : atDestination.sent().ece();
    }

    /** From the first packet to the last, in nanoseconds. */
    long nanos() {
      return seen().lastNanos() - seen().firstNanos();
    }

    String protocol() {
      return key.protocol() == Ipv4Header.PROTOCOL_TCP ? "tcp" : "udp";
    }

    private static FlowFacts there(@Nullable FlowFacts view) {
      if (view == null) {
        throw new IllegalArgumentException("no node has seen it");
      }
      return view;
    }
  }

  long bytes() {
    return there.half().bytes() + back.half().bytes();
  }

  /** Returns the flows of all edges, those of most bytes first. */
  static List<EdgeConnection> of(List<EdgeFlows> edges) {
    SequencedMap<FlowKey, FlowFacts> views = new LinkedHashMap<>(); // the edge's end first
    for (EdgeFlows edge : edges) {
      for (FlowFacts flow : edge.flows()) {
        try {
          views.put(FlowText.parse(flow.flow(), new LinkedHashMap<>()), flow);
        } catch (UnitError e) {
          continue; // no node of rani says so
        }
      }
    }
    List<EdgeConnection> all = new ArrayList<>();
    views.forEach(
        (key, here) -> {
          FlowKey back = reversed(key);
          FlowFacts far = views.get(back);
          if (far == null || isEarlier(key, here, far)) {
            all.add(new EdgeConnection(new Way(key, here, far), new Way(back, far, here)));
          }
        });
    all.sort(Comparator.comparingLong(EdgeConnection::bytes).reversed());
    return all;
  }

  private static boolean isEarlier(FlowKey key, FlowFacts here, FlowFacts far) {
    return here.firstNanos() == far.firstNanos()
        ? key.high() < reversed(key).high()
        : here.firstNanos() < far.firstNanos();
  }

  private static FlowKey reversed(FlowKey key) {
    long ports = (long) key.destinationPort() << Short.SIZE | key.sourcePort();
    return new FlowKey(
        Long.rotateLeft(key.high(), Integer.SIZE), (long) key.protocol() << Integer.SIZE | ports);
  }
}
