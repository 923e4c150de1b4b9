// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import rani.service.metric.MetricRow;
import rani.service.metric.MetricUnit;

/**
 * Distribution of a value over time. Each value is weighted with the time it lasted: the p-th
 * percentile is the smallest value that was not exceeded for p % of the time.
 */
final class TimeWeightedValues {
  private final LongObjectMap<long[]> nanosByValue = new LongObjectHashMap<>();

  /** Returns the descriptions of the distribution's metrics; see {@link DelaySamples#rows}. */
  static List<MetricRow> rows(
      String prefix, MetricUnit unit, String words, String values, String events) {
    return MetricRow.distribution(
        prefix,
        unit,
        words,
        List.of(
            "mean of " + values + ", each counting as long as it lasted",
            "the least of " + values + " that was not exceeded PERCENT % of the time",
            "greatest of " + values),
        events);
  }

  /** Adds a value and the time it lasted; ignores values that lasted no time. */
  void add(long value, long nanos) {
    if (nanos == 0) {
      return;
    }
    long[] held = nanosByValue.get(value);
    if (held == null) {
      held = new long[1];
      nanosByValue.put(value, held);
    }
    held[0] += nanos;
  }

  /** Adds mean, percentiles and maximum, divided by {@code parts}; nothing if there was no time. */
  void addTo(String prefix, double parts, Map<String, Double> metrics) {
    if (nanosByValue.isEmpty()) {
      return;
    }
    var sorted = new TreeMap<Long, Long>();
    BigInteger sum = BigInteger.ZERO;
    long total = 0;
    for (LongObjectMap.PrimitiveEntry<long[]> one : nanosByValue.entries()) {
      long nanos = one.value()[0];
      sorted.put(one.key(), nanos);
      total += nanos;
      sum = sum.add(BigInteger.valueOf(one.key()).multiply(BigInteger.valueOf(nanos)));
    }
    BigDecimal all = BigDecimal.valueOf(total).multiply(BigDecimal.valueOf(parts));
    metrics.put(
        prefix + "mean", new BigDecimal(sum).divide(all, MathContext.DECIMAL128).doubleValue());
    for (int percent : MetricRow.PERCENTILES) {
      metrics.put(prefix + "p" + percent, percentile(sorted, total, percent) / parts);
    }
    metrics.put(prefix + "max", sorted.lastKey() / parts);
  }

  private static long percentile(TreeMap<Long, Long> sorted, long total, int percent) {
    long passed = 0;
    for (Map.Entry<Long, Long> one : sorted.entrySet()) {
      passed += one.getValue();
      if (100 * passed >= percent * total) { // does not overflow within three years
        return one.getKey();
      }
    }
    return sorted.lastKey();
  }
}
