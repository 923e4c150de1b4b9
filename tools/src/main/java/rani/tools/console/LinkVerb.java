// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.link.LinkChange;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.model.topology.OperationReader;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.TopologyLink;
import rani.node.Command.Subject;
import rani.nodehost.conversation.Act;
import rani.nodehost.conversation.Show;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.Table;

/** {@code link N1-N7 …}: shows a link, turns its knobs, pulls its cable. */
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
      "`set` turns the knobs that are named, and no other. `reset` makes all as the file has them.",
      "`down` pulls the cable, `up` puts it back.",
      "`add` lays a new link with the defaults of the file, `remove` takes one away for good.",
      "Knobs: rate, delay, jitter, loss, duplicate, reorder, corrupt, drop, drop-flow, drop-count."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  link n1-n7 set delay=30ms loss=1%%",
      "  link n1->n7 set rate=2Mbit/s",
      "  link n1->n7 set drop=14,15,28..30 drop-flow=n1",
      "  link n1-n7 down",
      "  link n1-n7 reset",
      "  link add n1-n9 delay=5ms rate=2Mbit/s",
      "  link remove n1-n9"
    })
final class LinkVerb implements Callable<Integer> {
  private static final List<String> ACTIONS = List.of("set", "reset", "down", "up");

  @ParentCommand private Bench bench;

  @Parameters(index = "0", paramLabel = "LINK", description = "Such as n1-n7 or n1->n7.")
  private String link;

  @Parameters(
      index = "1..*",
      paramLabel = "set|reset|down|up",
      description = "What to do, and the knobs.")
  private List<String> words = List.of();

  @Override
  public Integer call() throws LabFailure, FileError {
    if (link.equals("add") || link.equals("remove")) {
      return new Changes(bench).link(link, words);
    }
    LinkWay way = LinkWay.find(bench.testbed().topology().links(), link);
    if (way == null) {
      List<String> known = LinkWay.spellings(bench.testbed().topology().links());
      throw bench.wrong("no link is called `" + link + "`; " + Nearest.hint(link, known));
    }
    String action = words.isEmpty() ? "" : words.getFirst();
    if (words.size() > 1 && ACTIONS.contains(action) && !action.equals("set")) {
      throw bench.wrong("`" + action + "` needs nothing behind it, not `" + words.get(1) + "`");
    }
    return switch (action) {
      case "" -> show(way);
      case "set" -> set(way);
      case "reset" -> reset(way);
      case "down" -> done(bench.operate(entry("cut", way)), way);
      case "up" -> mended(bench.operate(entry("mend", way)), way);
      default ->
          throw bench.wrong(
              "a link is not told `" + action + "`; " + Nearest.hint(action, ACTIONS));
    };
  }

  private SequencedMap<String, String> knobs() {
    SequencedMap<String, String> knobs = new LinkedHashMap<>();
    for (String word : words.subList(1, words.size())) {
      int equals = word.indexOf('=');
      String knob = equals < 0 ? word : word.substring(0, equals);
      if (equals < 0 || !Knobs.NAMES.contains(knob)) {
        throw bench.wrong(
            equals < 0
                ? "`" + word + "` has no value; write " + word + "=…"
                : "a link has no knob `" + knob + "`; " + Nearest.hint(knob, Knobs.NAMES));
      }
      knobs.put(knob, word.substring(equals + 1));
    }
    if (knobs.isEmpty()) {
      throw bench.wrong("set what? Knobs: " + String.join(", ", Knobs.NAMES));
    }
    return knobs;
  }

  private static SequencedMap<String, Object> entry(String action, LinkWay way) {
    SequencedMap<String, Object> entry = new LinkedHashMap<>();
    entry.put(action, way.text());
    return entry;
  }

  private int set(LinkWay way) throws LabFailure, FileError {
    LinkChange change = OperationReader.linkChange(bench.testbed().topology(), knobs());
    return set(way, new Answers(), _ -> change);
  }

  /** Turns knobs at each end that sends, and shows the link as it then is: one request for each. */
  private int set(LinkWay way, Answers answers, Function<String, LinkChange> changes)
      throws LabFailure {
    SequencedMap<String, SequencedMap<String, Object>> shown = new LinkedHashMap<>();
    for (String sender : way.senders()) {
      ScheduleEntry.SetLink set =
          new ScheduleEntry.SetLink(way.from(sender).way(), changes.apply(sender));
      var told = bench.testbed().node(sender).tell(new Act(List.of(set)), new Show(Subject.LINKS));
      answers.add(sender, told.reply());
      if (told.then() != null) {
        shown.put(sender, facts(bench, way, sender, told.then()));
      }
    }
    return done(answers, way, shown);
  }

