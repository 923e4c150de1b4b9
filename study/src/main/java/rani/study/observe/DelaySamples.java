// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import rani.ground.NearestRank;
import rani.service.metric.MetricRow;
import rani.service.metric.MetricUnit;

/**
 * Distribution of delays, each kept to the nanosecond; percentiles are by {@link NearestRank}. All
 * distributions of a run share one {@link Room}. When it is full, further delays go into {@link
 * Octaves}: percentiles are then good to {@link Octaves#RELATIVE_ERROR}, mean and maximum exact.
 */
final class DelaySamples {
  private static final int AT_FIRST = 256;
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000L);

  private final Room room;
  private long[] nanos = {};
  private final Octaves octaves = new Octaves();
  private long count;
  private boolean isCoarse;
  private long greatestNanos = Long.MIN_VALUE;

  // The sum of all delays is totalNanos + furtherNanos; a long alone would overflow after a day of
  // a million delays a second.
  private long totalNanos;
  private BigInteger furtherNanos = BigInteger.ZERO;

  /**
   * Returns descriptions of a distribution's metrics. The prefix lacks its last dot; words name the
   * quantity in the singular and samples in the plural; events are the source in traces.
   */
  static List<MetricRow> rows(String prefix, String words, String samples, String events) {
    List<MetricRow> rows = new ArrayList<>(rowsOfFew(prefix, words, samples, events));
    rows.add(
        MetricRow.inSpan(
            prefix + ".percentile-error",
            MetricUnit.SHARE,
            "relative error of percentiles of the " + words,
            "by which part of itself a percentile may be wrong; only of runs with more than"
                + " 10,000,000 of them, too many to keep; mean and greatest are exact even so",
            events));
    return rows;
  }

  /** Returns the descriptions of a distribution whose samples always fit into the {@link Room}. */
  static List<MetricRow> rowsOfFew(String prefix, String words, String samples, String events) {
    return MetricRow.distribution(
        prefix,
        MetricUnit.SECONDS,
        words,
        List.of(
            "mean of " + samples,
            "of n " + samples + " the \u2308n\u00b7PERCENT/100\u2309-th smallest",
            "greatest of " + samples),
        events);
  }

  DelaySamples(Room room) {
    this.room = room;
  }

  /** Number of delays of one run that can still be kept one by one. */
  static final class Room {
    /** Largest number of exact delays of a run; they take 80 MB. */
    static final int EXACT_MAX = 10_000_000;

    private int left;

    Room() {
      this(EXACT_MAX);
    }

    Room(int left) {
      this.left = left;
    }

    private boolean take() {
      return left > 0 && left-- > 0;
    }
  }

  /** Adds a delay; negative if the clocks of two hosts differ by more than the delay. */
  void add(long delayNanos) {
    greatestNanos = Math.max(greatestNanos, delayNanos);
    long sum = totalNanos + delayNanos;
    if (((totalNanos ^ sum) & (delayNanos ^ sum)) < 0) { // as Math.addExact finds an overflow
      furtherNanos = furtherNanos.add(BigInteger.valueOf(totalNanos));
      sum = delayNanos;
    }
    totalNanos = sum;
    if (!isCoarse && !room.take()) {
      becomeCoarse();
    }
    if (isCoarse) {
      octaves.add(delayNanos);
    } else {
      if (count == nanos.length) {
        nanos = Arrays.copyOf(nanos, Math.max(AT_FIRST, nanos.length + nanos.length / 2));
      }
      nanos[(int) count] = delayNanos;
    }
    count++;
  }

  private void becomeCoarse() {
    isCoarse = true;
    Arrays.stream(nanos, 0, (int) count).forEach(octaves::add);
    nanos = new long[0];
  }

  /** Adds mean, percentiles and maximum, in seconds; nothing if there are no samples. */
  void addTo(String prefix, Map<String, Double> metrics) {
    if (count == 0) {
      return;
    }
    metrics.put(prefix + "mean", meanSeconds());
    Arrays.sort(nanos, 0, isCoarse ? 0 : (int) count);
    for (int percent : MetricRow.PERCENTILES) {
      long place = NearestRank.place(percent, count);
      long at = isCoarse ? Math.min(octaves.at(place), greatestNanos) : nanos[(int) place];
      metrics.put(prefix + "p" + percent, at / 1e9);
    }
    metrics.put(prefix + "max", greatestNanos / 1e9);
    if (isCoarse) {
      metrics.put(prefix + "percentile-error", Octaves.RELATIVE_ERROR);
    }
  }

  /** Divides without intermediate rounding. */
  private double meanSeconds() {
    return new BigDecimal(furtherNanos.add(BigInteger.valueOf(totalNanos)))
        .divide(BigDecimal.valueOf(count).multiply(NANOS), MathContext.DECIMAL128)
        .doubleValue();
  }

  /** Histogram of delays by equal parts of octaves. Values become the middle of their part. */
  private static final class Octaves {
    private static final int BITS = 10;
    private static final int PARTS = 1 << BITS;

    /** Half the width of a part, relative to the smallest value in it. */
    static final double RELATIVE_ERROR = 0.5 / PARTS;

    /** Counts by octave and part; parts of the first octave are single nanoseconds. */
    private final long[][] counts = new long[Long.SIZE - BITS][];

    /** Counts a delay; negative delays count as 0. */
    void add(long delayNanos) {
      long nanos = Math.max(0, delayNanos);
      int octave = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - BITS);
      if (counts[octave] == null) {
        counts[octave] = new long[2 * PARTS];
      }
      counts[octave][(int) (nanos >>> octave)]++;
    }

    /** Returns the delay at an index, from 0, of the sorted delays. */
    long at(long place) {
      long left = place;
      for (int octave = 0; octave < counts.length; octave++) {
        for (int part = 0; counts[octave] != null && part < 2 * PARTS; part++) {
          left -= counts[octave][part];
          if (left < 0) {
            return ((long) part << octave) + ((1L << octave) >>> 1);
          }
        }
      }
      throw new IllegalStateException("there are not " + place + " delays");
    }
  }
}
