// SPDX-License-Identifier: Apache-2.0
package rani.tools.operator;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class SpanOrDate {
  private static final Pattern SPAN = Pattern.compile("(\\d{1,6})(min|h|d)");

  private SpanOrDate() {}

  /**
   * Parses a span from now, {@code 90min}, {@code 12h} or {@code 30d}, the beginning of a date in
   * UTC, {@code 2027-01-31}, or a time {@code 2027-01-31T12:00:00Z}.
   */
  static Instant parse(String text, Instant now) {
    Matcher span = SPAN.matcher(text);
    try {
      if (span.matches()) {
        long count = Long.parseLong(span.group(1));
        return now.plus(
            switch (span.group(2)) {
              case "min" -> Duration.ofMinutes(count);
              case "h" -> Duration.ofHours(count);
              default -> Duration.ofDays(count);
            });
      }
      return text.contains("T")
          ? Instant.parse(text)
          : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "`" + text + "` is no time; write 90min, 12h, 30d, or a date such as 2027-01-31", e);
    }
  }
}
