// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.List;
import rani.link.LinkChange;
import rani.model.file.Kind;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
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
