// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rani.model.capture.CaptureFilter;
import rani.model.capture.CaptureLimits;
import rani.model.capture.CapturePlan;
import rani.model.capture.CapturedEnd;
import rani.model.capture.LinkType;
import rani.model.file.Form;
import rani.model.file.Keys;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.TreeBuilder;
import rani.model.file.UnitError;
import rani.model.file.Vocabulary;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;

/** Reads captures of links: {@code n7:n8}, or {@code {link: n7:n8, filter: proto=rdp, …}}. */
record CaptureReader(Topology topology, Problems problems) {
  static final String CAPTURES = "captures";
  static final int CAPTURES_MAX = 64;

  private static final String LINK = "link";
  private static final Kind<Long> SNAPLEN =
      Kind.within(
          Kind.SIZE.called("a size such as `128B`"),
          (long) CaptureLimits.SNAP_BYTES_MIN,
          (long) CaptureLimits.SNAP_BYTES_MAX);
  private static final Kind<Long> COUNT =
      Kind.within(Kind.INTEGER, 1L, Long.MAX_VALUE).looking(new Form.Whole(1L, null));
  private static final Kind<Long> SIZE =
      Kind.within(Kind.SIZE.called("a size such as `128B`"), 1000L, CaptureLimits.BYTES_MAX);

  /** Limits of a capture whose entry names none. */
  private static final CaptureLimits USUAL =
      new CaptureLimits(
          CaptureLimits.SNAP_BYTES_MAX, Long.MAX_VALUE, CaptureLimits.BYTES_MAX_DEFAULT);

  private static final Vocabulary KEYS =
      Vocabulary.of(
              Kind.TEXT
                  .property(
                      LINK,
                      "The end at n7 of its link to n8: `n7:n8`; of the second such link `n7:n8#2`;"
                          + " or by number, `n7:link-0`.")
                  .required())
          .and(
              Vocabulary.of(
                  keys -> {
                    filter(keys, Kind.TEXT, "", "");
                    limits(keys, USUAL);
                    inner(keys, false);
                  }))
          .varying("count");

  static final Property PROPERTY =
      new Property(
          CAPTURES,
          new Form.ListOf(
              new Form.Either(List.of(Form.TEXT, Form.of(KEYS))), 0, CAPTURES_MAX, true),
          "Links whose packets a run keeps as pcapng files in its folder, below `captures`. A sweep"
              + " keeps none.");

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
      String file = plan.get().fileName();
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
    return map.get(LINK).orElse(null) instanceof LocatedScalar scalar && !scalar.isNull()
        ? Optional.of(scalar)
        : Optional.empty();
  }

  private Optional<CapturePlan> plan(LocatedMap map, Optional<LocatedScalar> link) {
    MapReader reader = new MapReader(map, KEYS, problems);
    CaptureFilter filter =
        filter(
            reader,
            new Kind<>(
                "a filter such as `proto=rdp`",
                text -> CaptureFilter.parse(text, topology),
                CaptureFilter::text),
            CaptureFilter.ALL,
            CaptureFilter.ALL);
    CaptureLimits limits = limits(reader, USUAL);
    LinkType linkType = LinkType.of(inner(reader, false));
    reader.finish();
    if (link.isEmpty()) {
      return Optional.empty();
    }
    try {
      CapturedEnd end = CapturedEnd.parse(link.get().text(), topology, LinkNumbers.of(topology));
      return Optional.of(new CapturePlan(List.of(end), filter, limits, linkType));
    } catch (UnitError e) {
      problems.report(link.get().at(), e.getMessage(), e::hint);
      return Optional.empty();
    }
  }

  private static <T> T filter(Keys keys, Kind<T> kind, T usual, T known) {
    return keys.unlessUsual(
        "filter",
        kind,
        "Conditions that must all hold, such as `from=n1 proto=rdp`. By default everything.",
        usual,
        known);
  }

  private static CaptureLimits limits(Keys keys, CaptureLimits known) {
    long snapBytes =
        keys.value(
            "snaplen",
            SNAPLEN,
            "How much of each packet, from the first byte that is kept. By default all.",
            (long) known.snapBytes());
    long count =
        keys.unlessUsual(
            "count",
            COUNT,
            "The first so many packets. By default any number.",
            Long.MAX_VALUE,
            known.packetsMax());
    long bytes =
        keys.value(
            "size",
            SIZE,
            "The largest file; what comes when it is full is counted as lost.",
            known.bytesMax());
    return new CaptureLimits((int) snapBytes, count, bytes);
  }

  private static boolean inner(Keys keys, boolean known) {
    return keys.unlessUsual(
        "inner",
        Kind.TRUTH,
        "The IPv4 packets alone, for programs that know no RANI, in `n7-n8-inner.pcapng`.",
        false,
        known);
  }

  /** Returns the tree that {@link #read} reads back to an equal plan. */
  static LocatedMap tree(CapturePlan plan) {
    TreeBuilder tree =
        new TreeBuilder("resolved capture").putText(LINK, plan.ends().getFirst().name());
    filter(tree, Kind.TEXT, "", plan.filter().text());
    limits(tree, plan.limits());
    inner(tree, plan.linkType().isInner());
    return tree.build();
  }
}
