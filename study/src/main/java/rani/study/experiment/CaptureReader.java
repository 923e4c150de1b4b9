// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rani.model.capture.CaptureFilter;
import rani.model.capture.CaptureLimits;
import rani.model.capture.CapturePlan;
import rani.model.capture.CapturedEnd;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.TreeBuilder;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;

/**
 * Reads which links are captured: {@code n7:n8}, or {@code {link: n7:n8, filter: proto=rdp,
 * snaplen: 128B, count: 1000, size: 10MB}}.
 */
final class CaptureReader {
  static final String CAPTURES = "captures";

  /** The most captures of one experiment. */
  static final int CAPTURES_MAX = 64;

  private static final String LINK = "link";
  private static final String FILTER = "filter";
  private static final String SNAPLEN = "snaplen";
  private static final String COUNT = "count";
  private static final String SIZE = "size";

  private final Topology topology;
  private final Problems problems;

  CaptureReader(Topology topology, Problems problems) {
    this.topology = topology;
    this.problems = problems;
  }

  List<CapturePlan> read(MapReader experiment) {
    List<CapturePlan> plans = new ArrayList<>();
    List<String> files = new ArrayList<>();
    for (LocatedValue value : experiment.values(CAPTURES)) {
      Optional<CapturePlan> plan =
          value instanceof LocatedScalar scalar && !scalar.isNull()
              ? plan(LocatedMap.empty(value.at()), Optional.of(scalar))
              : MapReader.mapOf(value, "a capture", problems).flatMap(map -> plan(map, link(map)));
      if (plan.isEmpty()) {
        continue;
      }
      String file = plan.get().ends().getFirst().fileName();
      if (files.contains(file)) {
        problems.report(value.at(), "a second capture of the same end would have the same file");
      }
      files.add(file);
      plans.add(plan.get());
    }
    if (plans.size() > CAPTURES_MAX) {
      problems.report(
          experiment.at(CAPTURES), "an experiment has at most " + CAPTURES_MAX + " captures");
    }
    return plans;
  }

  private Optional<LocatedScalar> link(LocatedMap map) {
    new MapReader(map, problems).require(LINK);
    return map.get(LINK)
        .filter(LocatedScalar.class::isInstance)
        .map(LocatedScalar.class::cast)
        .filter(scalar -> !scalar.isNull());
  }

  private Optional<CapturePlan> plan(LocatedMap map, Optional<LocatedScalar> link) {
    MapReader reader = new MapReader(map, problems);
    reader.know(List.of(LINK));
    CaptureFilter filter =
        reader
            .scalar(FILTER, "a filter such as `proto=rdp`", t -> CaptureFilter.parse(t, topology))
            .orElse(CaptureFilter.ALL);
    int snapBytes =
        sizeWithin(
                reader,
                SNAPLEN,
                CaptureLimits.SNAP_BYTES_MIN,
                CaptureLimits.SNAP_BYTES_MAX,
                CaptureLimits.SNAP_BYTES_MAX)
            .intValue();
    long count = reader.integer(COUNT, 1, Long.MAX_VALUE).orElse(Long.MAX_VALUE);
    long size =
        sizeWithin(reader, SIZE, 1000, CaptureLimits.BYTES_MAX, CaptureLimits.BYTES_MAX_DEFAULT);
    reader.finish();
    if (link.isEmpty()) {
      return Optional.empty();
    }
    try {
      CapturedEnd end = CapturedEnd.parse(link.get().text(), topology, LinkNumbers.of(topology));
      return Optional.of(
          new CapturePlan(List.of(end), filter, new CaptureLimits(snapBytes, count, size)));
    } catch (UnitError e) {
      problems.report(link.get().at(), e.getMessage(), e::hint);
      return Optional.empty();
    }
  }

  private static Long sizeWithin(MapReader reader, String key, long min, long max, long otherwise) {
    return reader
        .scalar(
            key,
            "a size such as `128B`",
            text -> {
              long bytes = Units.sizeBytes(text);
              if (bytes < min || bytes > max) {
                throw new UnitError(
                    "%s is outside %s…%s"
                        .formatted(Quoted.of(text), Units.printSize(min), Units.printSize(max)));
              }
              return bytes;
            })
        .orElse(otherwise);
  }

  /** What {@link #read} reads. */
  static LocatedMap tree(CapturePlan plan) {
    CaptureLimits limits = plan.limits();
    TreeBuilder tree =
        new TreeBuilder("resolved capture").putText(LINK, plan.ends().getFirst().name());
    if (!plan.filter().text().isEmpty()) {
      tree.putText(FILTER, plan.filter().text());
    }
    tree.put(SNAPLEN, Units.printSize(limits.snapBytes()));
    if (limits.packetsMax() != Long.MAX_VALUE) {
      tree.put(COUNT, Long.toString(limits.packetsMax()));
    }
    return tree.put(SIZE, Units.printSize(limits.bytesMax())).build();
  }
}
