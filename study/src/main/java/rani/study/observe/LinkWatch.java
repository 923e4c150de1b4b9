// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.queue.Rate;
import rani.queue.ServiceTimes;
import rani.service.metric.MetricRow;
import rani.wire.PacketGlance;

/**
 * Measures the utilisation of the links' serializers: the share of the measured span in which a
 * packet is being sent. Control packets that bypass the serializer do not count.
 */
final class LinkWatch {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          link.utilisation.A->B | SHARE | SPAN | departure
            utilisation of A->B
            time within S in which a packet that left was in service / |S|; only of directions
            with a rate; control packets that pass beside do not count; A->B#2 for the second link
            between the two
          """);

  private static final String LINK = "link-";
  private static final @Nullable Use[] NONE = {};

  private final ObservationPlan plan;
  private final SeriesSink sink;
  private final List<Use> uses = new ArrayList<>();

  /** The same uses by node, indexed by the number of the link at the node. */
  private final Map<String, @Nullable Use[]> usesOfNode = new HashMap<>();

  LinkWatch(ObservationPlan plan, SeriesSink sink) {
    this.plan = plan;
    this.sink = sink;
    for (ObservedLink link : plan.links()) {
      if (!link.rate().isUnlimited()) {
        put(new Use(link));
      }
    }
  }

  private void put(Use use) {
    uses.add(use);
    int number = use.link.link();
    @Nullable Use[] known = uses(use.link.node());
    @Nullable Use[] here = Arrays.copyOf(known, Math.max(known.length, number + 1));
    here[number] = use;
    usesOfNode.put(use.link.node(), here);
  }

  /** Returns the monitored links of a node, indexed by link number. */
  @Nullable Use[] uses(String node) {
    return usesOfNode.getOrDefault(node, NONE);
  }

  private static @Nullable Use use(NodeObserver node, int link) {
    return link < 0 || link >= node.uses.length ? null : node.uses[link];
  }

  /** Records that a packet joined a queue; only such control packets count in the utilisation. */
  void joined(NodeObserver node, String queue, PacketGlance packet) {
    if (packet.isControl() && queue.startsWith(LINK)) {
      Use use = use(node, number(queue.substring(LINK.length())));
      if (use != null) {
        use.waitingControl.add(key(packet));
      }
    }
  }

  /** Forgets a dropped packet, which may have waited in a queue. */
  void drop(NodeObserver node, PacketGlance packet) {
    if (packet.isControl()) {
      for (Use use : node.uses) {
        boolean _ = use != null && use.waitingControl.remove(key(packet));
      }
    }
  }

  private static long key(PacketGlance packet) {
    return (long) packet.source() << Short.SIZE | packet.identification();
  }

  void departure(long timeNanos, NodeObserver node, int link, long lateNanos, PacketGlance packet) {
    Use use = use(node, link);
    if (use == null || packet.isControl() && !use.waitingControl.remove(key(packet))) {
      return;
    }
    // Service ended when the packet was due, which is before its departure if the node was late.
    long end = timeNanos - lateNanos - plan.epochNanos();
    long begin = end - use.serviceNanos(end, packet.lengthBytes());
    sink.busy(use.link.name(), begin, end);
    long from = Math.max(begin, plan.span().fromNanos());
    long until = Math.min(end, plan.span().untilNanos().orElse(Long.MAX_VALUE));
    use.busyNanos += Math.max(0, until - from);
  }

  /** Applies a note that a schedule or an operator changed a serializer's rate. */
  void note(ObservedNote note) {
    if (!note.is("node", "set-link")) {
      return;
    }
    String rate = note.detail().word("rate");
    Use use = rate == null ? null : use(note.node(), number(note.detail().word("link")));
    if (rate != null && use != null) {
      use.change(note.timeNanos() - plan.epochNanos(), rate(rate));
    }
  }

  private static int number(@Nullable String text) {
    return text == null ? -1 : Integer.parseInt(text);
  }

  private static Rate rate(String text) {
    try {
      return Units.rate(text);
    } catch (UnitError e) {
      throw new IllegalArgumentException("a note of a link: " + e.getMessage(), e);
    }
  }

  /** Adds the utilisation of each link. The run ended {@code lastNanos} after its start. */
  void addTo(Map<String, Double> metrics, long lastNanos) {
    long spanNanos = plan.span().lengthNanos(lastNanos);
    if (spanNanos == 0) {
      return;
    }
    for (Use use : uses) {
      metrics.put("link.utilisation." + use.link.name(), (double) use.busyNanos / spanNanos);
    }
  }

  static final class Use {
    private final ObservedLink link;
    private long busyNanos;
    private Rate rate;
    private Rate rateBefore;

    /** Control packets queued or in service, by originator and identification. */
    private final Set<Long> waitingControl = new HashSet<>();

    /** Service times as the serializer computes them, if no served packet is missing. */
    private final ServiceTimes times = new ServiceTimes();

    private long changedNanos = Long.MIN_VALUE;

    Use(ObservedLink link) {
      this.link = link;
      this.rate = link.rate();
      this.rateBefore = link.rate();
    }

    void change(long atNanos, Rate changed) {
      rateBefore = rate;
      rate = changed;
      changedNanos = atNanos;
    }

    /** Returns a packet's service time; the first after a rate change may have had the old rate. */
    long serviceNanos(long endNanos, int lengthBytes) {
      Rate served = rateBefore;
      long before = served.serviceNanos(lengthBytes);
      boolean first = endNanos >= changedNanos && rate != rateBefore;
      if (first) {
        rateBefore = rate;
      }
      boolean wasBefore = first && endNanos - before < changedNanos;
      return times.nextNanos(wasBefore ? served : rate, lengthBytes);
    }
  }
}
