// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.services.probe.HopRecords.Hop;
import rani.wire.Address;
import rani.wire.Ipv4Header;
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

  @Override
  public SequencedMap<String, Object> facts(long nowNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("id", number);
    facts.put("to", Address.text(to));
    facts.put("way", beside ? "beside" : "through");
    facts.put("done", over);
    facts.put("reached", reached);
    if (reached) {
      facts.put("rtt-seconds", rttNanos / 1e9);
      facts.put("left-out", leftOut);
      List<SequencedMap<String, Object>> told = new ArrayList<>();
      int silent = 0;
      for (int i = 0; i < hops.size(); i++) {
        int before = i == 0 ? 0 : silentBetween(hops.get(i - 1), hops.get(i).ttl());
        silent += before;
        told.add(facts(i, before));
      }
      int afterLast = hops.isEmpty() ? 0 : silentBetween(hops.getLast(), lastTtl);
      facts.put("silent", silent + afterLast);
      facts.put("hops", told);
    }
    return facts;
  }

  private SequencedMap<String, Object> facts(int i, int silentBefore) {
    Hop hop = hops.get(i);
    boolean last = i == hops.size() - 1;
    int nextTtl = last ? lastTtl : hops.get(i + 1).ttl();
    long nextLifetime = last ? lastLifetimeMicros : hops.get(i + 1).lifetimeMicros();
    long onwardMicros = Math.max(0, hop.lifetimeMicros() - nextLifetime);
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("node", Address.text(hop.node()));
    facts.put("way", hop.back() ? "back" : "there");
    facts.put("silent-before", silentBefore);
    if (hop.ingress() >= 0) {
      facts.put("in-link", hop.ingress());
      facts.put("rules", hop.rules());
      facts.put("caught", hop.catching());
    }
    if (hop.egress() >= 0) {
      facts.put("out-link", hop.egress());
      facts.put("queue-frames", hop.frames());
      facts.put("queue-average", hop.averageThousandths() / 1000.0);
      facts.put("link-delay-seconds", hop.delayMicros() / SECOND_MICROS);
    }
    facts.put("held-seconds", hop.heldMicros() / SECOND_MICROS);
    if (silentBetween(hop, nextTtl) == 0) {
      long here = Math.max(0, onwardMicros - hop.delayMicros());
      facts.put("residence-seconds", here / SECOND_MICROS);
    }
    facts.put("onward-seconds", onwardMicros / SECOND_MICROS);
    facts.put("lifetime-seconds", hop.lifetimeMicros() / SECOND_MICROS);
    return facts;
  }

  /** Nodes that wrote nothing: each took one off the TTL, with which both ends begin again. */
  private int silentBetween(Hop hop, int ttlOfNext) {
    boolean begins = hop.ingress() < 0 || (hop.node() == to && !hop.back());
    int expected = begins ? Ipv4Header.TTL_INITIAL : hop.ttl() - 1;
    return Math.max(0, expected - ttlOfNext);
  }
}
