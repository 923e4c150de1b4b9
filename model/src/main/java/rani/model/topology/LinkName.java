// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Name of a link: {@code A -- B}, or {@code A -- B #2} for the second between two nodes. */
record LinkName(String a, String b, int ordinal) {
  private static final Pattern LINK =
      Pattern.compile("(\\S+)\\s+--\\s+(\\S+?)(?:\\s*#(\\d{1,4}))?");
  private static final Pattern DIRECTION = Pattern.compile("(\\S+)\\s+->\\s+(\\S+)");

  static LinkName of(TopologyLink link) {
    return new LinkName(link.a().node(), link.b().node(), link.ordinal());
  }

  static Optional<LinkName> parse(String text) {
    Matcher matcher = LINK.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int ordinal = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
    return ordinal == 0
        ? Optional.empty()
        : Optional.of(new LinkName(matcher.group(1), matcher.group(2), ordinal));
  }

  /** Returns whether a key of a link's mapping looks like a direction. */
  static boolean isDirection(String key) {
    return key.contains("->");
  }

  /** Returns whether a key names the direction between two nodes. */
  static boolean isDirection(String key, String from, String to) {
    Matcher matcher = DIRECTION.matcher(key.strip());
    return matcher.matches() && matcher.group(1).equals(from) && matcher.group(2).equals(to);
  }

  /** Returns a name that is equal for both orders of the two nodes. */
  String identity() {
    return (a.compareTo(b) <= 0 ? a + " -- " + b : b + " -- " + a) + " #" + ordinal;
  }

  @Override
  public String toString() {
    return a + " -- " + b + (ordinal == 1 ? "" : " #" + ordinal);
  }
}
