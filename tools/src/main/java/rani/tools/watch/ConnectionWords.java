// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public final class ConnectionWords {
  private static final Pattern NAME = Pattern.compile("([^:]+):(\\d+)-([^:]+):(\\d+)");

  private ConnectionWords() {}

  /** Returns the name of a sender's phase for users; traces have abbreviations. */
  public static String phase(String state) {
    return switch (state) {
      case "Idle" -> "idle";
      case "SS" -> "slow start";
      case "CA" -> "avoidance";
      case "OOS" -> "out of sequence";
      case "FR" -> "fast recovery";
      case "PR" -> "partial recovery";
      case "RTO" -> "after a timeout";
      default -> state;
    };
  }

  /**
   * Returns a connection's name {@code 10.0.0.1:49152-10.0.0.3:7000} with nodes instead of
   * addresses, {@code n1:49152->n3:7000}. The end that reports the connection is first.
   */
  public static String named(String name, Map<String, String> names) {
    Matcher ends = NAME.matcher(name);
    if (!ends.matches()) {
      return name;
    }
    String from = names.getOrDefault(ends.group(1), ends.group(1));
    String to = names.getOrDefault(ends.group(3), ends.group(3));
    return from + ":" + ends.group(2) + "->" + to + ":" + ends.group(4);
  }
}
