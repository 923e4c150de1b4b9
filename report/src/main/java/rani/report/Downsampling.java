// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Reduces long series to few points that keep the shape of the curve, so that charts stay fast. */
public final class Downsampling {
  /** The most points in one chart, some two a pixel. The CSV file holds all of them. */
  static final int POINTS_MAX = 2_000;

  /** The most points of a chart that a pointer finds: browsers draw each, and a cell around it. */
  private static final int FOUND_MAX = 600;

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

  /** Returns the points that a pointer does not find, since it has no room to tell them apart. */
  static <T> Set<T> unfound(List<T> shown, ToDoubleFunction<T> value) {
    Set<T> unfound = Collections.newSetFromMap(new IdentityHashMap<>());
    unfound.addAll(shown);
    extremes(shown, value, FOUND_MAX).forEach(unfound::remove);
    return unfound;
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
