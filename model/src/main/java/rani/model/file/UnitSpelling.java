// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * How other programs (tc(8), iperf3, containerlab) and people write units, to suggest the value
 * that they mean.
 *
 * @param times units of rani in one of theirs
 */
record UnitSpelling(long times, String unit) {
  /**
   * Returns a suggestion for a number with an unknown unit; empty for an unknown spelling, or one
   * of a unit that does not fit here.
   */
  static Optional<String> hint(BigDecimal number, String unit, SequencedSet<String> known) {
    UnitSpelling meant = of(unit);
    if (!known.contains(meant.unit)) {
      return Optional.empty();
    }
    String likely = "did you mean " + meant.quoted(number);
    boolean isBytesToTc = unit.toLowerCase(Locale.ROOT).matches("[kmg]?bps"); // tc(8), UNITS
    String ofBytes = new UnitSpelling(8, meant.unit).quoted(number);
    return Optional.of(likely + (isBytesToTc ? " (or " + ofBytes + ": tc counts bytes)?" : "?"));
  }

  private String quoted(BigDecimal number) {
    return Quoted.of(Units.plain(number.multiply(BigDecimal.valueOf(times))) + unit);
  }

  private static UnitSpelling of(String unit) {
    return switch (unit) {
      case "B/s", "KB/s", "kB/s", "MB/s", "GB/s" -> new UnitSpelling(8, bits(unit.charAt(0)));
      default -> ofAnyCase(unit.toLowerCase(Locale.ROOT));
    };
  }

  private static UnitSpelling ofAnyCase(String unit) {
    return switch (unit) {
      case "bps", "kbps", "mbps", "gbps", "b/s", "kb/s", "mb/s", "gb/s" ->
          new UnitSpelling(1, bits(unit.charAt(0)));
      case "pps", "p/s", "pkt/s", "pkts/s", "packets/s" -> new UnitSpelling(1, "packet/s");
      case "p", "pkt", "pkts" -> new UnitSpelling(1, "packet");
      case "nsec", "nsecs" -> new UnitSpelling(1, "ns");
      case "usec", "usecs", "\u00b5s", "\u03bcs" -> new UnitSpelling(1, "us");
      case "msec", "msecs" -> new UnitSpelling(1, "ms");
      case "sec", "secs", "second", "seconds" -> new UnitSpelling(1, "s");
      case "m", "mins", "minute", "minutes" -> new UnitSpelling(1, "min");
      case "h", "hour", "hours" -> new UnitSpelling(60, "min");
      case "byte", "bytes" -> new UnitSpelling(1, "B");
      case "kib" -> new UnitSpelling(1 << 10, "B");
      case "mib" -> new UnitSpelling(1 << 20, "B");
      case "gib" -> new UnitSpelling(1 << 30, "B");
      case "percent" -> new UnitSpelling(1, "%");
      default -> new UnitSpelling(1, unit);
    };
  }

  private static String bits(char prefix) {
    return switch (prefix) {
      case 'k', 'K' -> "kbit/s";
      case 'm', 'M' -> "Mbit/s";
      case 'g', 'G' -> "Gbit/s";
      default -> "bit/s";
    };
  }
}
