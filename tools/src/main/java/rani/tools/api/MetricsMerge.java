// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Merges scrapes in Prometheus's text format, in which a metric's samples stand together. */
final class MetricsMerge {
  static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final String COMMENT = "# ";

  private final SequencedMap<String, StringBuilder> families = new LinkedHashMap<>();

  /** Adds a scrape, whose samples stand below the comments of their metric. */
  void add(String scrape) {
    StringBuilder family = new StringBuilder();
    String name = "";
    boolean isKnown = false;
    for (String line : scrape.lines().toList()) {
      String[] words = line.split(" ", 4);
      if (line.startsWith(COMMENT) && words.length > 2) {
        if (!words[2].equals(name)) {
          name = words[2];
          isKnown = families.containsKey(name);
          family = families.computeIfAbsent(name, fresh -> new StringBuilder());
        }
        if (!isKnown) {
          family.append(line).append('\n');
        }
      } else if (!line.isEmpty()) {
        family.append(line).append('\n');
      }
    }
  }

  String text() {
    StringBuilder text = new StringBuilder();
    families.values().forEach(text::append);
    return text.toString();
  }
}
