// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.DeliveryTrace;
import rani.link.LinkTrace;
import rani.link.StepTrace;
import rani.model.file.Form;
import rani.model.file.Keys;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.TreeBuilder;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.queue.Rate;

/**
 * Reads and prints the traces of a topology by their names. A file takes the place of its name here
 * ({@link TraceFiles}), so that the topology of a run holds everything that its links follow.
 */
public final class TraceReader {
  /** Key of the traces of a topology. */
  public static final String TRACES = "traces";

  /** The largest number of traces of a topology. */
  public static final int TRACES_MAX = 256;

  static final String FILE = "file";

  private static final long MILLISECOND_NANOS = 1_000_000;
  private static final int GAPS_A_LINE = 30;

  /** What a trace says; either opportunities, or times with what holds from them on. */
  private record Content(
      List<String> opportunities,
      long unitNanos,
      List<Long> times,
      List<Long> rates,
      List<Long> delays,
      List<Double> losses) {
    static final Content NONE =
        new Content(List.of(), MILLISECOND_NANOS, List.of(), List.of(), List.of(), List.of());
  }

  private static final Kind<Long> STEP_RATE =
      new Kind<>(
          "a rate such as `2Mbit/s`, or `0bit/s`",
          TraceReader::bitsPerSecond,
          TraceReader::printRate,
          false,
          new Form.Quantity(
              "trace-rate",
              "^[0-9]+(\\.[0-9]+)?\\s*(|k|M|G)bit(/s)?$",
              List.of("2Mbit/s", "0bit/s")));

  private static final Vocabulary CONTENT = Vocabulary.of(keys -> content(keys, Content.NONE));

  /** What a topology says of one trace. */
  private static final Vocabulary KEYS =
      Vocabulary.of(
              Kind.TEXT.property(
                  FILE,
                  "A file of Mahimahi's format, or CSV, relative to this one; in place of what"
                      + " follows."))
          .and(TraceColumns.PROPERTY)
          .and(CONTENT);

  /** The key of a topology file. */
  public static final Property PROPERTY =
      new Property(
          TRACES,
          new Form.Named(Form.TEXT, Form.of(KEYS)),
          "What links could carry over time, by names that their `rate` has.");

  private TraceReader() {}

  /** Reads the traces of a topology whose files have been put in their place. */
  public static SequencedMap<String, LinkTrace> read(LocatedMap traces, Problems problems) {
    SequencedMap<String, LinkTrace> read = new LinkedHashMap<>();
    if (traces.entries().size() > TRACES_MAX) {
      problems.report(
          traces.at(), "at most " + TRACES_MAX + " traces, not " + traces.entries().size());
      return read;
    }
    for (Map.Entry<String, LocatedMap.Entry> entry : traces.entries().entrySet()) {
      String name = entry.getKey();
      MapReader.mapOf(entry.getValue().value(), "trace " + Quoted.of(name), problems)
          .map(map -> trace(name, map, problems))
          .ifPresent(trace -> read.put(name, trace));
    }
    return Collections.unmodifiableSequencedMap(read);
  }

  private static @Nullable LinkTrace trace(String name, LocatedMap map, Problems problems) {
    if (map.get(FILE).isPresent()) {
      problems.report(
          map.keyAt(FILE), "trace " + Quoted.of(name) + " names a file, which was not read");
      return null;
    }
    Problems own = new Problems();
    MapReader reader = new MapReader(map, own);
    Content content = content(reader, Content.NONE);
    reader.finish();
    LinkTrace trace = null;
    if (own.isEmpty()) {
      try {
        trace = trace(content);
      } catch (IllegalArgumentException | UnitError e) {
        own.report(map.at(), "trace " + Quoted.of(name) + ": " + e.getMessage());
      }
    }
    problems.addAll(own);
    return trace;
  }

  private static Content content(Keys keys, Content known) {
    return new Content(
        keys.values(
            "opportunities",
            Kind.WORD,
            "Gaps between opportunities of 1504 bytes, in units, `2 0x3`: one after two units, and"
                + " three more at once.",
            known.opportunities),
        keys.unlessUsual(
            "unit",
            Kind.within(Kind.DURATION, 1L, LinkTrace.NANOS_MAX),
            "The unit of gaps.",
            MILLISECOND_NANOS,
            known.unitNanos),
        keys.values("times", Kind.DURATION, "When steps begin, the first at 0s.", known.times),
        keys.values("rates", STEP_RATE, "The rate of each step.", known.rates),
        keys.values("delays", Kind.DURATION, "The delay of each step.", known.delays),
        keys.values("losses", Kind.FRACTION, "The loss of each step.", known.losses));
  }