  private int reset(LinkWay way) throws LabFailure, FileError {
    Answers answers = new Answers();
    if (isCut(way)) {
      answers.add(bench.operate(entry("mend", way.both())));
    }
    return set(way, answers, sender -> Knobs.ofFile(way.link().end(sender)));
  }

  private boolean isCut(LinkWay way) throws LabFailure {
    for (String sender : way.senders()) {
      if (Facts.holds(facts(way, sender), "cut")) {
        return true;
      }
    }
    return false;
  }

  private SequencedMap<String, Object> facts(LinkWay way, String sender) throws LabFailure {
    return facts(bench, way, sender);
  }

  /** What a direction's sender shows of it. */
  static SequencedMap<String, Object> facts(Bench bench, LinkWay way, String sender)
      throws LabFailure {
    return facts(bench, way, sender, bench.testbed().show(sender, Subject.LINKS));
  }

  private static SequencedMap<String, Object> facts(
      Bench bench, LinkWay way, String sender, SequencedMap<String, Object> links)
      throws LabFailure {
    SequencedMap<String, String> names = bench.linkNames(sender, links);
    String direction = way.link().direction(sender);
    for (var each : links.entrySet()) {
      if (direction.equals(names.get(each.getKey()))) {
        return Facts.of(each.getValue());
      }
    }
    throw new LabFailure(sender + " does not have the link " + way.text());
  }

  private int show(LinkWay way) throws LabFailure {
    Answers answers = new Answers();
    Table table = LinksVerb.table();
    for (String sender : way.senders()) {
      SequencedMap<String, Object> facts = facts(way, sender);
      answers.facts().put(sender, facts);
      LinksVerb.row(table, way.link().direction(sender), facts);
    }
    return bench.print(answers, table);
  }

  /** A cable that was put back is up with the next hello, which takes a while. */
  private int mended(Answers answers, LinkWay way) throws LabFailure {
    int exitCode = done(answers, way);
    if (!bench.json() && exitCode == ExitCodes.OK) {
      for (String sender : answers.facts().sequencedKeySet()) {
        if (!Facts.holds(facts(way, sender), "up")) {
          bench.screen().print("%s waits for the next hello", way.link().direction(sender));
        }
      }
    }
    return exitCode;
  }

  private int done(Answers answers, LinkWay way) throws LabFailure {
    return done(answers, way, new LinkedHashMap<>());
  }

  /**
   * What the nodes have done, shown as the link now is.
   *
   * @param shown what senders have shown of it since
   */
  private int done(
      Answers answers, LinkWay way, SequencedMap<String, SequencedMap<String, Object>> shown)
      throws LabFailure {
    Table table = LinksVerb.table();
    for (String sender : answers.facts().sequencedKeySet()) {
      SequencedMap<String, Object> facts = shown.get(sender);
      LinksVerb.row(
          table, way.link().direction(sender), facts == null ? facts(way, sender) : facts);
    }
    return bench.print(answers, table);
  }

  /**
   * A link of the network, or one direction of it, as someone has written it.
   *
   * @param from the end that sends; empty for both directions
   */
  record LinkWay(TopologyLink link, String from) {
    /** The link or direction that is written so; null if there is none. */
    static @Nullable LinkWay find(List<TopologyLink> links, String written) {
      String wanted = written.replaceAll("\\s+", "").replace("--", "-");
      for (TopologyLink link : links) {
        for (String sender : List.of(link.a().node(), link.b().node())) {
          String direction = link.direction(sender);
          if (wanted.equalsIgnoreCase(direction)) {
            return new LinkWay(link, sender);
          }
          if (wanted.equalsIgnoreCase(direction.replace("->", "-"))) {
            return new LinkWay(link, "");
          }
        }
      }
      return null;
    }

    /** How links are written, for those who look for one. */
    static List<String> spellings(List<TopologyLink> links) {
      return links.stream()
          .map(link -> link.direction(link.a().node()).replace("->", "-"))
          .toList();
    }

    LinkWay both() {
      return new LinkWay(link, "");
    }

    LinkWay from(String sender) {
      return new LinkWay(link, sender);
    }

    /** The ends that send in a direction that is meant. */
    List<String> senders() {
      return from.isEmpty() ? List.of(link.a().node(), link.b().node()) : List.of(from);
    }

    /** As schedules have it. */
    ScheduleEntry.Way way() {
      return from.isEmpty()
          ? new ScheduleEntry.Way(link.a().node(), link.b().node(), link.ordinal(), true)
          : new ScheduleEntry.Way(from, link.farEnd(from).node(), link.ordinal(), false);
    }

    /** As schedules write it. */
    String text() {
      return way().toString();
    }
  }
}
