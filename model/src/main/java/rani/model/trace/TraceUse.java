// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.LinkTrace;
import rani.link.TracedLink;
import rani.model.file.Form;
import rani.model.file.Keys;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.TreeBuilder;
import rani.model.file.Units;
import rani.model.file.Vocabulary;

/** What a link's {@code rate} says of the trace that it follows: {@code {trace: NAME}}. */
public final class TraceUse {
  static final String TRACE = "trace";

  /** The form of a rate: one for ever, or that of a trace. */
  public static final Form RATE =
      new Form.Either(
          List.of(
              Kind.RATE.form(),
              new Form.Mapping(
                  () -> Vocabulary.of(keys -> settings(keys, Settings.UNSAID)).required(TRACE))));

  private record Settings(
      @Nullable String trace, boolean loop, long startNanos, @Nullable Long periodNanos) {
    static final Settings UNSAID = new Settings(null, true, 0, null);
  }

  private TraceUse() {}

  private static Settings settings(Keys keys, Settings known) {
    return new Settings(
        keys.optional(
            TRACE,
            Kind.TEXT,
            "The name of one of `traces`, or a file of Mahimahi's format or CSV, relative to this"
                + " one.",
            known.trace),
        keys.value("loop", Kind.TRUTH, "Whether it begins again when it is over.", known.loop),
        keys.value("start", Kind.DURATION, "The time of the trace at go.", known.startNanos),
        keys.optional(
            "period",
            Kind.DURATION,
            "After which it begins again; else at its last time, or that of CSV's last step.",
            known.periodNanos));
  }

  /** Reads what a rate says; null after a problem. */
  public static @Nullable TracedLink read(
      LocatedMap rate, SequencedMap<String, LinkTrace> traces, Problems problems) {
    Settings settings = check(rate, problems);
    if (settings.trace == null) {
      return null;
    }
    LinkTrace trace = traces.get(settings.trace);
    MapReader at = new MapReader(rate, problems);
    if (trace == null) {
      problems.reportUnknown(at.at(TRACE), "trace", settings.trace, traces.sequencedKeySet());
      return null;
    }
    boolean loops = settings.loop;
    long periodNanos =
        settings.periodNanos == null ? trace.usualPeriodNanos() : settings.periodNanos;
    if (trace.usualPeriodNanos() == 0 && settings.periodNanos == null) {
      loops = false; // one step alone holds for ever
    }
    try {
      return new TracedLink(
          settings.trace, trace, loops, settings.startNanos, loops ? periodNanos : 0);
    } catch (IllegalArgumentException e) {
      String period = settings.periodNanos == null ? "start" : "period";
      problems.report(
          at.at(period),
          Quoted.of(settings.trace)
              + ": "
              + e.getMessage()
              + " (it ends at "
              + Units.printDuration(trace.lastNanos())
              + ")");
      return null;
    }
  }

  /** Reads what a rate says, and reports what is wrong with it whatever its trace is. */
  private static Settings check(LocatedMap rate, Problems problems) {
    MapReader reader = new MapReader(rate, problems);
    reader.require(TRACE);
    Settings settings = settings(reader, Settings.UNSAID);
    reader.finish();
    return settings;
  }

  /** Prints what a link's rate says. */
  public static LocatedMap tree(TracedLink link, String origin) {
    TreeBuilder tree = new TreeBuilder(origin);
    var _ =
        settings(
            tree,
            new Settings(
                link.name(),
                link.loops(),
                link.startNanos(),
                link.loops() ? link.periodNanos() : null));
    return tree.build();
  }
}
