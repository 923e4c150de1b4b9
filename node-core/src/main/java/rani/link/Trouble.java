// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.world.Streams;

/**
 * Decides what happens to packets, one after the other: when each comes out, and whether it is
 * lost, doubled, late or spoiled. It owns no time and touches no packet; whoever asks acts on the
 * answers, which stand until the next packet is asked about.
 *
 * <p>Each kind of trouble has a stream of chance of its own, and every stream that is in use is
 * asked about every packet, lost or not: so the n-th packet meets with the same trouble of one kind
 * whatever the other knobs say.
 */
public final class Trouble {
  /** No law's tail is longer than this beyond the mean: an hour. */
  public static final long TAIL_NANOS_MAX = 3_600_000_000_000L;

  private static final double PARETO_SHAPE = 3;

  private final Function<String, RandomGenerator> streams;

  /** The streams; none before the first packet that may meet with more than a delay. */
  private @Nullable Chance chance;

  private long lastDueNanos = Long.MIN_VALUE;
  private boolean bad;

  /** What was asked about last, and whether it is a delay and nothing else. */
  private TroubleConfig known = TroubleConfig.NONE;

  private boolean delayAlone = true;
  private long delayNanos;

  private long dueNanos;
  private boolean lost;
  private boolean lostInBurst;
  private boolean twice;
  private boolean late;
  private boolean spoiled;
  private long bit;

  /**
   * No packet yet.
   *
   * @param streams gives each kind of trouble its chance, by name: {@code jitter}, {@code loss},
   *     {@code burst}, {@code duplicate}, {@code reorder}, {@code corrupt}
   */
  public Trouble(Function<String, RandomGenerator> streams) {
    this.streams = streams;
  }

  /**
   * Asks about the next packet.
   *
   * @param lengthBytes of all that may be spoiled in it, at least 1
   */
  public void decide(long nowNanos, int lengthBytes, TroubleConfig config) {
    if (config != known) {
      known = config;
      delayAlone = config.isDelayAlone();
      delayNanos = config.delayNanos();
      if (delayAlone) {
        calm();
      }
    }
    if (delayAlone) {
      dueNanos = inOrder(nowNanos + delayNanos);
      return; // no stream is in use
    }
    Chance drawn = chance();
    dueNanos = inOrder(nowNanos + delayNanos + variationNanos(drawn.jitter, config));
    lost = happens(drawn.loss, config.loss());
    lostInBurst = losesInBurst(drawn.burst, config.bursts());
    twice = happens(drawn.duplicate, config.duplicate());
    late = happens(drawn.reorder, config.reorder());
    spoiled = happens(drawn.corrupt, config.corrupt());
    bit = spoiled ? Streams.below(drawn.corrupt, 8L * lengthBytes) : 0;
    if (late) {
      dueNanos += config.reorderNanos();
    }
  }

  private void calm() {
    bad = false;
    lost = false;
    lostInBurst = false;
    twice = false;
    late = false;
    spoiled = false;
    bit = 0;
  }

  /** When it comes out. */
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
  public boolean isTwice() {
    return twice;
  }

  /** Whether it is overtaken. */
  public boolean isLate() {
    return late;
  }

  /** Whether a bit flips. */
  public boolean isSpoiled() {
    return spoiled;
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
    lastDueNanos = Math.max(lastDueNanos, outNanos);
    return lastDueNanos;
  }

  private static long variationNanos(RandomGenerator jitterStream, TroubleConfig config) {
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

  private boolean losesInBurst(RandomGenerator burstStream, TroubleConfig.Bursts bursts) {
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
