// SPDX-License-Identifier: Apache-2.0
package rani.parts;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the end of a build says of tests that were skipped, ran once more, or lost a buffer. */
final class Summary {
  /** Profiles of Maven that set a property, without which tests are skipped. */
  private static final List<String> PROFILES = List.of("slow", "long");

  /** Behind it stands a test's own reason. */
  private static final String OWN = " ==> ";

  /** Characters of a reason. */
  private static final int SHOWN_MAX = 120;

  private Summary() {}

  /** Of all records' lines; empty if there is nothing to say. */
  static String of(List<RecordLine> lines) {
    StringBuilder text = new StringBuilder();
    tell(text, lines, RecordLine.Kind.SKIPPED, "test skipped", "tests skipped");
    if (lines.stream().anyMatch(line -> line.reason().startsWith(RealPart.LACKS))) {
      text.append("    what is missing: ./rani doctor --tests, and brought by --install\n");
    }
    tell(text, lines, RecordLine.Kind.AGAIN, "run made once more", "runs made once more");
    tell(text, lines, RecordLine.Kind.LEAKED, "buffer lost", "buffers lost");
    return text.toString();
  }

  private static void tell(
      StringBuilder text, List<RecordLine> all, RecordLine.Kind kind, String one, String more) {
    List<RecordLine> lines = all.stream().filter(line -> line.kind() == kind).toList();
    if (lines.isEmpty()) {
      return;
    }
    int count = count(lines);
    text.append("%d %s\n".formatted(count, count == 1 ? one : more));
    Map<String, List<RecordLine>> byReason =
        lines.stream().collect(groupingBy(Summary::reason, TreeMap::new, toList()));
    byReason.forEach(
        (reason, of) ->
            text.append(
                "  %3d  %s: %s\n"
                    .formatted(
                        count(of),
                        reason,
                        of.stream()
                            .map(RecordLine::test)
                            .distinct()
                            .sorted()
                            .collect(joining(", ")))));
  }

  /**
   * Why, in a line of a screen: the whole of it stands where the test said it. JUnit puts the
   * property's name and values before what a test says of it.
   */
  private static String reason(RecordLine line) {
    String reason = line.reason();
    for (String profile : PROFILES) {
      if (reason.contains("[rani." + profile + "]")) {
        return "only by `mvn verify -P" + profile + "`";
      }
    }
    int own = reason.lastIndexOf(OWN);
    reason = own < 0 ? reason : reason.substring(own + OWN.length());
    return reason.length() <= SHOWN_MAX ? reason : reason.substring(0, SHOWN_MAX - 1) + "\u2026";
  }

  private static int count(List<RecordLine> lines) {
    return lines.stream().mapToInt(RecordLine::count).sum();
  }
}
