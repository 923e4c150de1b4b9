// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.service.metric.MetricRow;
import rani.wire.Address;
import rani.wire.PacketGlance;
import rani.world.DropReason;
import rani.world.FilterChange;

/**
 * Follows each source's packets one by one: their delays, their drops, and whether any passed a
 * filter that had dropped an earlier one. A packet is identified by its originator and IPv4
 * identification; a retransmission is another packet. Control packets do not count.
 */
final class PacketWatch {
  /** Largest number of packets of a source whose order is recorded; later ones have only delays. */
  private static final int ORDER_MAX = 1 << 24;

  private static final String SINK = "sink";
  private static final BitSet NOTHING = new BitSet();

  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          filtered.NODE | PACKETS | RUN | origin, drop
            packets filtered of NODE
            packets of a source that filters dropped; only if there are any
          delivered-or-dropped.NODE | PACKETS | RUN | origin, drop, facts of `sink`
            packets delivered or dropped of NODE
            delivered.NODE + dropped.NODE, of a source that was filtered: all that it offered,
            unless it repeats any
          filter.passed-after.NODE | PACKETS | RUN | origin, delivery, drop
            packets of NODE that came through after a filtered one
            packets of a filtered source that were delivered though one sent before them had been
            filtered, in the order in which the source sent them; of its first 16,777,216
          filter.steps-back.NODE | PACKETS | RUN | origin, drop, filter
            times that the filter of NODE caught further down again
            packets of a source that one node filtered after another, which began to filter later,
            had filtered one sent before them, in the order in which the source sent them; of its
            first 16,777,216
          filter.first.NODE | COUNT | MOMENT | origin, drop | detail
            first packet that the filter at NODE caught
            number of the first packet, from 1, that a node filtered, if it filtered one source
          filter.last.NODE | COUNT | MOMENT | origin, drop | detail
            last packet that the filter at NODE caught
            the same of the last
          dropped.NODE | PACKETS | RUN | origin, drop
            packets dropped of NODE
            packets of a source that were dropped, wherever and for whatever reason, each once;
            none of which a copy came to a sink
          dropped.NODE.REASON | PACKETS | RUN | origin, drop
            packets dropped of NODE: REASON
            those of dropped.NODE that were dropped for one of the reasons of wire-format.md
          fairness.jain | COUNT | SPAN | origin, delivery, facts of `source`
            fairness among sources (Jain)
            (\u2211x)\u00b2 / (n\u00b7\u2211x\u00b2) of throughput.NODE = x, 0 where nothing came,
            of the n nodes that offered and sent packets; only if there are two and anything came:
            1 if all get the same, 1/n if one gets all (Jain, Chiu and Hawe, DEC-TR-301, 1984)
          dropped-per-second.NODE | PER_SECOND | SPAN | origin, drop
            packets dropped of NODE in a second
            those of dropped.NODE that were dropped within S / |S|
          throughput.NODE | BITS_PER_SECOND | SPAN | origin, delivery
            throughput of NODE
            8 * bytes of the source's packets that came to sinks within S, IPv4 header included,
            copies not / |S|; only if there are any
          last-delivery-seconds.NODE | SECONDS | MOMENT | origin, delivery
            time when the last packet of NODE arrived
            when the last of the source's packets came to a sink, from go
          """,
          DelaySamples.rows(
              "delay.NODE",
              "delay of packets of NODE",
              "times from origin to delivery at a sink of the source's packets that came "
                  + "within S, each copy from its own sending",
              "origin, delivery"));

  private final ObservationPlan plan;
  private final SeriesSink sink;
  private final DelaySamples.Room room = new DelaySamples.Room();

  /** Sources in the order of their first packets. */
  private final List<Packets> sources = new ArrayList<>();

  private final IntObjectMap<Packets> bySource = new IntObjectHashMap<>();

  /** Nodes in the order in which they first installed a filter; the value is the index. */
  private final SequencedMap<String, Integer> filteringNodes = new LinkedHashMap<>();

  PacketWatch(ObservationPlan plan, SeriesSink sink) {
    this.plan = plan;
    this.sink = sink;
  }

  void origin(long timeNanos, PacketGlance packet) {
    if (packet.isControl()) {
      return;
    }
    Packets packets = bySource.get(packet.source());
    if (packets == null) {
      String address = Address.text(packet.source());
      packets = new Packets(address, plan.nameOf(address), room);
      bySource.put(packet.source(), packets);
      sources.add(packets);
    }
    packets.begin(packet.identification(), timeNanos);
  }

  void delivery(long timeNanos, String at, PacketGlance packet) {
    Packets packets = bySource.get(packet.source());
    if (packets == null || packet.isControl() || !at.equals(SINK)) {
      return;
    }
    int place = packets.underWay.end(packet.identification());
    if (place != PacketsInTransit.NOWHERE) {
      arrival(
          timeNanos,
          packets,
          packets.underWay.order(place),
          packets.underWay.sinceNanos(place),
          packet);
      return;
    }
    Lost lost = packets.takeBack(packet.identification());
    if (lost != null) { // else it is a copy of a delivered packet
      arrival(timeNanos, packets, lost.order(), lost.sinceNanos(), packet);
    }
  }

  private void arrival(
      long timeNanos, Packets packets, int order, long sinceNanos, PacketGlance packet) {
    packets.lastNanos = timeNanos;
    sink.delivered(
        packets.name, timeNanos - plan.epochNanos(), timeNanos - sinceNanos, packet.lengthBytes());
    if (order < ORDER_MAX) {
      packets.delivered.set(order);
    }
    if (plan.span().contains(timeNanos - plan.epochNanos())) {
      packets.arrived(packet.destination(), timeNanos - sinceNanos);
      packets.arrivedBytes += packet.lengthBytes();
    }
  }

  void drop(long timeNanos, String node, String reason, PacketGlance packet) {
    Packets packets = packet.isControl() ? null : bySource.get(packet.source());
    int place =
        packets == null ? PacketsInTransit.NOWHERE : packets.underWay.end(packet.identification());
    if (packets == null || place == PacketsInTransit.NOWHERE) {
      return;
    }
    packets.lose(
        packet.identification(),
        new Lost(
            packets.underWay.order(place),
            packets.underWay.sinceNanos(place),
            node,
            reason,
            plan.span().contains(timeNanos - plan.epochNanos())));
  }

  void filter(String node, FilterChange change) {
    if (change == FilterChange.INSTALL) {
      filteringNodes.putIfAbsent(node, filteringNodes.size());
    }
  }

  /** Adds the metrics of all sources. The run ended {@code endNanos} after its start. */
  void addTo(SequencedMap<String, Double> metrics, long endNanos) {
    double seconds = plan.span().lengthNanos(endNanos) / 1e9;
    sources.forEach(
        packets -> {
          String source = packets.name;
          if (packets.filtered > 0) {
            metrics.put("filtered." + source, (double) packets.filtered);
            metrics.put("filter.passed-after." + source, (double) packets.passedAfter());
            metrics.put(
                "filter.steps-back." + source,
                (double) packets.stepsBack(filteringNodes.sequencedKeySet()));
            Double delivered = metrics.get("delivered." + source);
            if (delivered != null) {
              metrics.put("delivered-or-dropped." + source, delivered + packets.dropped);
            }
          }
          metrics.put("dropped." + source, (double) packets.dropped);
          packets.droppedBy.forEach(
              (reason, count) -> metrics.put("dropped." + source + "." + reason, (double) count));
          if (seconds > 0) {
            metrics.put("dropped-per-second." + source, packets.droppedInSpan / seconds);
            if (packets.arrivedBytes > 0) {
              metrics.put("throughput." + source, 8 * packets.arrivedBytes / seconds);
            }
          }
          packets.delays.addTo("delay." + source + ".", metrics);
          if (!packets.delivered.isEmpty()) {
            metrics.put(
                "last-delivery-seconds." + source, (packets.lastNanos - plan.epochNanos()) / 1e9);
          }
        });
    filteringNodes.sequencedKeySet().forEach(node -> addEnds(node, metrics));
    addFairness(metrics);
  }

  /** Adds the fairness of throughput among sources of traffic, without nodes that only answer. */
  private void addFairness(Map<String, Double> metrics) {
    int count = 0;
    double sum = 0;
    double squares = 0;
    for (Packets packets : sources) {
      if (metrics.containsKey("offered." + packets.name)) {
        count++;
        sum += packets.arrivedBytes;
        squares += (double) packets.arrivedBytes * packets.arrivedBytes;
      }
    }
    if (count > 1 && sum > 0) {
      metrics.put("fairness.jain", sum * sum / (count * squares));
    }
  }

  SequencedMap<String, List<String>> ways() {
    SequencedMap<String, List<String>> ways = new LinkedHashMap<>();
    for (Packets packets : sources) {
      ways.put(
          packets.name,
          packets.sinks.stream().map(sink -> plan.nameOf(Address.text(sink))).toList());
    }
    return ways;
  }

  /** Adds the numbers of a node's first and last filtered packet, if it filtered one source. */
  private void addEnds(String node, SequencedMap<String, Double> metrics) {
    List<BitSet> here =
        sources.stream()
            .map(packets -> packets.filteredAt.getOrDefault(node, NOTHING))
            .filter(orders -> !orders.isEmpty())
            .toList();
    if (here.size() == 1) {
      metrics.put("filter.first." + node, here.getFirst().nextSetBit(0) + 1.0);
      metrics.put("filter.last." + node, (double) here.getFirst().length());
    }
  }

  /** A dropped packet; a copy of it may still arrive. */
  private record Lost(int order, long sinceNanos, String node, String reason, boolean inSpan) {
    boolean isFiltered() {
      return reason.equals(DropReason.FILTERED.text());
    }
  }

  private static final class Packets {
    final String address;
    final String name;
    final PacketsInTransit underWay = new PacketsInTransit();
    final BitSet delivered = new BitSet();
    final SequencedSet<Integer> sinks = new LinkedHashSet<>();

    int lastSink;
    final DelaySamples delays;
    long lastNanos;
    int sent;
    final Map<String, BitSet> filteredAt = new HashMap<>();

    /** Dropped packets by identification, until the identification is used again. */
    final IntObjectMap<Lost> lost = new IntObjectHashMap<>();

    final TreeMap<String, Long> droppedBy = new TreeMap<>();
    long dropped;
    long droppedInSpan;
    long arrivedBytes;
    long filtered;

    Packets(String address, String name, DelaySamples.Room room) {
      this.address = address;
      this.name = name;
      this.delays = new DelaySamples(room);
    }

    void begin(int id, long nowNanos) {
      underWay.begin(id, nowNanos, sent);
      sent += sent < ORDER_MAX ? 1 : 0;
      if (!lost.isEmpty()) {
        Lost _ = lost.remove(id);
      }
    }

    void lose(int id, Lost one) {
      lost.put(id, one);
      count(one, 1);
      if (one.isFiltered() && one.order < ORDER_MAX) {
        filteredAt.computeIfAbsent(one.node, unseen -> new BitSet()).set(one.order);
      }
    }

    /** Undoes the loss of a packet whose copy has arrived; null if the packet was not lost. */
    @Nullable Lost takeBack(int id) {
      Lost one = lost.remove(id);
      if (one != null) {
        count(one, -1);
        BitSet orders = filteredAt.get(one.node);
        if (one.isFiltered() && orders != null) {
          orders.clear(one.order);
        }
      }
      return one;
    }

    private void count(Lost one, long change) {
      dropped += change;
      droppedInSpan += one.inSpan ? change : 0;
      filtered += one.isFiltered() ? change : 0;
      droppedBy.merge(one.reason, change, Long::sum);
      droppedBy.remove(one.reason, 0L);
    }

    void arrived(int at, long delayNanos) {
      if (at != lastSink || sinks.isEmpty()) {
        lastSink = at;
        sinks.add(at);
      }
      delays.add(delayNanos);
    }

    /** Returns the number of delivered packets that were sent after a filtered one. */
    long passedAfter() {
      int first =
          filteredAt.values().stream()
              .filter(orders -> !orders.isEmpty())
              .mapToInt(orders -> orders.nextSetBit(0))
              .min()
              .orElse(ORDER_MAX);
      return delivered.stream().filter(order -> order > first).count();
    }

    /** Returns the number of packets caught after a newer packet had caught earlier ones. */
    long stepsBack(SequencedSet<String> inOrderOfBeginning) {
      long back = 0;
      int first = Integer.MAX_VALUE;
      for (String node : inOrderOfBeginning.reversed()) {
        BitSet orders = filteredAt.getOrDefault(node, NOTHING);
        int later = first;
        back += orders.stream().filter(order -> order > later).count();
        first = orders.isEmpty() ? first : Math.min(first, orders.nextSetBit(0));
      }
      return back;
    }
  }
}
