// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.services.probe.HopRecords.Hop;
import rani.wire.Address;
import rani.wire.Ipv4Header;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Note;

/** One trace of a {@link Traceroute}: its parameters and the packet that came back. */
final class TraceRun extends Runs.Run {
  private static final double SECOND_MICROS = 1e6;

  private final int room;
  private final boolean beside;
  private final long sentNanos;
  private List<Hop> hops = List.of();
  private int leftOut;
  private int lastTtl;
  private long lastLifetimeMicros;
  private long rttNanos;
  private boolean reached;

  TraceRun(int number, int drawn, int to, int room, boolean beside, long sentNanos) {
    super(number, drawn, to);
    this.room = room;
    this.beside = beside;
    this.sentNanos = sentNanos;
  }

  int room() {
    return room;
  }

  void giveUp() {
    over = true;
  }

  /** Records the packet that came back, with its TTL and lifetime on arrival. */
  void cameBack(long nowNanos, HopRecords.Trace trace, int ttl, long lifetimeMicros) {
    over = true;
    reached = true;
    hops = trace.hops();
    leftOut = trace.leftOut();
    lastTtl = ttl;
    lastLifetimeMicros = lifetimeMicros;
    rttNanos = nowNanos - sentNanos;
  }

  Note summary() {
    Note found =
        Note.of("id", number)
            .and("to", Address.text(to))
            .and("reached", reached)
            .and("records", hops.size());
    return reached ? found.and("rtt-seconds", rttNanos / 1e9) : found;
  }

  public record Shown(
      int id, String to, String way, boolean done, boolean reached, @Inline @Nullable Back back)
      implements Facts {}

  /** Content of the packet that came back. */
  public record Back(double rttSeconds, int leftOut, int silent, List<HopShown> hops)
      implements Facts {}

  /** Record of one node. The residence time is null if the next node wrote no record. */
  public record HopShown(
      String node,
      String way,
      int silentBefore,
      @Inline @Nullable In in,
      @Inline @Nullable Out out,
      double heldSeconds,
      @Nullable Double residenceSeconds,
      double onwardSeconds,
      double lifetimeSeconds)
      implements Facts {}

  /** Arrival of the packet at a node. */
  public record In(int inLink, int rules, boolean caught) implements Facts {}

  /** Departure of the packet from a node. */
  public record Out(int outLink, long queueFrames, double queueAverage, double linkDelaySeconds)
      implements Facts {}

  @Override
  Shown facts(long nowNanos) {
    return new Shown(
        number,
        Address.text(to),
        beside ? "beside" : "through",
        over,
        reached,
        reached ? back() : null);
  }

  private Back back() {
    List<HopShown> told = new ArrayList<>();
    int silent = 0;
    for (int i = 0; i < hops.size(); i++) {
      int before = i == 0 ? 0 : silentBetween(hops.get(i - 1), hops.get(i).ttl());
      silent += before;
      told.add(shown(i, before));
    }
    int afterLast = hops.isEmpty() ? 0 : silentBetween(hops.getLast(), lastTtl);
    return new Back(rttNanos / 1e9, leftOut, silent + afterLast, told);
  }

  private HopShown shown(int i, int silentBefore) {
    Hop hop = hops.get(i);
    boolean last = i == hops.size() - 1;
    int nextTtl = last ? lastTtl : hops.get(i + 1).ttl();
    long nextLifetime = last ? lastLifetimeMicros : hops.get(i + 1).lifetimeMicros();
    long onwardMicros = Math.max(0, hop.lifetimeMicros() - nextLifetime);
    long hereMicros = Math.max(0, onwardMicros - hop.delayMicros());
    return new HopShown(
        Address.text(hop.node()),
        hop.back() ? "back" : "there",
        silentBefore,
        hop.ingress() < 0 ? null : new In(hop.ingress(), hop.rules(), hop.catching()),
        hop.egress() < 0 ? null : out(hop),
        hop.heldMicros() / SECOND_MICROS,
        silentBetween(hop, nextTtl) == 0 ? hereMicros / SECOND_MICROS : null,
        onwardMicros / SECOND_MICROS,
        hop.lifetimeMicros() / SECOND_MICROS);
  }

  private static Out out(Hop hop) {
    double delaySeconds = hop.delayMicros() / SECOND_MICROS;
    return new Out(hop.egress(), hop.frames(), hop.averageThousandths() / 1000.0, delaySeconds);
  }

  /**
   * Returns the number of nodes without a record between two records. Each node decrements the TTL,
   * and both ends start from the initial value.
   */
  private int silentBetween(Hop hop, int ttlOfNext) {
    boolean begins = hop.ingress() < 0 || (hop.node() == to && !hop.back());
    int expected = begins ? Ipv4Header.TTL_INITIAL : hop.ttl() - 1;
    return Math.max(0, expected - ttlOfNext);
  }
}
