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

/** One trace of a {@link Traceroute}: what was asked, and what came back. */
final class TraceRun implements Runs.Run {
  private static final double SECOND_MICROS = 1e6;

  private final int number;
  private final int drawn;
  private final int to;
  private final int room;
  private final boolean beside;
  private final long sentNanos;
  private List<Hop> hops = List.of();
  private int leftOut;
  private int lastTtl;
  private long lastLifetimeMicros;
  private long rttNanos;
  private boolean over;
  private boolean reached;

  TraceRun(int number, int drawn, int to, int room, boolean beside, long sentNanos) {
    this.number = number;
    this.drawn = drawn;
    this.to = to;
    this.room = room;
    this.beside = beside;
    this.sentNanos = sentNanos;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public int drawn() {
    return drawn;
  }

  @Override
  public int to() {
    return to;
  }

  int room() {
    return room;
  }

  @Override
  public boolean isOver() {
    return over;
  }

  /** Nothing has come back in time. */
  void giveUp() {
    over = true;
  }

  /**
   * It is back.
   *
   * @param ttl as it came here
   * @param lifetimeMicros left as it came here
   */
  void cameBack(long nowNanos, HopRecords.Trace trace, int ttl, long lifetimeMicros) {
    over = true;
    reached = true;
    hops = trace.hops();
    leftOut = trace.leftOut();
    lastTtl = ttl;
    lastLifetimeMicros = lifetimeMicros;
    rttNanos = nowNanos - sentNanos;
  }

  /** For the trace, once it is over. */
  Note summary() {
    Note found =
        Note.of("id", number)
            .and("to", Address.text(to))
            .and("reached", reached)
            .and("records", hops.size());
    return reached ? found.and("rtt-seconds", rttNanos / 1e9) : found;
  }

  /** What is shown of it. */
  public record Shown(
      int id, String to, String way, boolean done, boolean reached, @Inline @Nullable Back back)
      implements Facts {}

  /** What came back. */
  public record Back(double rttSeconds, int leftOut, int silent, List<HopShown> hops)
      implements Facts {}

  /** A node on the way; the residence where it is known which was next. */
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

  /** How it came in. */
  public record In(int inLink, int rules, boolean caught) implements Facts {}

  /** How it went out. */
  public record Out(int outLink, long queueFrames, double queueAverage, double linkDelaySeconds)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
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

  /** Nodes that wrote nothing: each took one off the TTL, with which both ends begin again. */
  private int silentBetween(Hop hop, int ttlOfNext) {
    boolean begins = hop.ingress() < 0 || (hop.node() == to && !hop.back());
    int expected = begins ? Ipv4Header.TTL_INITIAL : hop.ttl() - 1;
    return Math.max(0, expected - ttlOfNext);
  }
}
