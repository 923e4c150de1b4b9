// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.List;
import rani.model.file.LocatedMap;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.queue.MonitoredQueue;
import rani.queue.RioConfig;
import rani.queue.RioConfig.Thresholds;

/** Reads what a {@code queue} mapping says of each drop precedence. */
final class RioReader {
  /** The keys of a queue that this reads. */
  static final List<String> KEYS = List.of("dp0", "dp1", "dp2");

  private final List<Thresholds> precedences = new ArrayList<>();

  RioReader(MapReader queue, Problems problems) {
    for (int precedence = 0; precedence < KEYS.size(); precedence++) {
      LocatedMap map = queue.mapping(KEYS.get(precedence));
      precedences.add(
          read(
              new MapReader(map, problems),
              RioConfig.DEFAULT.precedences().get(precedence),
              problems));
    }
  }

  private static Thresholds read(MapReader reader, Thresholds unsaid, Problems problems) {
    double min =
        QueueReader.packets(reader, "min-th", 0, MonitoredQueue.LIMIT_FRAMES_MAX)
            .orElse((long) unsaid.minThFrames());
    double max =
        QueueReader.packets(reader, "max-th", 1, MonitoredQueue.LIMIT_FRAMES_MAX)
            .orElse((long) unsaid.maxThFrames());
    double maxP = QueueReader.share(reader, "max-p").orElse(unsaid.maxP());
    reader.finish();
    if (min >= max) {
      String key = reader.map().get("min-th").isPresent() ? "min-th" : "max-th";
      problems.report(
          reader.at(key),
          "`min-th` (" + (long) min + "packet) must be below `max-th` (" + (long) max + "packet)");
      max = min + 1;
    }
    return new Thresholds(min, max, maxP);
  }

  /** The thresholds of precedence 0, 1 and 2, with what is absent filled in. */
  List<Thresholds> precedences() {
    return List.copyOf(precedences);
  }
}
