// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.world.Streams;

/**
 * Decides what happens to packets, one after the other: when each comes out, and whether it is
 * lost, doubled, late or spoiled. It owns no time and touches no packet; its caller acts on the
 * answers, which stand until the next packet is asked about.
 *
 * <p>Each kind of trouble has a stream of chance of its own, and every stream that is in use is
 * asked about every packet, lost or not: so the n-th packet meets with the same trouble of one kind
 * whatever the other knobs say.
 *
 * <p><b>Jitter.</b> Each packet draws a time to come out, its own plus the delay as it varies, and
 * at each of these times the packet comes out that has waited longest ({@link #isDrawn}). So the
 * k-th packet comes out at the k-th of the times in their order, and that
 *
 * <ul>
 *   <li>keeps the order;
 *   <li>keeps the mean: the delays of the packets sum up to what was drawn, whatever their rate;
 *   <li>keeps the bounds: of times that are each at least a bound which grows with the packet's
 *       own, the k-th least is at least the k-th bound, and likewise from above;
 *   <li>asks nothing of the future: there is always a packet to come out, since none draws a time
 *       before its own.
 * </ul>
 *
 * <p>Packets farther apart than delays may differ have independent delays of just the law. Of
 * closer ones the delays vary less than the law says, as they must where none overtakes, and the
 * times between packets vary instead.
 */
public final class ChannelModel {
  /** No law's tail is longer than this beyond the mean: an hour. */
  public static final long TAIL_NANOS_MAX = 3_600_000_000_000L;

  private static final double PARETO_SHAPE = 3;

  private final Function<String, RandomGenerator> streams;

  /** The streams; none before the first packet that may meet with more than a delay. */
  private @Nullable Chance chance;

  /** The latest time that any packet was given, and the earliest that the next may be given. */
  private long lastNanos = Long.MIN_VALUE;

  private long floorNanos = Long.MIN_VALUE;
  private boolean bad;

  /** What was asked about last, and whether it is a delay and nothing else. */
  private ChannelConfig known = ChannelConfig.NONE;

  private boolean delayAlone = true;
  private long delayNanos;

  private boolean drawn;
  private long dueNanos;
  private boolean lost;
  private boolean lostInBurst;
  private boolean duplicated;
  private boolean reordered;
  private long reorderDelayNanos;
  private boolean corrupted;
  private long bit;

  /**
   * No packet yet.
   *
   * @param streams gives each kind of trouble its chance, by name: {@code jitter}, {@code loss},
   *     {@code burst}, {@code duplicate}, {@code reorder}, {@code corrupt}
   */
  public ChannelModel(Function<String, RandomGenerator> streams) {
    this.streams = streams;
  }

  /**
   * Asks about the next packet.
   *
   * @param lengthBytes of all that may be spoiled in it, at least 1
   */
  public void decide(long nowNanos, int lengthBytes, ChannelConfig config) {
    if (config != known) {
      turn(config);
    }
    if (delayAlone) {
      dueNanos = inOrder(nowNanos + delayNanos);
      return; // no stream is in use
    }
    Chance draws = chance();
    dueNanos = inOrder(nowNanos + delayNanos + variationNanos(draws.jitter, config));
    lost = happens(draws.loss, config.loss());
    lostInBurst = losesInBurst(draws.burst, config.bursts());
    duplicated = happens(draws.duplicate, config.duplicate());
    reordered = happens(draws.reorder, config.reorder());
    reorderDelayNanos = reordered ? config.reorderNanos() : 0;
    corrupted = happens(draws.corrupt, config.corrupt());
    bit = corrupted ? Streams.below(draws.corrupt, 8L * lengthBytes) : 0;
  }

  /** Other settings hold. Those who came before keep their times, and stay before the others. */
  private void turn(ChannelConfig config) {
    if (!config.isDelayedAs(known)) {
      floorNanos = lastNanos;
    }
    known = config;
    drawn = config.isDrawn();
    delayAlone = config.isDelayAlone();
    delayNanos = config.delayNanos();
    if (delayAlone) {
      calm();
    }
  }

