// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.world.Streams;

/**
 * Decides when each packet leaves a channel, and whether it is lost, duplicated, reordered or
 * corrupted. The model has no clock and changes no packet. Its caller reads the answers, which are
 * valid until the next packet.
 *
 * <p>Each kind of impairment has a random stream of its own. Every stream in use makes its draws
 * for every packet, lost or not. So the n-th packet gets the same impairment of one kind, whatever
 * the other parameters are.
 *
 * <p><b>Jitter.</b> Each packet draws a departure time: its arrival plus a random delay. At each of
 * these times the packet that has waited longest departs ({@link #isDrawn}). So the k-th packet
 * departs at the k-th smallest time. This rule
 *
 * <ul>
 *   <li>keeps the order;
 *   <li>keeps the mean: the sum of the delays is the sum of the delays drawn, at any rate;
 *   <li>keeps the bounds: if each time is at least a bound that grows with the arrival, the k-th
 *       smallest time is at least the k-th bound; upper bounds likewise;
 *   <li>needs no future packet: a packet is always there to depart, since none draws a time before
 *       its arrival.
 * </ul>
 *
 * <p>Packets farther apart than the delays vary have independent delays of exactly the
 * distribution. Delays of closer packets vary less than the distribution, as is inevitable without
 * overtaking, and their distances vary instead.
 */
public final class ChannelModel {
  /** The longest delay beyond the mean, in any distribution: an hour. */
  public static final long TAIL_NANOS_MAX = 3_600_000_000_000L;

  private static final double PARETO_SHAPE = 3;

  private final Function<String, RandomGenerator> streams;

  /** The random streams; null before the first packet that may get more than a delay. */
  private @Nullable Chance chance;

  /** The latest departure time so far, and the earliest that the next packet may get. */
  private long lastNanos = Long.MIN_VALUE;

  private long floorNanos = Long.MIN_VALUE;
  private boolean bad;

  /** The configuration of the last packet, and whether it is only a constant delay. */
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
   * Makes a model without packets.
   *
   * @param streams returns the random stream of an impairment by name: {@code jitter}, {@code
   *     loss}, {@code burst}, {@code duplicate}, {@code reorder}, {@code corrupt}
   */
  public ChannelModel(Function<String, RandomGenerator> streams) {
    this.streams = streams;
  }

  /** Decides about the next packet, of which {@code lengthBytes}, at least 1, may be corrupted. */
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

  /** Changes the configuration. Later packets stay behind earlier ones. */
  private void turn(ChannelConfig config) {
    if (!config.isDelayedAs(known)) {
      floorNanos = lastNanos;
    }
    known = config;
    drawn = config.isDrawn();
    delayAlone = config.isDelayAlone();
    delayNanos = config.delayNanos();
    if (delayAlone) {
      bad = false;
      lost = false;
      lostInBurst = false;
      duplicated = false;
      reordered = false;
      reorderDelayNanos = 0;
      corrupted = false;
      bit = 0;
    }
  }

  /**
   * Reports whether the departure time belongs not to this packet but to the one that has waited
   * longest then. Lost packets have departure times as well.
   */
  public boolean isDrawn() {
    return drawn;
  }

  /** Returns when this packet, or an earlier one that still waits, departs. */
  public long dueNanos() {
    return dueNanos;
  }

  public boolean isLost() {
    return lost;
  }

  /** Reports a loss in a burst. */
  public boolean isLostInBurst() {
    return lostInBurst;
  }

  public boolean isDuplicated() {
    return duplicated;
  }

  public boolean isReordered() {
    return reordered;
  }

  /** Returns the additional delay of a reordered packet, during which later packets overtake it. */
  public long reorderDelayNanos() {
    return reorderDelayNanos;
  }

  public boolean isCorrupted() {
    return corrupted;
  }

  /** Flips the drawn bit of a frame of the length passed to {@link #decide}. */
  public void spoil(ByteBuf frame) {
    int index = frame.readerIndex() + (int) (bit >>> 3);
    frame.setByte(index, frame.getByte(index) ^ 1 << (bit & 7));
  }

  private Chance chance() {
    if (chance == null) {
      chance =
          new Chance(
              streams.apply("jitter"),
              streams.apply("loss"),
              streams.apply("burst"),
              streams.apply("duplicate"),
              streams.apply("reorder"),
              streams.apply("corrupt"));
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

  private record Chance(
      RandomGenerator jitter,
      RandomGenerator loss,
      RandomGenerator burst,
      RandomGenerator duplicate,
      RandomGenerator reorder,
      RandomGenerator corrupt) {}
}
