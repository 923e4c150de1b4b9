// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.List;
import rani.link.LinkChange;
import rani.model.file.Kind;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.TreeBuilder;
import rani.model.file.Units;
import rani.model.file.YamlText;

/** Prints a schedule so that {@link ScheduleReader} reads it back, defaults included. */
record ScheduleText(String origin) {
  LocatedList list(List<ScheduleEntry> entries) {
    return new LocatedList(
        Location.ofFile(origin), entries.stream().<LocatedValue>map(this::entry).toList());
  }

  private LocatedMap entry(ScheduleEntry entry) {
    TreeBuilder tree = tree().put("at", Units.printDuration(entry.atNanos()));
    return action(tree, entry.action());
  }

  /** Prints an action without a time, as operators write it for a running network. */
  static String operation(ScheduleEntry.Action action) {
    return YamlText.print(new ScheduleText("schedule").action(new TreeBuilder("schedule"), action));
  }

  /** Returns an action in a few words, on one line. */
  static String words(ScheduleEntry.Action action) {
    return switch (action) {
      case ScheduleEntry.SetLink set ->
          set.way() + ": " + listed(new ScheduleText("schedule").knobs(set.change()));
      case ScheduleEntry.Cut cut -> (cut.out() ? "cut " : "mend ") + cut.way();
      case ScheduleEntry.Inject inject ->
          "%s sends %s to %s"
              .formatted(
                  inject.node(),
                  inject.count() == 1 ? "a packet" : inject.count() + " packets",
                  inject.to());
      case ScheduleEntry.Filter filter -> "filter " + filter.flow() + " at " + filter.node();
      case ScheduleEntry.Unfilter filter -> "unfilter " + filter.flow() + " at " + filter.node();
      case ScheduleEntry.Start start -> "start " + start.service() + " at " + start.node();
      case ScheduleEntry.Stop stop -> "stop " + stop.service() + " at " + stop.node();
      case ScheduleEntry.Restart restart ->
          "restart " + restart.service() + " at " + restart.node();
      case ScheduleEntry.Change change ->
          switch (change.planned()) {
            case NetworkChange.AddLink add -> "add " + LinkName.of(add.link());
            case NetworkChange.RemoveLink remove -> "remove " + LinkName.of(remove.link());
            case NetworkChange.AddNode add -> "add node " + add.node().name();
            case NetworkChange.RemoveNode remove -> "remove node " + remove.node().name();
          };
      case ScheduleEntry.Tell tell ->
          "tell %s at %s: %s".formatted(tell.service(), tell.node(), String.join(" ", words(tell)));
    };
  }

  private static String listed(LocatedMap knobs) {
    List<String> words = new ArrayList<>();
    knobs
        .entries()
        .forEach(
            (knob, entry) -> {
              if (!knob.startsWith("drop-") && entry.value() instanceof LocatedScalar scalar) {
                words.add(knob + " " + scalar.text());
              }
            });
    return String.join(", ", words);
  }

  private LocatedMap action(TreeBuilder tree, ScheduleEntry.Action action) {
    if (action instanceof ScheduleEntry.OfNode of) {
      tree.put("node", of.node());
    }
    switch (action) {
      case ScheduleEntry.SetLink set ->
          tree.putText("link", set.way().toString()).put("set", knobs(set.change()));
      case ScheduleEntry.Cut cut -> tree.putText(cut.out() ? "cut" : "mend", cut.way().toString());
      case ScheduleEntry.Inject inject ->
          tree.within("inject", "", keys -> InjectReader.packets(keys, inject));
      case ScheduleEntry.Filter filter -> {
        TreeBuilder flow = flow(filter.flow(), filter.from());
        flow.put("for", Units.printDuration(filter.durationNanos()));
        tree.put("filter", flow.build());
      }
      case ScheduleEntry.Unfilter filter ->
          tree.put("unfilter", flow(filter.flow(), filter.from()).build());
      case ScheduleEntry.Start start ->
          tree.put("start", tree().put(start.service(), start.options()).build());
      case ScheduleEntry.Stop stop -> tree.putText("stop", stop.service());
      case ScheduleEntry.Restart restart -> tree.putText("restart", restart.service());
      case ScheduleEntry.Change change ->
          change.entry().entries().forEach((key, entry) -> tree.put(key, entry.value()));
      case ScheduleEntry.Tell tell ->
          tree.within("tell", "", keys -> keys.values(tell.service(), Kind.TEXT, "", words(tell)));
    }
    return tree.build();
  }

  private LocatedMap knobs(LinkChange change) {
    TreeBuilder knobs = tree();
    LinkChange printed = LinkReader.knobs(knobs, change, change.drops());
    if (printed.drops() != null) {
      DropReader.put(knobs, printed.drops());
    }
    return knobs.build();
  }

  private TreeBuilder flow(String flow, String from) {
    TreeBuilder tree = tree().putText("flow", flow);
    return from.isEmpty() ? tree : tree.putText("from", from);
  }

  private static List<String> words(ScheduleEntry.Tell tell) {
    List<String> words = new ArrayList<>(List.of(tell.verb()));
    words.addAll(tell.arguments());
    return words;
  }

  private TreeBuilder tree() {
    return new TreeBuilder(origin);
  }
}
