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

/** One rule of a {@link Flakeway}: the packets it matches, its parameters and its counts. */
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

  /** State of a rule on one link: its diversion, random streams and rate limiter. */
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

    /** Returns true if packets take turns: delays vary, or did for packets still held. */
    boolean isInTurn() {
      return trouble.isDrawn() || !turns.isEmpty();
    }

    /** Appends a packet to the turns; returns false for a lost packet without room. */
    boolean takeTurn(Waiting packet) {
      boolean hasRoom = packet.number >= 0 || turns.size() < Diversion.HELD_FRAMES_MAX;
      return hasRoom && turns.add(packet);
    }

    /** Removes and returns the packet that has waited longest; there must be one. */
    Waiting nextTurn() {
      return turns.remove();
    }

    /** Returns the outcome of the last {@link FlakewayRule#decide} as a waiting packet. */
    Waiting decided(long number) {
      return new Waiting(number, trouble.isDuplicated(), trouble.reorderDelayNanos());
    }

    /** Returns the due time of the packet that {@code decide} saw last, or of its turn. */
    long dueNanos() {
      return trouble.dueNanos() + (isInTurn() ? 0 : trouble.reorderDelayNanos());
    }

    FlakewayRule rule() {
      return rule;
    }
  }

  /**
   * Packet that waits: its number in the diversion, or {@link #LOST} for a lost packet's turn; true
   * if a copy is forwarded before the packet; and the extra delay after its turn.
   */
  record Waiting(long number, boolean duplicated, long reorderDelayNanos) {
    static final long LOST = -1;
  }

  enum Outcome {
    /** Forward the packet at once. */
    PASS,
    /** Drop the packet. */
    LOSE,
    /** Hold the packet until it is due. */
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

  /** Sets new parameters. A changed drop list starts counting at this packet. */
  void turn(FlakewayParameters turned) {
    if (!turned.drops().equals(knobs.drops())) {
      drops = new ListedDrops(turned.drops());
    }
    knobs = turned;
  }

  List<Channel> channels() {
    return channels;
  }

  /** Decides about a packet; afterwards {@code channel.trouble} has the due time. */
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
      trouble.spoil(packet.frame()); // the frame is validated when it is forwarded
    }
    boolean waits = channel.dueNanos() > nowNanos || channel.diversion.held() > 0;
    waits |= channel.isInTurn() || trouble.isDuplicated() || trouble.isCorrupted();
    return waits ? Outcome.HOLD : Outcome.PASS;
  }

  /** Returns the time at which the rate limiter has served a packet that arrives now. */
  private long servedNanos(long nowNanos, Channel channel, int lengthBytes) {
    while (!channel.served.isEmpty() && channel.served.getFirst() <= nowNanos) {
      channel.served.remove();
    }
    long begins = channel.served.isEmpty() ? nowNanos : channel.served.getLast();
    return begins + channel.times.nextNanos(knobs.rate(), lengthBytes);
  }

  /** Records how late a held packet is forwarded. */
  void letsGo(long nowNanos, long dueNanos) {
    lateness.record(nowNanos - dueNanos, 0);
  }

  long held() {
    return channels.stream().mapToLong(channel -> channel.diversion.held()).sum();
  }

  /** Returns the counts in the order of {@link #NAMES}. */
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

  /** Facts of one rule; counts are named by {@link #NAMES}. */
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

  static SequencedMap<String, Long> named(long[] counts) {
    SequencedMap<String, Long> named = new LinkedHashMap<>();
    for (int i = 0; i < counts.length; i++) {
      named.put(NAMES.get(i), counts[i]);
    }
    return named;
  }
}
