// SPDX-License-Identifier: Apache-2.0
package rani.services.flakeway;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.link.ChannelModel;
import rani.link.Diversion;
import rani.link.LatenessHistogram;
import rani.link.ListedDrops;
import rani.queue.ServiceTimes;
import rani.service.FrameView;
import rani.services.FlowMatch;
import rani.wire.Address;
import rani.wire.FlowSpec;
import rani.world.Facts;
import rani.world.Inline;

/** One rule of a {@link Flakeway}: which packets, what is done to them, and what was. */
final class FlakewayRule {
  private final String name;
  private final FlowMatch match;
  private final List<Channel> channels = new ArrayList<>();
  private final LatenessHistogram lateness = new LatenessHistogram();
  private FlakewayParameters knobs;
  private ListedDrops drops;

  private long matched;
  private long passed;
  private long lost;
  private long burstLost;
  private long listed;
  private long overflowed;
  private long duplicated;
  private long reordered;
  private long corrupted;

  /** A rule on one link: with its own random streams and server. */
  static final class Channel {
    private final FlakewayRule rule;
    private final Diversion diversion;
    private final ChannelModel trouble;
    private final ArrayDeque<Long> served = new ArrayDeque<>();
    private final ServiceTimes times = new ServiceTimes();
    private final ArrayDeque<Waiting> turns = new ArrayDeque<>();

    Channel(FlakewayRule rule, Diversion diversion, ChannelModel trouble) {
      this.rule = rule;
      this.diversion = diversion;
      this.trouble = trouble;
    }

    Diversion diversion() {
      return diversion;
    }

    /** Whether a packet waits for its turn: delays vary, or did for packets that are held still. */
    boolean isInTurn() {
      return trouble.isDrawn() || !turns.isEmpty();
    }

    /** Puts what was decided about last behind the others; a lost one only if there is room. */
    boolean takeTurn(Waiting packet) {
      boolean hasRoom = packet.number >= 0 || turns.size() < Diversion.HELD_FRAMES_MAX;
      return hasRoom && turns.add(packet);
    }

    /** Takes the packet that has waited longest; there is one. */
    Waiting nextTurn() {
      return turns.remove();
    }

    /** What was decided about last. */
    Waiting decided(long number) {
      return new Waiting(number, trouble.isDuplicated(), trouble.reorderDelayNanos());
    }

    /** When it is due, or its turn. */
    long dueNanos() {
      return trouble.dueNanos() + (isInTurn() ? 0 : trouble.reorderDelayNanos());
    }

    FlakewayRule rule() {
      return rule;
    }
  }

  /**
   * A packet that waits to go on.
   *
   * @param number under which it is held; {@link #LOST} if it only has its turn
   * @param twice whether a copy goes before it
   * @param reorderDelayNanos how much later than at its turn it goes on
   */
  record Waiting(long number, boolean duplicated, long reorderDelayNanos) {
    static final long LOST = -1;
  }

  /** What becomes of a packet that matched. */
  enum Outcome {
    /** Goes on at once. */
    PASS,
    /** Is lost. */
    LOSE,
    /** Is held until it is due. */
    HOLD
  }

  FlakewayRule(String name, FlowMatch match, FlakewayParameters knobs) {
    this.name = name;
    this.match = match;
    this.knobs = knobs;
    this.drops = new ListedDrops(knobs.drops());
  }

  String name() {
    return name;
  }

  FlowMatch match() {
    return match;
  }

  FlakewayParameters knobs() {
    return knobs;
  }

  /** Another list of drops counts from here on. */
  void turn(FlakewayParameters turned) {
    if (!turned.drops().equals(knobs.drops())) {
      drops = new ListedDrops(turned.drops());
    }
    knobs = turned;
  }

  List<Channel> channels() {
    return channels;
  }

  /** Decides about a packet; {@code channel.trouble} then says when it is due. */
  Outcome decide(long nowNanos, Channel channel, FrameView packet) {
    ChannelModel trouble = channel.trouble;
    matched++;
    boolean isListed = drops.isNext(packet.frame());
    long fromNanos = servedNanos(nowNanos, channel, packet.length());
    trouble.decide(fromNanos, packet.frame().readableBytes(), knobs.trouble());
    if (isListed) {
      listed++;
      return Outcome.LOSE;
    }
    if (trouble.isLost() || trouble.isLostInBurst()) {
      lost += trouble.isLost() ? 1 : 0;
      burstLost += trouble.isLost() ? 0 : 1;
      return Outcome.LOSE;
    }
    if (channel.diversion.isFull() || channel.served.size() >= knobs.limit()) {
      overflowed++;
      return Outcome.LOSE;
    }
    if (fromNanos > nowNanos) {
      channel.served.add(fromNanos);
    }
    corrupted += trouble.isCorrupted() ? 1 : 0;
    reordered += trouble.isReordered() ? 1 : 0;
    duplicated += trouble.isDuplicated() ? 1 : 0;
    passed++;
    if (trouble.isCorrupted()) {
      trouble.spoil(packet.frame()); // whether it is a packet still is seen as it is let go
    }
    boolean waits = channel.dueNanos() > nowNanos || channel.diversion.held() > 0;
    waits |= channel.isInTurn() || trouble.isDuplicated() || trouble.isCorrupted();
    return waits ? Outcome.HOLD : Outcome.PASS;
  }

  /** When the rate has served a packet, if it joins those that wait for it. */
  private long servedNanos(long nowNanos, Channel channel, int lengthBytes) {
    while (!channel.served.isEmpty() && channel.served.getFirst() <= nowNanos) {
      channel.served.remove();
    }
    long begins = channel.served.isEmpty() ? nowNanos : channel.served.getLast();
    return begins + channel.times.nextNanos(knobs.rate(), lengthBytes);
  }

  /** A packet that was held goes on its way. */
  void letsGo(long nowNanos, long dueNanos) {
    lateness.record(nowNanos - dueNanos, 0);
  }

  long held() {
    return channels.stream().mapToLong(channel -> channel.diversion.held()).sum();
  }

  /** What it has counted, in the order of {@link #NAMES}. */
  long[] counts() {
    return new long[] {
      held(), matched, passed, lost, burstLost, listed, overflowed, duplicated, reordered, corrupted
    };
  }

  static final List<String> NAMES =
      List.of(
          "held",
          "matched",
          "passed",
          "lost",
          "burst-lost",
          "listed",
          "overflowed",
          "duplicated",
          "reordered",
          "corrupted");

  /** What is shown of it; what became of packets, by {@link #NAMES}. */
  public record Shown(
      String name,
      String via,
      String packets,
      @Inline FlakewayParameters.Shown knobs,
      @Inline SequencedMap<String, Long> counts,
      double lateSecondsP50,
      double lateSecondsP99,
      double lateSecondsMax)
      implements Facts {}

  Shown facts() {
    return new Shown(
        name,
        match.via() == FlowSpec.ANY ? "*" : Address.text(match.via()),
        match.spec().toString(),
        knobs.facts(),
        named(counts()),
        lateness.quantileNanos(0.50) / 1e9,
        lateness.quantileNanos(0.99) / 1e9,
        lateness.maxNanos() / 1e9);
  }

  /** Counts by their names. */
  static SequencedMap<String, Long> named(long[] counts) {
    SequencedMap<String, Long> named = new LinkedHashMap<>();
    for (int i = 0; i < counts.length; i++) {
      named.put(NAMES.get(i), counts[i]);
    }
    return named;
  }
}
