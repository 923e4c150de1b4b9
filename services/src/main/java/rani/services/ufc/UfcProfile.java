// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.service.FrameView;
import rani.services.FlowMatch;
import rani.wire.Dscp;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Ipv4Header;
import rani.world.Facts;
import rani.world.Inline;

/**
 * Aggregate of flows that enters a domain at a {@link UfcEdge}: its committed rate, its marker and
 * its shaper. Drops reported from further on adjust the shaper's rate (papers' UFC §3.2, equations
 * 1 to 5).
 *
 * <p>Rates are in bytes per second. The paper has two averages: wavg of the equations, "current
 * average arrival rate", and avg of the shaper. The latter is the rate of what the shaper passes,
 * because "update average rate" after a drop must bring it down. Where the paper is silent: drops
 * become a rate by the mean packet length and the interval. An interval without any report raises
 * the profile, first by r and then r itself. The step r never falls below its start, so that a flow
 * that was cut off recovers.
 */
final class UfcProfile {
  /** Largest number of micro-flows distinguished in one profile. */
  static final int FLOWS_MAX = DropCounts.FLOWS_MAX;

  /** Number of intervals without a packet after which a micro-flow is no longer active. */
  private static final int ACTIVE_INTERVALS = 4;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final long WINDOW_NANOS = 1_000_000_000;

  /** Packet length assumed while no packet has been seen. */
  static final int MEAN_PACKET_BYTES = 1000;

  private final Settings settings;
  private final Control control;
  private final Marker marker;
  private final TimeSlidingWindow arriving;
  private final TimeSlidingWindow passing;
  private final List<Diversion> channels = new ArrayList<>();
  private final SequencedMap<FlowKey, Long> lastSeenNanos = new LinkedHashMap<>();

  private double adjusted;
  private double step;
  private int stillToDrop;
  private long reportedCongestion;
  private long reportedShaping;
  private double weightedCongestion;
  private long arrivedPackets;
  private long arrivedBytes;
  private double meanPacketBytes = MEAN_PACKET_BYTES;

  private final long[] marked = new long[Colour.values().length];
  private long shaped;
  private long congestionDrops;
  private long shapingDrops;

  /**
   * Options of a profile.
   *
   * @param match the packets that belong to the profile
   * @param committed op, CIR and target rate, in bytes per second
   * @param klass of assured forwarding, 1…4
   * @param flows number of micro-flows assumed active; 0 for the number that is seen
   */
  record Settings(
      String name,
      FlowMatch match,
      double committed,
      MarkerSettings marker,
      int klass,
      long flows) {}

  /**
   * Options that all profiles share.
   *
   * @param isOn false if packets are only marked, never shaped
   * @param gamma γ, weight of congestion further on
   * @param factor f, limits the growth per interval to this fraction of the average rate
   * @param stepPackets first growth, in packets per interval
   * @param comparesPassed true if wavg of equations 2 and 5 is of what passes, false if of what
   *     arrives
   */
  record Control(
      boolean isOn,
      long intervalNanos,
      double gamma,
      double factor,
      double stepPackets,
      boolean comparesPassed) {}

  /** Reports of an interval and their effect: drops by reason; rates in bytes per second. */
  record Adjustment(long congestion, long shaping, double adjusted, double step) {}

  UfcProfile(long nowNanos, Settings settings, Control control, Marker marker) {
    this.settings = settings;
    this.control = control;
    this.marker = marker;
    this.arriving = new TimeSlidingWindow(nowNanos, 0, WINDOW_NANOS);
    this.passing = new TimeSlidingWindow(nowNanos, 0, WINDOW_NANOS);
    this.adjusted = settings.committed;
    this.step = firstStep();
  }

  String name() {
    return settings.name;
  }

  List<Diversion> channels() {
    return channels;
  }

  /** Returns true if a flow has lately entered by this profile. */
  boolean has(FlowKey flow) {
    return lastSeenNanos.containsKey(flow);
  }

  /** Shapes and marks a packet; returns false if it is to be dropped. */
  boolean takes(long nowNanos, FrameView packet) {
    boolean isResponsive = packet.protocol() == Ipv4Header.PROTOCOL_RDP;
    if (!isResponsive && control.isOn) {
      see(nowNanos, packet.flow(FlowIdentity.FIVE_TUPLE));
      arrivedPackets++;
      arrivedBytes += packet.length();
      arriving.add(nowNanos, packet.length());
      if (drops(nowNanos)) {
        passing.add(nowNanos, 0);
        shaped++;
        return false;
      }
      passing.add(nowNanos, packet.length());
    }
    Colour colour = marker.meter(nowNanos, packet.length(), Colour.of(packet.dscp()));
    packet.mark(Dscp.assured(settings.klass, colour.ordinal()));
    marked[colour.ordinal()]++;
    return true;
  }

