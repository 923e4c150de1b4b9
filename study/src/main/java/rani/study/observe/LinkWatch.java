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
 * How busy the links' serializers are: of the measured span, the share in which a packet was on its
 * way out. Control packets that pass beside the serializer do not count.
 */
final class LinkWatch {
  /** What it measures, for the sheet of metrics. */
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
  private final List<Use> uses = new ArrayList<>();

  /** The same by node, and by the number that each link has there. */
  private final Map<String, @Nullable Use[]> usesOfNode = new HashMap<>();

  LinkWatch(ObservationPlan plan) {
    this.plan = plan;
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

  /** The monitored links of a node, by link number. */
  @Nullable Use[] uses(String node) {
    return usesOfNode.getOrDefault(node, NONE);
  }

  private static @Nullable Use use(NodeObserver node, int link) {
    return link < 0 || link >= node.uses.length ? null : node.uses[link];
  }

  /** A packet joined a queue of a node. Of control packets only those that do are served. */
  void joined(NodeObserver node, String queue, PacketGlance packet) {
    if (packet.isControl() && queue.startsWith(LINK)) {
      Use use = use(node, number(queue.substring(LINK.length())));
      if (use != null) {
        use.waitingControl.add(key(packet));
      }
    }
  }

  /** A packet that may have waited was dropped. */
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
    // It was in service up to the moment at which it was due.
    long end = timeNanos - lateNanos - plan.epochNanos();
    long begin = end - use.serviceNanos(end, packet.lengthBytes());
    long from = Math.max(begin, plan.span().fromNanos());
    long until = Math.min(end, plan.span().untilNanos().orElse(Long.MAX_VALUE));
    use.busyNanos += Math.max(0, until - from);
  }

  /** A schedule or an operator may give a serializer another rate. */
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

  /**
   * Says what it has seen.
   *
   * @param lastNanos the end of the run, since its beginning
   */
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

    /** Control packets in its queue or in service, by originator and identification. */
    private final Set<Long> waitingControl = new HashSet<>();

    /** As the serializer's own, if it has served none but what left. */
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

    /** The first packet that is due after a change may have been in service at the old rate. */
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
