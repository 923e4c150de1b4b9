// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.link.LinkChange;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.model.topology.OperationReader;
import rani.model.topology.ScheduleEntry;
import rani.nodehost.conversation.ApplyActions;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.LinkParameters;
import rani.tools.console.verb.LinkSelector;
import rani.tools.console.verb.LinkTable;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.Shown;

@Command(
    name = "link",
    customSynopsis = {
      "link LINK",
      "       link LINK set KNOB=VALUE…",
      "       link LINK reset|down|up",
      "       link add LINK [KNOB=VALUE…]",
      "       link remove LINK"
    },
    description = {
      "Shows or changes a link: n1-n7 both directions, n1->n7 one, n1-n7#2 a second link.",
      "`set` changes the named parameters only. `reset` sets all to those of the file.",
      "`down` takes the link down, `up` takes it up again.",
      "`add` adds a link with the defaults of the file, `remove` removes one.",
      "Parameters: rate, delay, jitter, loss, duplicate, reorder, corrupt, drop, drop-flow,"
          + " drop-count."
    },
    footer = {
      "  link n1-n7 set delay=30ms loss=1%%",
      "  link n1->n7 set rate=2Mbit/s",
      "  link n1->n7 set drop=14,15,28..30 drop-flow=n1",
      "  link n1-n7 down",
      "  link n1-n7 reset",
      "  link add n1-n9 delay=5ms rate=2Mbit/s",
      "  link remove n1-n9"
    })
public final class LinkVerb extends ConsoleVerb {
  private static final List<String> ACTIONS = List.of("set", "reset", "down", "up");

  @Parameters(index = "0", paramLabel = "LINK", description = "Such as n1-n7 or n1->n7.")
  private String link;

  @Parameters(
      index = "1..*",
      paramLabel = "set|reset|down|up",
      description = "The action, and parameters.")
  private List<String> words = List.of();

  @Override
  public Integer call() throws LabFailure, FileError {
    if (link.equals("add") || link.equals("remove")) {
      return new Changes(context).link(link, words);
    }
    LinkSelector way = LinkSelector.find(context.testbed().topology().links(), link);
    if (way == null) {
      List<String> known = LinkSelector.spellings(context.testbed().topology().links());
      throw context.wrong("no link is called `" + link + "`; " + Nearest.hint(link, known));
    }
    String action = words.isEmpty() ? "" : words.getFirst();
    if (words.size() > 1 && ACTIONS.contains(action) && !action.equals("set")) {
      throw context.wrong("`" + action + "` needs nothing behind it, not `" + words.get(1) + "`");
    }
    return switch (action) {
      case "" -> show(way);
      case "set" -> set(way);
      case "reset" -> reset(way);
      case "down" -> done(context.operate(Map.of("cut", way.text())), way);
      case "up" -> mended(context.operate(Map.of("mend", way.text())), way);
      default ->
          throw context.wrong(
              "a link is not told `" + action + "`; " + Nearest.hint(action, ACTIONS));
    };
  }

  private SequencedMap<String, String> knobs() {
    SequencedMap<String, String> knobs = new LinkedHashMap<>();
    for (String word : words.subList(1, words.size())) {
      int equals = word.indexOf('=');
      String knob = equals < 0 ? word : word.substring(0, equals);
      if (equals < 0 || !LinkParameters.NAMES.contains(knob)) {
        throw context.wrong(
            equals < 0
                ? "`" + word + "` has no value; write " + word + "=…"
                : "a link has no knob `" + knob + "`; " + Nearest.hint(knob, LinkParameters.NAMES));
      }
      knobs.put(knob, word.substring(equals + 1));
    }
    if (knobs.isEmpty()) {
      throw context.wrong("set what? Parameters: " + String.join(", ", LinkParameters.NAMES));
    }
    return knobs;
  }

  private int set(LinkSelector way) throws LabFailure, FileError {
    LinkChange change = OperationReader.linkChange(context.testbed().topology(), knobs());
    return set(way, new NodeReplies(), _ -> change);
  }

  /** Sets parameters at each sending end, and shows the link's new state: one request per end. */
  private int set(LinkSelector way, NodeReplies answers, Function<String, LinkChange> changes)
      throws LabFailure {
    SequencedMap<String, JsonObject> shown = new LinkedHashMap<>();
    for (String sender : senders(way)) {
      ScheduleEntry.SetLink set =
          new ScheduleEntry.SetLink(way.from(sender).way(), changes.apply(sender));
      var told =
          context.testbed().node(sender).tell(new ApplyActions(List.of(set)), StatusQuery.LINKS);
      answers.add(sender, told.reply());
      if (told.then() != null) {
        shown.put(sender, context.links().facts(way, sender, JsonObject.of(told.then())));
      }
    }
    return done(answers, way, shown);
  }

  private int reset(LinkSelector way) throws LabFailure, FileError {
    NodeReplies answers = new NodeReplies();
    if (isCut(way)) {
      answers.add(context.operate(Map.of("mend", way.both().text())));
    }
    return set(way, answers, sender -> LinkParameters.ofFile(way.link().end(sender)));
  }

  /** Returns the sending ends that can be told; of a link with a foreign node it is the other. */
  private List<String> senders(LinkSelector way) throws LabFailure {
    if (way.senders().size() == 1) {
      context.testbed().requireOwn(way.senders().getFirst());
    }
    List<String> own = context.testbed().ownNames();
    return way.senders().stream().filter(own::contains).toList();
  }

  private boolean isCut(LinkSelector way) throws LabFailure {
    for (String sender : senders(way)) {
      if (Shown.holds(context.links().facts(way, sender), "cut")) {
        return true;
      }
    }
    return false;
  }

  private int show(LinkSelector way) throws LabFailure {
    NodeReplies answers = new NodeReplies();
    for (String sender : senders(way)) {
      answers.facts().put(sender, context.links().facts(way, sender));
    }
    return done(answers, way, answers.facts());
  }

  /** Reports a new link state that is not reached yet: a link is up after the next hello. */
  private int mended(NodeReplies answers, LinkSelector way) throws LabFailure {
    int exitCode = done(answers, way);
    if (!context.json() && exitCode == OK) {
      for (String sender : answers.facts().sequencedKeySet()) {
        if (!Shown.holds(context.links().facts(way, sender), "up")) {
          print("%s waits for the next hello", way.link().direction(sender));
        }
      }
    }
    return exitCode;
  }

  private int done(NodeReplies answers, LinkSelector way) throws LabFailure {
    return done(answers, way, new LinkedHashMap<>());
  }

  /** Prints a link's new state, after asking sending ends whose facts {@code shown} lacks. */
  private int done(NodeReplies answers, LinkSelector way, SequencedMap<String, JsonObject> shown)
      throws LabFailure {
    LinkTable table = new LinkTable();
    for (String sender : answers.facts().sequencedKeySet()) {
      JsonObject facts = shown.get(sender);
      table.row(
          way.link().direction(sender), facts == null ? context.links().facts(way, sender) : facts);
    }
    return context.print(answers, table);
  }
}
