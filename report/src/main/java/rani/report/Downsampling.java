// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Reduces long series to few points that keep the shape of the curve, so that charts stay fast. */
public final class Downsampling {
  /** The most points in one chart. The CSV file holds all of them. */
  static final int POINTS_MAX = 4_000;

  private Downsampling() {}

  public static <T> List<T> extremes(List<T> samples, ToDoubleFunction<T> value) {
    return extremes(samples, value, POINTS_MAX);
  }

  /** Divides a series into buckets; returns the least and the greatest sample of each, in order. */
  public static <T> List<T> extremes(List<T> samples, ToDoubleFunction<T> value, int pointsMax) {
    if (samples.size() <= pointsMax) {
      return samples;
    }
    int buckets = pointsMax / 2;
    var kept = new ArrayList<T>(pointsMax);
    for (int bucket = 0; bucket < buckets; bucket++) {
      int from = (int) ((long) bucket * samples.size() / buckets);
      int to = (int) ((long) (bucket + 1) * samples.size() / buckets);
      int least = from;
      int greatest = from;
      for (int i = from; i < to; i++) {
        double here = value.applyAsDouble(samples.get(i));
        least = here < value.applyAsDouble(samples.get(least)) ? i : least;
        greatest = here > value.applyAsDouble(samples.get(greatest)) ? i : greatest;
      }
      kept.add(samples.get(Math.min(least, greatest)));
      if (least != greatest) {
        kept.add(samples.get(Math.max(least, greatest)));
      }
    }
    return kept;
  }

  static <T> List<T> everyNth(List<T> points) {
    return everyNth(points, POINTS_MAX);
  }

  static <T> List<T> everyNth(List<T> points, int pointsMax) {
    int step = Math.max(1, Math.ceilDiv(points.size(), pointsMax));
    return IntStream.iterate(0, i -> i < points.size(), i -> i + step)
        .mapToObj(points::get)
        .toList();
  }
}
