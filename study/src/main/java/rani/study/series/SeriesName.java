// SPDX-License-Identifier: Apache-2.0
package rani.study.series;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rani.service.metric.MetricUnit;

/**
 * The name of a series: a metric's without its statistic, such as {@code delay.n1}.
 *
 * @param place the node, or the direction {@code A->B} of a link
 */
public record SeriesName(Quantity quantity, String place) {
  /** The place of a series of all nodes. */
  public static final String TOTAL = "total";

  /** What a series' values are taken from. */
  public enum Shape {
    /** One value an event, each counting alike. */
    SAMPLES,
    /** Values that each last until the next one. */
    STEPS,
    /** Means over consecutive spans of equal length. */
    BINS,
    /** States, each with the span of time that it lasted. */
    STATES
  }

  /** The quantities that are known over time. */
  public enum Quantity {
    DELAY(
        "delay",
        false,
        Shape.SAMPLES,
        MetricUnit.SECONDS,
        "delay of packets of NODE",
        "one value for each of its packets that came to a sink within S: from origin to delivery"),
    SOJOURN(
        "sojourn",
        true,
        Shape.SAMPLES,
        MetricUnit.SECONDS,
        "stay of packets on their way out A->B",
        "one value for each packet that left within S: from joining the node's first queue to its"
            + " departure"),
    QUEUE(
        "queue",
        false,
        Shape.SAMPLES,
        MetricUnit.PACKETS,
        "queue at NODE",
        "one value for each packet that arrived within S at the node's own queue or, where it has"
            + " none, at those of its links: the packets that it found waiting"),
    QUEUE_OF_LINK(
        "queue",
        true,
        Shape.SAMPLES,
        MetricUnit.PACKETS,
        "queue of A->B",
        "the same of the queue of one direction of a link"),
    CWND(
        "rdp.cwnd",
        false,
        Shape.STEPS,
        MetricUnit.PACKETS,
        "congestion window of NODE",
        "the congestion window of each of its connections, which lasts until it changes"),
    SRTT(
        "rdp.srtt",
        false,
        Shape.STEPS,
        MetricUnit.SECONDS,
        "smoothed round-trip time of NODE",
        "that of each of its connections, which lasts until it changes"),
    STATE(
        "rdp.state",
        false,
        Shape.STATES,
        MetricUnit.ORDINAL,
        "state of the sender of NODE",
        "the states of the congestion control of each of its connections"),
    FILTER(
        "filter",
        false,
        Shape.STATES,
        MetricUnit.ORDINAL,
        "filters at NODE",
        "the spans of time for which the node filtered a flow"),
    THROUGHPUT(
        "throughput",
        false,
        Shape.BINS,
        MetricUnit.BITS_PER_SECOND,
        "throughput of NODE",
        "8 * bytes of its packets that came to sinks within a bin / length of the bin"),
    UTILISATION(
        "link.utilisation",
        true,
        Shape.BINS,
        MetricUnit.SHARE,
        "utilisation of A->B",
        "the part of a bin in which the direction's serializer was busy"),
    COMPLETION(
        "fct",
        false,
        Shape.SAMPLES,
        MetricUnit.SECONDS,
        "flow completion time of NODE",
        "one value for each transfer of a source that started within S and ended within the run, at"
            + " its start; `fct.total` is of all sources"),
    SLOWDOWN(
        "fct.slowdown",
        false,
        Shape.SAMPLES,
        MetricUnit.COUNT,
        "slowdown of transfers of NODE",
        "the same over the least time on the empty path; `fct.slowdown.total` is of all sources");

    private final String prefix;
    private final boolean isOfLink;
    private final Shape shape;
    private final MetricUnit unit;
    private final String words;
    private final String meaning;

    Quantity(
        String prefix,
        boolean isOfLink,
        Shape shape,
        MetricUnit unit,
        String words,
        String meaning) {
      this.prefix = prefix;
      this.isOfLink = isOfLink;
      this.shape = shape;
      this.unit = unit;
      this.words = words;
      this.meaning = meaning;
    }

    public boolean isOfLink() {
      return isOfLink;
    }

    public Shape shape() {
      return shape;
    }

    public MetricUnit unit() {
      return unit;
    }

    /** Returns the quantity in words, with {@code NODE} or {@code A->B} for the place. */
    public String words() {
      return words;
    }

    /** Returns what a distribution of samples counts. */
    public String samples() {
      return hasTotal() ? "flows" : "packets";
    }

    /** Returns whether there is a series of all nodes, named {@link #TOTAL}. */
    public boolean hasTotal() {
      return this == COMPLETION || this == SLOWDOWN;
    }

    /** Returns in one sentence what its values are; S is the span of {@code measure}. */
    public String meaning() {
      return meaning;
    }

    /** Returns the pattern of its names: {@code delay.NODE}. */
    public String pattern() {
      return prefix + "." + placeholder();
    }

    public String placeholder() {
      return isOfLink ? "A->B" : "NODE";
    }
  }

  /** Returns the name in its parts; empty if no run can have such a series. */
  public static Optional<SeriesName> of(String name) {
    int dot = name.lastIndexOf('.');
    if (dot < 0 || dot == name.length() - 1) {
      return Optional.empty();
    }
    String prefix = name.substring(0, dot);
    String place = name.substring(dot + 1);
    boolean isOfLink = place.contains("->");
    return Stream.of(Quantity.values())
        .filter(one -> one.prefix.equals(prefix) && one.isOfLink == isOfLink)
        .findFirst()
        .map(one -> new SeriesName(one, place));
  }

  /** Returns the table of all series for a document, a line each. */
  public static String table() {
    return Stream.of(Quantity.values())
        .map(
            one ->
                "| `%s` | %s | %s |\n"
                    .formatted(
                        one.pattern(),
                        one.shape == Shape.STATES ? "" : one.unit.text(),
                        one.meaning))
        .collect(Collectors.joining());
  }

  public static List<String> patterns() {
    return Stream.of(Quantity.values()).map(Quantity::pattern).toList();
  }

  /** Returns whether this is a series of all nodes. */
  public boolean isTotal() {
    return quantity.hasTotal() && place.equals(TOTAL);
  }

  public String inWords() {
    return isTotal()
        ? quantity.words.replace(" of " + quantity.placeholder(), "")
        : quantity.words.replace(quantity.placeholder(), place);
  }

  @Override
  public String toString() {
    return quantity.prefix + "." + place;
  }
}
