// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.model.file.NamedFiles;
import rani.model.packet.Dissection;
import rani.testbed.Testbed;
import rani.testbed.journey.InjectOrder;
import rani.testbed.journey.InjectionRefused;

/** Packet that is being composed: source, destination and the fields set so far. */
public final class PacketDraft {
  private static final Pattern WAY =
      Pattern.compile("(?<from>[^\\s>]+?)(?:\\s*->\\s*|\\s+)(?<to>[^\\s>]+)");

  private final Testbed testbed;
  private final NamedFiles files;
  private final String from;
  private final String to;
  private final SequencedMap<String, String> fields = new LinkedHashMap<>();

  private PacketDraft(Testbed testbed, NamedFiles files, String from, String to) {
    this.testbed = testbed;
    this.files = files;
    this.from = from;
    this.to = to;
  }

  /**
   * Parses a packet: {@code N8}, {@code N1 N8}, {@code N1 -> N8} or {@code N1->N8}, then fields. A
   * single node {@code about}, given before the verb, is the source unless the words name another.
   */
  public static PacketDraft of(
      Testbed testbed, NamedFiles files, List<String> about, List<String> said)
      throws InjectionRefused {
    List<String> words = split(said);
    int nodes = 0;
    while (nodes < words.size() && !isField(words.get(nodes))) {
      nodes++;
    }
    String way = String.join(" ", words.subList(0, nodes)).strip();
    if (nodes == 1 && about.size() == 1 && testbed.names().contains(way)) {
      way = about.getFirst() + " " + way;
    }
    Matcher matcher = WAY.matcher(way);
    if (!matcher.matches()) {
      throw new InjectionRefused(
          words.contains("-")
              ? "the shell took the > of -> for its own; write N1 N8, or 'N1 -> N8' in quotes"
              : "`" + way + "` is no way; write N1 -> N8, and fields such as size=100B behind it");
    }
    PacketDraft draft = new PacketDraft(testbed, files, matcher.group("from"), matcher.group("to"));
    draft.set(words.subList(nodes, words.size()));
    return draft;
  }

  /** Splits {@code "N1 -> N8"}, which is one word if the shell's user quoted it. */
  private static List<String> split(List<String> said) {
    List<String> words = new ArrayList<>();
    for (String word : said) {
      boolean isWay = word.contains("->") && !word.contains("payload=");
      words.addAll(isWay ? List.of(word.strip().split("\\s+")) : List.of(word));
    }
    return words;
  }

  private static boolean isField(String word) {
    return word.indexOf('=') > 0 || word.equals("active") || word.equals("passive");
  }

  /** Sets fields: {@code key=value}, {@code active} or {@code passive}. */
  public void set(List<String> words) throws InjectionRefused {
    SequencedMap<String, String> before = new LinkedHashMap<>(fields);
    for (String word : words) {
      int equals = word.indexOf('=');
      if (word.equals("active") || word.equals("passive")) {
        fields.put("active", Boolean.toString(word.equals("active")));
      } else if (equals < 1) {
        throw new InjectionRefused("`" + word + "` is no field; write key=value, such as ttl=3");
      } else if (equals == word.length() - 1) {
        fields.remove(word.substring(0, equals));
      } else {
        fields.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    try {
      InjectOrder.read(testbed, from, to, fields, files);
    } catch (InjectionRefused e) {
      fields.clear();
      fields.putAll(before);
      throw e;
    }
  }

  public void reset() {
    fields.clear();
  }

  public InjectOrder order() throws InjectionRefused {
    return InjectOrder.read(testbed, from, to, fields, files);
  }

  /** Returns the first packet as it will be sent; its source node will set the identification. */
  public Dissection dissection() throws InjectionRefused {
    return order().dissection(testbed);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(from + " -> " + to);
    fields.forEach((key, value) -> text.append(' ').append(key).append('=').append(value));
    return text.toString();
  }
}
