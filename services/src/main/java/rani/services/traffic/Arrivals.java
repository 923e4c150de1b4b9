// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.wire.Ipv4Header;

/** Times and sizes of the packets of a replay, in order of time. */
public final class Arrivals {
  /** Largest number of packets that one flow replays. */
  public static final int ARRIVALS_MAX = 100_000;

  /** Latest time of an arrival: one day. */
  public static final long SECONDS_MAX = 86_400;

  /** Least IPv4 total length of a packet. */
  public static final int SIZE_MIN = FlowReader.SIZE_MIN;

  /** Greatest IPv4 total length of a packet. */
  public static final int SIZE_MAX = Ipv4Header.TOTAL_LENGTH_MAX;

  private static final int NANOS_DIGITS = 9;
  private static final int CLIPPED_LENGTH = 40;
  private static final Pattern ARRIVAL =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(?:\\s*,\\s*|\\s+)(\\d{1,6})");

  private final long[] atNanos;
  private final int[] sizeBytes;

  private Arrivals(long[] atNanos, int[] sizeBytes) {
    this.atNanos = atNanos;
    this.sizeBytes = sizeBytes;
  }

  /** Packet of a replay: time after the flow's start, at least 0, and IPv4 total length. */
  public record Arrival(long atNanos, int sizeBytes) {
    /** Parses seconds with up to 9 decimals, and bytes, separated by a comma or blanks. */
    public static Arrival parse(String text) {
      Matcher arrival = form(text);
      if (!arrival.matches()) {
        throw new IllegalArgumentException(
            "`" + clipped(text) + "` is no arrival; write seconds and bytes, such as `0.25 1000`");
      }
      BigDecimal seconds = new BigDecimal(arrival.group(1));
      int bytes = Integer.parseInt(arrival.group(2));
      if (seconds.compareTo(BigDecimal.valueOf(SECONDS_MAX)) > 0) {
        throw new IllegalArgumentException("an arrival is at most " + SECONDS_MAX + " s after go");
      }
      if (bytes < FlowReader.SIZE_MIN || bytes > Ipv4Header.TOTAL_LENGTH_MAX) {
        throw new IllegalArgumentException(
            "a packet has " + FlowReader.SIZE_MIN + "…65535 bytes, not " + bytes);
      }
      return new Arrival(seconds.movePointRight(NANOS_DIGITS).longValueExact(), bytes);
    }

    /** Returns true if a text has the form of an arrival; its numbers may be out of range. */
    public static boolean isWritten(String text) {
      return form(text).matches();
    }

    private static Matcher form(String text) {
      return ARRIVAL.matcher(text.strip());
    }

    private static String clipped(String text) {
      return text.substring(0, Math.min(text.length(), CLIPPED_LENGTH));
    }

    /** Returns the text that {@link #parse} reads. */
    public String text() {
      return BigDecimal.valueOf(atNanos, NANOS_DIGITS).stripTrailingZeros().toPlainString()
          + " "
          + sizeBytes;
    }
  }

  /** Parses arrivals separated by commas, in ascending order of time; equal times are allowed. */
  static Arrivals of(String text) {
    String[] texts = text.isBlank() ? new String[0] : text.split(",", -1);
    if (texts.length > ARRIVALS_MAX) {
      throw new IllegalArgumentException(
          "at most " + ARRIVALS_MAX + " arrivals are replayed, not " + texts.length);
    }
    long[] at = new long[texts.length];
    int[] sizes = new int[texts.length];
    for (int i = 0; i < texts.length; i++) {
      Arrival arrival = Arrival.parse(texts[i]);
      at[i] = arrival.atNanos();
      sizes[i] = arrival.sizeBytes();
      if (i > 0 && at[i] < at[i - 1]) {
        throw new IllegalArgumentException(
            "`" + texts[i] + "` is before `" + texts[i - 1] + "`, which stands before it");
      }
    }
    return new Arrivals(at, sizes);
  }

  int count() {
    return atNanos.length;
  }

  long atNanos(int number) {
    return atNanos[number];
  }

  int sizeBytes(int number) {
    return sizeBytes[number];
  }
}