  private static LinkTrace trace(Content content) throws UnitError {
    boolean isDelivery = !content.opportunities.isEmpty();
    if (isDelivery == !content.times.isEmpty()) {
      throw new UnitError("a trace has either `opportunities`, or `times` with what holds then");
    }
    return isDelivery
        ? new DeliveryTrace(Gaps.times(content.opportunities), content.unitNanos)
        : new StepTrace(
            longs(content.times),
            longs(content.rates),
            longs(content.delays),
            content.losses.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static long[] longs(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).toArray();
  }

  private static long bitsPerSecond(String text) throws UnitError {
    if (text.matches("0+(\\.0+)?\\s*[kMG]?bit(/s)?")) {
      return 0;
    }
    return (long) Math.rint(Units.rate(text).bitsPerSecondOf(1));
  }

  private static String printRate(long bitsPerSecond) {
    return bitsPerSecond == 0 ? "0bit/s" : Units.printRate(Rate.bitsPerSecond(bitsPerSecond));
  }

  /** Prints traces by their names. */
  public static LocatedMap tree(SequencedMap<String, LinkTrace> traces, String origin) {
    TreeBuilder all = new TreeBuilder(origin);
    traces.forEach((name, trace) -> all.put(name, tree(trace, origin)));
    return all.build();
  }

  static LocatedMap tree(LinkTrace trace, String origin) {
    TreeBuilder tree = new TreeBuilder(origin);
    content(tree, content(trace));
    return tree.build();
  }

  private static Content content(LinkTrace trace) {
    return switch (trace) {
      case DeliveryTrace delivery ->
          new Content(
              Gaps.lines(delivery, GAPS_A_LINE),
              delivery.unitNanos(),
              List.of(),
              List.of(),
              List.of(),
              List.of());
      case StepTrace steps -> {
        List<Long> times = new ArrayList<>();
        List<Long> rates = new ArrayList<>();
        List<Long> delays = new ArrayList<>();
        List<Double> losses = new ArrayList<>();
        for (int step = 0; step < steps.steps(); step++) {
          times.add(steps.nanos(step));
          if (steps.hasRate()) {
            rates.add(steps.bitsPerSecond(step));
          }
          if (steps.hasDelay()) {
            delays.add(steps.delayNanos(step));
          }
          if (steps.hasLoss()) {
            losses.add(steps.loss(step));
          }
        }
        yield new Content(List.of(), MILLISECOND_NANOS, times, rates, delays, losses);
      }
    };
  }

  /** Reads and prints gaps between opportunities: {@code 1 0x2} are 1, 0 and 0. */
  private static final class Gaps {
    private static final int DIGITS_MAX = 9;

    private Gaps() {}

    static int[] times(List<String> lines) throws UnitError {
      int[] times = new int[1024];
      int count = 0;
      long time = 0;
      for (String line : lines) {
        for (String word : line.strip().split("\\s+")) {
          int cross = word.indexOf('x');
          int gap = number(word, cross < 0 ? word : word.substring(0, cross));
          int run = cross < 0 ? 1 : number(word, word.substring(cross + 1));
          if (run > DeliveryTrace.OPPORTUNITIES_MAX - count) {
            throw new UnitError("more than " + DeliveryTrace.OPPORTUNITIES_MAX + " opportunities");
          }
          while (count + run > times.length) {
            times = Arrays.copyOf(times, 2 * times.length);
          }
          for (int i = 0; i < run; i++) {
            time += gap;
            if (time > Integer.MAX_VALUE) {
              throw new UnitError("times above " + Integer.MAX_VALUE + " units");
            }
            times[count++] = (int) time;
          }
        }
      }
      return Arrays.copyOf(times, count);
    }

    private static int number(String word, String digits) throws UnitError {
      if (digits.isEmpty()
          || digits.length() > DIGITS_MAX
          || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
        throw new UnitError(Quoted.of(word) + " is no gap; write such as `2` or `0x3`");
      }
      return Integer.parseInt(digits);
    }

    static List<String> lines(DeliveryTrace trace, int wordsMax) {
      List<String> lines = new ArrayList<>();
      StringBuilder line = new StringBuilder();
      int words = 0;
      int before = 0;
      int i = 0;
      while (i < trace.opportunities()) {
        int gap = trace.time(i) - before;
        int end = i + 1;
        while (end < trace.opportunities() && trace.time(end) - trace.time(end - 1) == gap) {
          end++;
        }
        line.append(words == 0 ? "" : " ").append(gap);
        line.append(end - i == 1 ? "" : "x" + (end - i));
        words++;
        if (words == wordsMax) {
          lines.add(line.toString());
          line.setLength(0);
          words = 0;
        }
        before = trace.time(end - 1);
        i = end;
      }
      if (words > 0) {
        lines.add(line.toString());
      }
      return lines;
    }
  }
}
