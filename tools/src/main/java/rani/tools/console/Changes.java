// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.JsonLines;
import rani.tools.screen.Table;
import rani.world.Reply;

/** Links and nodes that are added and removed, in the words of verbs. */
final class Changes {
  /** {@code n1-n7}, {@code n1--n7}, {@code n1-n7#2}. */
  private static final Pattern LINK =
      Pattern.compile("([A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*?)--?([A-Za-z0-9_-]+?)(?:#(\\d{1,4}))?");

  /** What is said of a node itself, and not of its links. */
  private static final List<String> OF_NODES = List.of("host", "address", "virtual-address");

  private final Bench bench;

  Changes(Bench bench) {
    this.bench = bench;
  }

  /**
   * {@code link add n1-n7 delay=5ms}, {@code link remove n1-n7}.
   *
   * @param action {@code add} or {@code remove}
   * @param words the link, and what is said of it
   */
  int link(String action, List<String> words) throws LabFailure, FileError {
    if (words.isEmpty()) {
      throw new LabFailure("which link? Write `link " + action + " n1-n7`");
    }
    SequencedMap<String, Object> link = new LinkedHashMap<>();
    link.put("link", name(words.getFirst()));
    for (String word : words.subList(1, words.size())) {
      if (!word.contains("=")) {
        throw new LabFailure("`" + word + "` has no value; write `" + word + "=…`");
      }
      put(link, word);
    }
    int exitCode = operate(action, link);
    if (exitCode == ExitCodes.OK && action.equals("add") && !bench.json()) {
      tellKnobs(words.getFirst());
    }
    return exitCode;
  }

  /** The new link with all its knobs, most of which no one has named. */
  private void tellKnobs(String written) throws LabFailure {
    LinkVerb.LinkWay way = LinkVerb.LinkWay.find(bench.testbed().topology().links(), written);
    if (way != null) {
      Table table = LinksVerb.table();
      for (String sender : way.senders()) {
        LinksVerb.row(table, way.link().direction(sender), LinkVerb.facts(bench, way, sender));
      }
      bench.screen().printWhole(table.text(bench.ink()));
    }
  }

  /**
   * {@code node add n9 n1 n3 delay=5ms services=sink}, {@code node remove n9}. A word without a
   * value is a neighbour; what is said of links is said of all of them.
   *
   * @param action {@code add} or {@code remove}
   */
  int node(String action, String name, List<String> words) throws LabFailure, FileError {
    SequencedMap<String, Object> node = new LinkedHashMap<>();
    node.put("node", name);
    SequencedMap<String, Object> perLink = new LinkedHashMap<>();
    SequencedMap<String, Object> links = new LinkedHashMap<>();
    for (String word : words) {
      if (!word.contains("=")) {
        links.put(word, perLink);
      } else if (word.startsWith("services=")) {
        SequencedMap<String, Object> services = new LinkedHashMap<>();
        for (String service : value(word).split(",")) {
          services.put(service, new LinkedHashMap<>());
        }
        node.put("services", services);
      } else if (OF_NODES.contains(word.substring(0, word.indexOf('=')))) {
        put(node, word);
      } else {
        put(perLink, word);
      }
    }
    if (links.isEmpty() && !perLink.isEmpty()) {
      throw new LabFailure(
          "`" + perLink.firstEntry().getKey() + "` is said of links, and there are none");
    }
    if (!links.isEmpty()) {
      node.put("links", links);
    }
    return operate(action, node);
  }

  private static void put(SequencedMap<String, Object> map, String word) {
    map.put(word.substring(0, word.indexOf('=')), value(word));
  }

  private static String value(String word) {
    return word.substring(word.indexOf('=') + 1);
  }

  /**
   * A link as files name it. Nodes may have hyphens in their names: the nodes that are there
   * decide.
   */
  private String name(String text) throws LabFailure {
    if (text.contains(" -- ")) {
      return text;
    }
    for (String a : bench.testbed().names()) {
      if (text.startsWith(a + "-")) {
        Matcher matcher = LINK.matcher("x" + text.substring(a.length()));
        if (matcher.matches()) {
          return name(a, matcher);
        }
      }
    }
    Matcher matcher = LINK.matcher(text);
    if (!matcher.matches()) {
      throw new LabFailure("`" + text + "` does not name a link; write it as n1-n7, or n1-n7#2");
    }
    return name(matcher.group(1), matcher);
  }

  private static String name(String a, Matcher matcher) {
    String ordinal = matcher.group(3);
    return a + " -- " + matcher.group(2) + (ordinal == null ? "" : " #" + ordinal);
  }

  private int operate(String action, SequencedMap<String, Object> what)
      throws LabFailure, FileError {
    SequencedMap<String, Object> entry = new LinkedHashMap<>();
    entry.put(action, what);
    SequencedMap<String, Reply> replies = bench.testbed().operate(JsonLines.print(entry).strip());
    boolean done = true;
    SequencedMap<String, Object> all = new LinkedHashMap<>();
    for (Map.Entry<String, Reply> reply : replies.entrySet()) {
      boolean ok = reply.getValue().ok();
      done &= ok;
      String said = ok ? "done" : reply.getValue().message();
      all.put(reply.getKey(), said);
      if (!bench.json()) {
        bench.screen().print("%-10s %s", reply.getKey(), said);
      }
    }
    if (bench.json()) {
      bench.screen().printWhole(JsonLines.print(all));
    }
    return done ? ExitCodes.OK : ExitCodes.NOT_CARRIED_OUT;
  }
}
