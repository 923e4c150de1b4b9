// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;
import rani.queue.Rate;

class ControlTokenBucketProperties {
  /** A packet, how long after the one before it. */
  record Coming(long afterNanos, int lengthBytes, ControlTokenBucket.Kind kind) {}

  /** The token bucket of RFC 2697, section 3, in exact tokens of a byte. */
  private static final class Model {
    private static final BigDecimal BITS_PER_BYTE = new BigDecimal(8);
    private static final BigDecimal NANO = new BigDecimal("1e-9");

    private final BigDecimal bytesPerNano;
    private final BigDecimal size;
    private BigDecimal tokens;

    Model(long bitsPerSecond) {
      bytesPerNano = new BigDecimal(bitsPerSecond).divide(BITS_PER_BYTE).multiply(NANO);
      BigDecimal quarterOfASecond = bytesPerNano.multiply(new BigDecimal(250_000_000));
      size = quarterOfASecond.max(new BigDecimal(8192));
      tokens = size;
    }

    boolean passes(Coming packet) {
      BigDecimal added = bytesPerNano.multiply(new BigDecimal(packet.afterNanos));
      tokens = tokens.add(added).min(size);
      BigDecimal left = tokens.subtract(new BigDecimal(packet.lengthBytes));
      boolean passes =
          switch (packet.kind) {
            case HELLO -> true;
            case LINK_STATE -> left.signum() >= 0;
            case FORWARDED -> left.multiply(new BigDecimal(2)).compareTo(size) >= 0;
          };
      tokens = passes ? left.max(BigDecimal.ZERO) : tokens;
      return passes;
    }
  }

  @Property(tries = 1000)
  void theBucketDecidesAsTheModel(
      @ForAll("rates") Rate rate, @ForAll @Size(max = 400) List<@From("comings") Coming> packets) {
    ControlTokenBucket share = new ControlTokenBucket(rate);
    Model model = new Model(ControlTokenBucket.bitsPerSecond(rate));
    long now = 0;
    for (Coming packet : packets) {
      now += packet.afterNanos;
      assertEquals(model.passes(packet), offers(share, now, packet), packet + " at " + now);
    }
  }

  /** In any stretch of time no more than the burst and the share of that time. */
  @Property(tries = 300)
  void noStretchOfTimeHasMore(
      @ForAll("rates") Rate rate, @ForAll @Size(max = 200) List<@From("comings") Coming> packets) {
    ControlTokenBucket share = new ControlTokenBucket(rate);
    double bytesPerNano = ControlTokenBucket.bitsPerSecond(rate) / 8e9;
    double burst = Math.max(8192, bytesPerNano * 250e6);
    long now = 0;
    double mostBehind = 0; // how far what has passed was ahead of the share, at its worst
    for (Coming packet : packets) {
      now += packet.afterNanos;
      mostBehind = Math.max(0, mostBehind - bytesPerNano * packet.afterNanos);
      if (packet.kind != ControlTokenBucket.Kind.HELLO && offers(share, now, packet)) {
        mostBehind += packet.lengthBytes;
        assertTrue(mostBehind <= burst + 1e-3, mostBehind + " of " + burst + " at " + now);
      }
    }
  }

  private static boolean offers(ControlTokenBucket share, long nowNanos, Coming packet) {
    boolean passes = share.has(nowNanos, packet.lengthBytes, packet.kind);
    if (passes) {
      share.take(packet.lengthBytes);
    }
    return passes;
  }

  @Provide
  Arbitrary<Rate> rates() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.doubles().between(1, 1e12).map(Rate::bitsPerSecond)),
        Tuple.of(4, Arbitraries.doubles().between(1e3, 1e7).map(Rate::bitsPerSecond)),
        Tuple.of(2, Arbitraries.doubles().between(0.1, 1e6).map(Rate::packetsPerSecond)),
        Tuple.of(1, Arbitraries.just(Rate.UNLIMITED)));
  }

  @Provide
  Arbitrary<Coming> comings() {
    Arbitrary<Long> after =
        Arbitraries.frequencyOf(
            Tuple.of(5, Arbitraries.longs().between(0, 100_000)),
            Tuple.of(3, Arbitraries.longs().between(0, 50_000_000)),
            Tuple.of(1, Arbitraries.longs().between(0, 4_000_000_000_000L)));
    Arbitrary<Integer> length =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.integers().between(20, 64)),
            Tuple.of(3, Arbitraries.integers().between(20, 1500)),
            Tuple.of(1, Arbitraries.integers().between(20, 65_535)));
    return Combinators.combine(after, length, Arbitraries.of(ControlTokenBucket.Kind.class))
        .as(Coming::new);
  }

  @Example
  void theShareIsAPartOfTheRate() {
    assertEquals(10_000, ControlTokenBucket.bitsPerSecond(Rate.bitsPerSecond(200e3)));
    assertEquals(24_000, ControlTokenBucket.bitsPerSecond(Rate.packetsPerSecond(40)));
    assertEquals(1, ControlTokenBucket.bitsPerSecond(Rate.bitsPerSecond(1)));
    assertEquals(100_000_000, ControlTokenBucket.bitsPerSecond(Rate.bitsPerSecond(400e9)));
    assertEquals(100_000_000, ControlTokenBucket.bitsPerSecond(Rate.UNLIMITED));
  }
}