  private void calm() {
    bad = false;
    lost = false;
    lostInBurst = false;
    duplicated = false;
    reordered = false;
    reorderDelayNanos = 0;
    corrupted = false;
    bit = 0;
  }

  /**
   * Whether its time is not its own but a turn: one of the times at which packets come out, at each
   * the one that has waited longest. What is lost has its turn as well.
   */
  public boolean isDrawn() {
    return drawn;
  }

  /** When it comes out, or one of those that are before it does. */
  public long dueNanos() {
    return dueNanos;
  }

  /** Whether it vanishes by itself. */
  public boolean isLost() {
    return lost;
  }

  /** Whether it vanishes in a burst. */
  public boolean isLostInBurst() {
    return lostInBurst;
  }

  /** Whether it comes twice. */
  public boolean isDuplicated() {
    return duplicated;
  }

  /** Whether it is overtaken. */
  public boolean isReordered() {
    return reordered;
  }

  /** By how much it is overtaken: it comes out as much later, and its turn passes without it. */
  public long reorderDelayNanos() {
    return reorderDelayNanos;
  }

  /** Whether a bit flips. */
  public boolean isCorrupted() {
    return corrupted;
  }

  /** Flips the bit that was drawn, in a frame as long as was said. */
  public void spoil(ByteBuf frame) {
    int index = frame.readerIndex() + (int) (bit >>> 3);
    frame.setByte(index, frame.getByte(index) ^ 1 << (bit & 7));
  }

  private Chance chance() {
    if (chance == null) {
      chance = Chance.of(streams);
    }
    return chance;
  }

  private long inOrder(long outNanos) {
    long orderedNanos = Math.max(drawn ? floorNanos : lastNanos, outNanos);
    lastNanos = Math.max(lastNanos, orderedNanos);
    return orderedNanos;
  }

  private static long variationNanos(RandomGenerator jitterStream, ChannelConfig config) {
    long jitter = config.jitterNanos();
    if (jitter == 0) {
      return 0;
    }
    return switch (config.spread()) {
      case CONSTANT -> 0;
      case UNIFORM -> Streams.below(jitterStream, 2 * jitter + 1) - jitter;
      case NORMAL -> {
        long drawn = StrictMath.round(Streams.normal(jitterStream, 0, jitter));
        yield Math.clamp(drawn, -config.delayNanos(), config.delayNanos());
      }
      case PARETO -> {
        double beyond = StrictMath.pow(1 - Streams.uniform(jitterStream), -1 / PARETO_SHAPE) - 1;
        double drawn = jitter * ((PARETO_SHAPE - 1) * beyond - 1);
        yield StrictMath.round(Math.min(drawn, TAIL_NANOS_MAX));
      }
    };
  }

  private boolean losesInBurst(RandomGenerator burstStream, ChannelConfig.Bursts bursts) {
    if (bursts.enter() == 0) {
      bad = false;
      return false;
    }
    double change = Streams.uniform(burstStream);
    double draw = Streams.uniform(burstStream);
    bad = bad ? change >= bursts.leave() : change < bursts.enter();
    return bad && draw < bursts.loss();
  }

  private static boolean happens(RandomGenerator stream, double probability) {
    return probability > 0 && Streams.uniform(stream) < probability;
  }

  /** A stream for each kind of trouble. */
  private record Chance(
      RandomGenerator jitter,
      RandomGenerator loss,
      RandomGenerator burst,
      RandomGenerator duplicate,
      RandomGenerator reorder,
      RandomGenerator corrupt) {
    static Chance of(Function<String, RandomGenerator> streams) {
      return new Chance(
          streams.apply("jitter"),
          streams.apply("loss"),
          streams.apply("burst"),
          streams.apply("duplicate"),
          streams.apply("reorder"),
          streams.apply("corrupt"));
    }
  }
}
