// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.flow.FlowFacts;
import rani.nodehost.edge.EdgeFacts;

/** Packets of TCP and UDP that an edge has received between two polls, and the new data in them. */
record EdgeDeliveries(long packets, long bytes) {
  /** The far end of a flow, whose own end is named first: an address, and perhaps a port. */
  private static final Pattern FAR = Pattern.compile(">([0-9.]+)");

  /**
   * Returns what was delivered by the address of its source, of the flows that are shown. {@code
   * earlier} is null if the node had no edge then.
   */
  static SequencedMap<String, EdgeDeliveries> between(@Nullable EdgeFacts earlier, EdgeFacts now) {
    List<FlowFacts> known = earlier == null ? List.of() : earlier.latestFlows();
    Map<String, FlowFacts> before =
        known.stream().collect(toMap(FlowFacts::flow, flow -> flow, (first, _) -> first));
    // A flow that began before the latest packet then, and was not shown, was known then.
    long lookNanos = known.stream().mapToLong(FlowFacts::lastNanos).max().orElse(Long.MIN_VALUE);
    SequencedMap<String, EdgeDeliveries> bySource = new TreeMap<>();
    for (FlowFacts flow : now.latestFlows()) {
      Matcher far = FAR.matcher(flow.flow());
      FlowFacts named = before.get(flow.flow());
      FlowFacts was = named == null || named.firstNanos() != flow.firstNanos() ? null : named;
      long packets = flow.received().packets() - (was == null ? 0 : was.received().packets());
      long bytes = flow.received().goodBytes() - (was == null ? 0 : was.received().goodBytes());
      boolean isWhole = was != null || flow.firstNanos() >= lookNanos;
      if (far.find() && isWhole && packets > 0 && bytes > 0) {
        bySource.merge(far.group(1), new EdgeDeliveries(packets, bytes), EdgeDeliveries::plus);
      }
    }
    return bySource;
  }

  private EdgeDeliveries plus(EdgeDeliveries other) {
    return new EdgeDeliveries(packets + other.packets, bytes + other.bytes);
  }
}
