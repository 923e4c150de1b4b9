// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import java.util.Arrays;
import java.util.regex.Pattern;
import rani.link.DeliveryTrace;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * Reads traces of Mahimahi's mm-link: a whole number of milliseconds a line, ascending or equal,
 * for each opportunity of 1504 bytes. Lines that begin with {@code #}, and empty ones, are left
 * out.
 */
final class MahimahiText {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final int MILLIS_MAX = 86_400_000;
  private static final long MILLISECOND_NANOS = 1_000_000;

  private MahimahiText() {}

  /** Returns whether the first line that says something is a number alone. */
  static boolean isOne(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !isLeftOut(line))
        .findFirst()
        .filter(line -> NUMBER.matcher(line).matches())
        .isPresent();
  }

  private static boolean isLeftOut(String line) {
    return line.isEmpty() || line.startsWith("#");
  }

  static DeliveryTrace parse(String file, String text) throws FileError {
    int[] times = new int[1024];
    int count = 0;
    int number = 0;
    for (String each : (Iterable<String>) text.lines()::iterator) {
      number++;
      String line = each.strip();
      if (isLeftOut(line)) {
        continue;
      }
      Location at = new Location(file, number, 1);
      if (!NUMBER.matcher(line).matches()) {
        throw new FileError(
            at, Quoted.of(line) + " is no whole number of milliseconds, such as `125`", "");
      }
      int millis = Integer.parseInt(line);
      if (millis > MILLIS_MAX) {
        throw new FileError(at, "a trace lasts at most a day, " + MILLIS_MAX + " ms", "");
      }
      if (count > 0 && millis < times[count - 1]) {
        throw new FileError(at, "this time is before the one above it", "");
      }
      if (count == DeliveryTrace.OPPORTUNITIES_MAX) {
        throw new FileError(
            at, "a trace has at most " + DeliveryTrace.OPPORTUNITIES_MAX + " opportunities", "");
      }
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * count);
      }
      times[count++] = millis;
    }
    if (times[count - 1] == 0) {
      throw new FileError(
          Location.ofFile(file), "all times are 0, and a trace lasts longer than that", "");
    }
    return new DeliveryTrace(Arrays.copyOf(times, count), MILLISECOND_NANOS);
  }
}
