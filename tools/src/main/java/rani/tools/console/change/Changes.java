// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.tools.console.verb.LinkSelector;
import rani.tools.console.verb.LinkTable;
import rani.tools.console.verb.VerbContext;
import rani.world.Facts;
import rani.world.Reply;

/** Builds the schedule entries of {@code link add|remove} and {@code node add|remove}. */
final class Changes {
  /** Notation of a link: {@code n1-n7}, {@code n1--n7}, {@code n1-n7#2}. */
  private static final Pattern LINK =
      Pattern.compile("([A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*?)--?([A-Za-z0-9_-]+?)(?:#(\\d{1,4}))?");

  /** Parameters of a node itself; all other parameters are those of its links. */
  private static final List<String> OF_NODES = List.of("host", "address", "virtual-address");

  private final VerbContext context;

  /** Schedule entry that adds or removes a node. */
  private record NodeEntry(
      String node,
      @Nullable SequencedMap<String, Facts> services,
      @Nullable String host,
      @Nullable String address,
      @Nullable String virtualAddress,
      @Nullable SequencedMap<String, SequencedMap<String, String>> links)
      implements Facts {}

  Changes(VerbContext context) {
    this.context = context;
  }

  /** Adds or removes a link, by words such as {@code n1-n7 delay=5ms}. */
  int link(String action, List<String> words) throws LabFailure, FileError {
    if (words.isEmpty()) {
      throw new LabFailure("which link? Write `link " + action + " n1-n7`");
    }
    SequencedMap<String, String> link = new LinkedHashMap<>();
    link.put("link", name(words.getFirst()));
    for (String word : words.subList(1, words.size())) {
      if (!word.contains("=")) {
        throw new LabFailure("`" + word + "` has no value; write `" + word + "=…`");
      }
      put(link, word);
    }
    int exitCode = operate(action, link);
    if (exitCode == ExitCodes.OK && action.equals("add") && !context.json()) {
      LinkSelector way = LinkSelector.find(context.testbed().topology().links(), words.getFirst());
      show(way == null ? List.of() : List.of(way));
    }
    return exitCode;
  }

  /** Prints new links with all their parameters, defaults included. */
  private void show(List<LinkSelector> links) throws LabFailure {
    LinkTable table = new LinkTable();
    for (LinkSelector way : links) {
      for (String sender : way.senders()) {
        if (context.testbed().ownNames().contains(sender)) {
          table.row(way.link().direction(sender), context.links().facts(way, sender));
        } else {
          table.foreign(way.link().direction(sender));
        }
      }
    }
    if (!table.isEmpty()) {
      context.screen().printWhole(table.text(context.session().ink()));
    }
  }

  /**
   * Adds or removes a node, such as {@code n9 n1 n3 delay=5ms services=sink}. Words without a value
   * are neighbours; parameters of links apply to all links.
   */
  int node(String action, String name, List<String> words) throws LabFailure, FileError {
    SequencedMap<String, String> own = new LinkedHashMap<>();
    SequencedMap<String, String> perLink = new LinkedHashMap<>();
    SequencedMap<String, SequencedMap<String, String>> links = new LinkedHashMap<>();
    SequencedMap<String, Facts> services = new LinkedHashMap<>();
    for (String word : words) {
      if (!word.contains("=")) {
        links.put(word, perLink);
      } else if (word.startsWith("services=")) {
        services.clear();
        List.of(value(word).split(",")).forEach(service -> services.put(service, Facts.NONE));
      } else if (OF_NODES.contains(word.substring(0, word.indexOf('=')))) {
        put(own, word);
      } else {
        put(perLink, word);
      }
    }
    if (links.isEmpty() && !perLink.isEmpty()) {
      throw new LabFailure(
          "`" + perLink.firstEntry().getKey() + "` is a knob of links, and no neighbour is named");
    }
    int exitCode =
        operate(
            action,
            new NodeEntry(
                name,
                services.isEmpty() ? null : services,
                own.get("host"),
                own.get("address"),
                own.get("virtual-address"),
                links.isEmpty() ? null : links));
    if (exitCode == ExitCodes.OK && action.equals("add") && !context.json()) {
      context.screen().print("%s runs, at %s", name, context.addressOf(name));
      Topology now = context.testbed().topology();
      show(
          now.linksByNode().getOrDefault(name, List.of()).stream()
              .map(link -> new LinkSelector(link, ""))
              .toList());
    }
    return exitCode;
  }

  private static void put(SequencedMap<String, String> map, String word) {
    map.put(word.substring(0, word.indexOf('=')), value(word));
  }

  private static String value(String word) {
    return word.substring(word.indexOf('=') + 1);
  }

  /** Returns a link's name in files; existing nodes decide at which hyphen to split. */
  private String name(String text) throws LabFailure {
    if (text.contains(" -- ")) {
      return text;
    }
    for (String a : context.testbed().names()) {
      Matcher rest = LINK.matcher(text.startsWith(a + "-") ? "x" + text.substring(a.length()) : "");
      if (rest.matches()) {
        return name(a, rest);
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

  private int operate(String action, Object what) throws LabFailure, FileError {
    SequencedMap<String, Reply> replies =
        context.testbed().operate(Json.print(Map.of(action, what)));
    SequencedMap<String, String> all = new LinkedHashMap<>();
    replies.forEach((node, reply) -> all.put(node, reply.ok() ? "done" : reply.message()));
    boolean isDone = replies.values().stream().allMatch(Reply::ok);
    if (context.json()) {
      context.screen().printJson(all);
    } else if (!isDone || action.equals("remove")) {
      all.forEach((node, said) -> context.screen().print("%-10s %s", node, said));
    }
    return isDone ? ExitCodes.OK : ExitCodes.NOT_CARRIED_OUT;
  }
}
