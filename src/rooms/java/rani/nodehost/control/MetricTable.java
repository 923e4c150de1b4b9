// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics of a scrape as a table: name, type, labels and help of each family of rani's own. */
final class MetricTable {
  private static final Pattern LABEL = Pattern.compile("([a-z]+)=\"");

  /** Name of the row that the numbers of all services share. */
  private static final String OF_SERVICES = "rani_service_SERVICE_FACT";

  private final SequencedMap<String, Family> families = new TreeMap<>();

  private static final class Family {
    private String type = "";
    private String help = "";
    private final TreeSet<String> labels = new TreeSet<>();
  }

  static MetricTable of(String scrape) {
    MetricTable table = new MetricTable();
    Family family = new Family();
    Map<String, Family> byName = new LinkedHashMap<>();
    for (String line : scrape.lines().toList()) {
      String[] words = line.split(" ", 4);
      if (line.startsWith("# ")) {
        family = byName.computeIfAbsent(words[2], name -> new Family());
        if (words[1].equals("HELP")) {
          family.help = words[3];
        } else {
          family.type = words[3];
        }
      } else {
        Matcher label = LABEL.matcher(line);
        while (label.find()) {
          family.labels.add(label.group(1));
        }
      }
    }
    byName.forEach(
        (name, each) -> {
          if (name.startsWith("rani_")) {
            boolean isFact = each.type.equals("untyped");
            Family merged =
                table.families.computeIfAbsent(isFact ? OF_SERVICES : name, fresh -> each);
            merged.labels.addAll(each.labels);
          }
        });
    return table;
  }

  String markdown() {
    StringBuilder text =
        new StringBuilder("| metric | type | labels | what |\n|---|---|---|---|\n");
    families.forEach(
        (name, family) -> {
          family.labels.remove("node");
          String labels =
              family.labels.isEmpty() ? "" : "`" + String.join("` `", family.labels) + "`";
          text.append(
              "| `%s` | %s | %s | %s |\n".formatted(name, family.type, labels, family.help));
        });
    return text.toString();
  }
}