  /** "if avg > ap drop next d = min(α, avg/ap) packets" (papers' UFC §3.2). */
  private boolean drops(long nowNanos) {
    if (stillToDrop == 0) {
      double average = passing.bytesPerSecond(nowNanos);
      if (average <= adjusted) {
        return false;
      }
      double most = mostToDrop();
      stillToDrop = (int) Math.max(1, adjusted > 0 ? Math.min(most, average / adjusted) : most);
    }
    stillToDrop--;
    return true;
  }

  /** Returns α: "n/2 ≤ α < n", of n active micro-flows. */
  private double mostToDrop() {
    return (settings.flows > 0 ? settings.flows : lastSeenNanos.size()) / 2.0;
  }

  private void see(long nowNanos, FlowKey flow) {
    if (lastSeenNanos.containsKey(flow) || lastSeenNanos.size() < FLOWS_MAX) {
      lastSeenNanos.put(flow, nowNanos);
    }
  }

  /**
   * Returns max(1, gamma·bo/bb), the weight of a drop further on (equation 1), from the bandwidths
   * in bit/s of the congested link and of this node's egress link. {@link DropCounts#NO_BANDWIDTH}
   * stands for a link without a rate limit.
   */
  double weight(long bottleneck, long outgoing) {
    boolean areKnown = bottleneck != DropCounts.NO_BANDWIDTH && outgoing != DropCounts.NO_BANDWIDTH;
    return areKnown ? Math.max(1, control.gamma * outgoing / bottleneck) : 1;
  }

  /** Counts drops of this profile's packets at later routers, plain and weighted. */
  void congested(int count, double weighted) {
    weightedCongestion += weighted;
    reportedCongestion += count;
    congestionDrops += count;
  }

  /** Counts packets of this profile that an edge further on shaped away. */
  void shaped(int count) {
    reportedShaping += count;
    shapingDrops += count;
  }

  /** Ends an interval; returns reports and their effect, or null if nothing was reported. */
  @Nullable Adjustment endInterval(long nowNanos) {
    if (arrivedPackets > 0) {
      meanPacketBytes = (double) arrivedBytes / arrivedPackets;
      arrivedPackets = 0;
      arrivedBytes = 0;
    }
    lastSeenNanos
        .values()
        .removeIf(seen -> nowNanos - seen > ACTIVE_INTERVALS * control.intervalNanos);
    double average = (control.comparesPassed ? passing : arriving).bytesPerSecond(nowNanos);
    if (reportedCongestion == 0 && reportedShaping == 0) {
      adjusted = Math.min(settings.committed, adjusted + step); // equation 4
      step = Math.max(firstStep(), Math.min(average / control.factor, 2 * step)); // equation 5
      return null;
    }
    double perDrop = meanPacketBytes * NANOS_PER_SECOND / control.intervalNanos;
    if (reportedCongestion > 0) {
      double adjust = weightedCongestion * perDrop; // equation 1
      adjusted = Math.max(0, Math.min(adjusted - adjust, average - adjust)); // equation 2
    }
    adjusted = Math.max(0, adjusted - reportedShaping * perDrop); // equation 3
    step = firstStep();
    Adjustment done = new Adjustment(reportedCongestion, reportedShaping, adjusted, step);
    reportedCongestion = 0;
    reportedShaping = 0;
    weightedCongestion = 0;
    return done;
  }

  private double firstStep() {
    return control.stepPackets * meanPacketBytes * NANOS_PER_SECOND / control.intervalNanos;
  }

  void reset() {
    adjusted = settings.committed;
    step = firstStep();
    stillToDrop = 0;
  }

  public record Shown(
      String name,
      long targetBitsPerSecond,
      long adjustedBitsPerSecond,
      long arrivingBitsPerSecond,
      long passingBitsPerSecond,
      long stepBitsPerSecond,
      int flows,
      @Inline Sums sums)
      implements Facts {}

  public record Sums(
      long green, long yellow, long red, long shaped, long congestionDrops, long shapingDrops)
      implements Facts {
    static final Sums NONE = new Sums(0, 0, 0, 0, 0, 0);

    Sums plus(Sums other) {
      return new Sums(
          green + other.green,
          yellow + other.yellow,
          red + other.red,
          shaped + other.shaped,
          congestionDrops + other.congestionDrops,
          shapingDrops + other.shapingDrops);
    }
  }

  Sums sums() {
    return new Sums(
        marked[Colour.GREEN.ordinal()],
        marked[Colour.YELLOW.ordinal()],
        marked[Colour.RED.ordinal()],
        shaped,
        congestionDrops,
        shapingDrops);
  }

  Shown facts(long nowNanos) {
    return new Shown(
        settings.name,
        bits(settings.committed),
        bits(adjusted),
        bits(arriving.bytesPerSecond(nowNanos)),
        bits(passing.bytesPerSecond(nowNanos)),
        bits(step),
        lastSeenNanos.size(),
        sums());
  }

  private static long bits(double bytes) {
    return Math.round(8 * bytes);
  }
}
