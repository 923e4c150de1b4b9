// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class DelaySamplesProperties {
  static final long DAY_NANOS = 86_400_000_000_000L;

  @Property
  void allAreExactAsLongAsThereIsRoom(@ForAll @Size(min = 1, max = 1000) long[] nanos) {
    Map<String, Double> metrics = observe(new DelaySamples.Room(nanos.length), nanos);

    assertEquals(at(50, nanos) / 1e9, metrics.get("p50"));
    assertEquals(at(95, nanos) / 1e9, metrics.get("p95"));
    assertEquals(at(99, nanos) / 1e9, metrics.get("p99"));
    assertEquals(at(100, nanos) / 1e9, metrics.get("max"));
    assertEquals(mean(nanos), metrics.get("mean"));
    assertEquals(null, metrics.get("percentile-error"));
  }

  @Property
  void withoutRoomPercentilesKeepToTheErrorThatIsTold(
      @ForAll @Size(min = 2, max = 1000) List<@LongRange(max = DAY_NANOS) Long> delays,
      @ForAll @IntRange(max = 999) int room) {
    long[] nanos = delays.stream().mapToLong(Long::longValue).toArray();
    Map<String, Double> metrics =
        observe(new DelaySamples.Room(Math.min(room, nanos.length - 1)), nanos);

    double error = Objects.requireNonNull(metrics.get("percentile-error"));
    assertTrue(error < 0.0005, () -> "an error of " + error);
    for (int percent : new int[] {50, 95, 99}) {
      double exact = at(percent, nanos) / 1e9;
      assertEquals(
          exact, Objects.requireNonNull(metrics.get("p" + percent)), exact * error + 1e-15);
    }
    assertEquals(at(100, nanos) / 1e9, metrics.get("max"));
    assertEquals(mean(nanos), metrics.get("mean"));
  }

  @Example
  void roomIsSharedAndKeptByWhoHasIt() {
    DelaySamples.Room room = new DelaySamples.Room(3);
    DelaySamples early = new DelaySamples(room);
    DelaySamples late = new DelaySamples(room);
    early.add(1_234_567_891);
    early.add(1_234_567_891);
    late.add(1_234_567_891);
    late.add(1_234_567_891);

    assertTrue(!metrics(early).containsKey("percentile-error"));
    assertTrue(metrics(late).containsKey("percentile-error"));
    assertEquals(1.234567891, metrics(late).get("max"));
  }

  private static Map<String, Double> observe(DelaySamples.Room room, long[] nanos) {
    DelaySamples delays = new DelaySamples(room);
    Arrays.stream(nanos).forEach(delays::add);
    return metrics(delays);
  }

  private static Map<String, Double> metrics(DelaySamples delays) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    delays.addTo("", metrics);
    return metrics;
  }

  /** The least that so many per cent are not above, in order. */
  private static long at(int percent, long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    int place = 0;
    while (100L * (place + 1) < (long) percent * nanos.length) {
      place++;
    }
    return sorted[place];
  }

  private static double mean(long[] nanos) {
    BigInteger total =
        Arrays.stream(nanos).mapToObj(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    return new BigDecimal(total)
        .divide(BigDecimal.valueOf(nanos.length), MathContext.DECIMAL128)
        .movePointLeft(9)
        .doubleValue();
  }
}
