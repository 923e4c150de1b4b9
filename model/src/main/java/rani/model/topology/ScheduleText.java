// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.List;
import rani.link.LinkChange;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.TreeBuilder;
import rani.model.file.Units;
import rani.model.file.YamlText;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;

/** Prints a schedule as {@link ScheduleReader} reads it, every value written out. */
final class ScheduleText {

  private static final long NANOS_PER_MICRO = 1000;

  private final String origin;

  ScheduleText(String origin) {
    this.origin = origin;
  }

  LocatedList list(List<ScheduleEntry> entries) {
    List<LocatedValue> list = new ArrayList<>();
    entries.forEach(entry -> list.add(entry(entry)));
    return new LocatedList(Location.ofFile(origin), list);
  }

  private LocatedMap entry(ScheduleEntry entry) {
    TreeBuilder tree = tree().put("at", Units.printDuration(entry.atNanos()));
    return action(tree, entry.action());
  }

  /** What is done, without a time: as it is done to a running network. */
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
      case ScheduleEntry.Inject inject -> tree.put("inject", packets(inject));
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
          tree.put("tell", tree().put(tell.service(), words(tell)).build());
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

  private LocatedMap packets(ScheduleEntry.Inject inject) {
    TreeBuilder packets = tree().put("to", inject.to());
    if (!inject.service().isEmpty()) {
      packets.put("service", inject.service());
    }
    PacketPlan packet = inject.packet();
    if (packet.active() == inject.service().isEmpty()) {
      packets.put("active", Boolean.toString(packet.active()));
    }
    if (packet.protocol() != Ipv4Header.PROTOCOL_UDP) {
      packets.put("protocol", Integer.toString(packet.protocol()));
    } else {
      packets.put("port", Integer.toString(packet.destinationPort()));
      putUnless(packets, "source-port", PacketPlan.PORT, packet.sourcePort());
    }
    putUnless(packets, "dscp", 0, packet.dscp());
    putUnless(packets, "ecn", 0, packet.ecn());
    putUnless(packets, "ttl", Ipv4Header.TTL_INITIAL, packet.ttl());
    if (packet.lifetimeMicros() != PacketPlan.LIFETIME_MICROS) {
      packets.put("lifetime", Units.printDuration(packet.lifetimeMicros() * NANOS_PER_MICRO));
    }
    if (packet.payload().length() > 0) {
      packets.putText("payload", packet.payload().toString());
    }
    return packets
        .put("size", Units.printSize(packet.lengthBytes()))
        .put("count", Integer.toString(inject.count()))
        .put("gap", Units.printDuration(inject.gapNanos()))
        .build();
  }

  private static void putUnless(TreeBuilder tree, String key, int usual, int value) {
    if (value != usual) {
      tree.put(key, Integer.toString(value));
    }
  }

  private TreeBuilder flow(String flow, String from) {
    TreeBuilder tree = tree().putText("flow", flow);
    return from.isEmpty() ? tree : tree.putText("from", from);
  }

  private LocatedList words(ScheduleEntry.Tell tell) {
    Location at = Location.ofFile(origin);
    List<LocatedValue> words = new ArrayList<>();
    words.add(new LocatedScalar(at, tell.verb(), true));
    tell.arguments().forEach(word -> words.add(new LocatedScalar(at, word, true)));
    return new LocatedList(at, words);
  }

  private TreeBuilder tree() {
    return new TreeBuilder(origin);
  }
}
