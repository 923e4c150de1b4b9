// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import rani.wire.FlowSpec;

/**
 * Packets of a flow to be dropped, by their numbers. The packets of the flow are numbered from 1 as
 * they enter the wire, retransmissions included. Control packets are not counted. The ranges
 * ascend; there are none for no drops.
 */
public record DropList(FlowSpec flow, Counted counted, List<Range> ranges) {
  public static final DropList NONE = new DropList(FlowSpec.ALL, Counted.PACKETS, List.of());
  public static final int RANGES_MAX = 1000;
  public static final int NUMBER_MAX = 1_000_000_000;

  private static final String NOTHING = "none";
  private static final Pattern RANGE = Pattern.compile("(\\d{1,10})(?:\\.\\.(\\d{1,10}))?");

  public enum Counted {
    PACKETS,
    /** Packets with data: no bare acknowledgements, no packets that open or close a connection. */
    DATA;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A range of packet numbers: 1 ≤ {@code first} ≤ {@code last} ≤ {@link #NUMBER_MAX}. */
  public record Range(int first, int last) {
    public Range {
      if (first < 1 || last < first || last > NUMBER_MAX) {
        throw new IllegalArgumentException(
            "a range of packets is within 1.." + NUMBER_MAX + ", not " + first + ".." + last);
      }
    }

    @Override
    public String toString() {
      return first == last ? Integer.toString(first) : first + ".." + last;
    }
  }

  public DropList {
    ranges = List.copyOf(ranges);
    if (ranges.size() > RANGES_MAX) {
      throw new IllegalArgumentException(
          "a list has at most " + RANGES_MAX + " numbers and ranges, not " + ranges.size());
    }
    for (int i = 1; i < ranges.size(); i++) {
      if (ranges.get(i).first() <= ranges.get(i - 1).last()) {
        throw new IllegalArgumentException(
            "each number is above the one before, and "
                + ranges.get(i)
                + " stands behind "
                + ranges.get(i - 1));
      }
    }
  }

  /**
   * Parses a list such as {@code 14, 15, 28..30}, or {@code none}.
   *
   * @throws IllegalArgumentException if the text is no list
   */
  public static DropList of(FlowSpec flow, Counted counted, String text) {
    List<Range> ranges = new ArrayList<>();
    if (!text.strip().equals(NOTHING)) {
      for (String part : text.split(",", -1)) {
        ranges.add(range(part.strip()));
      }
    }
    return new DropList(flow, counted, ranges);
  }

  private static Range range(String text) {
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      throw new IllegalArgumentException(
          "`" + text + "` is no number of a packet; write such as 14, 15, 28..30, or none");
    }
    long first = Long.parseLong(range.group(1));
    long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
    if (first < 1 || first > NUMBER_MAX || last > NUMBER_MAX) {
      throw new IllegalArgumentException("`" + text + "` is outside 1.." + NUMBER_MAX);
    }
    if (last < first) {
      throw new IllegalArgumentException("`" + text + "` ends before it begins");
    }
    return new Range((int) first, (int) last);
  }

  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** Formats the numbers as {@link #of} parses them, without blanks. */
  public String numbers() {
    return ranges.isEmpty()
        ? NOTHING
        : ranges.stream().map(Range::toString).collect(Collectors.joining(","));
  }
}
