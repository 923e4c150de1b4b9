// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.wire.Ipv4Header;

/** When packets of which sizes are sent, in order of time. */
public final class Arrivals {
  /** How many one flow replays. */
  public static final int ARRIVALS_MAX = 100_000;

  /** The latest time: a day. */
  public static final long SECONDS_MAX = 86_400;

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

  /**
   * One arrival.
   *
   * @param atNanos after the beginning, at least 0
   * @param sizeBytes IPv4 total length
   */
  public record Arrival(long atNanos, int sizeBytes) {
    /**
     * Reads one: seconds with up to 9 decimals, and bytes, with a comma or blanks between them.
     *
     * @throws IllegalArgumentException if it is none, or out of range
     */
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

    /** Whether a text has the form of an arrival; its numbers may be out of range. */
    public static boolean isWritten(String text) {
      return form(text).matches();
    }

    private static Matcher form(String text) {
      return ARRIVAL.matcher(text.strip());
    }

    private static String clipped(String text) {
      return text.substring(0, Math.min(text.length(), CLIPPED_LENGTH));
    }

    /** As {@link #parse} reads it. */
    public String text() {
      return BigDecimal.valueOf(atNanos, NANOS_DIGITS).stripTrailingZeros().toPlainString()
          + " "
          + sizeBytes;
    }
  }

  /**
   * Reads arrivals, each behind the one before or at the same time.
   *
   * @param text of any number, with commas between them
   * @throws IllegalArgumentException if they are not in order, or too many
   */
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
