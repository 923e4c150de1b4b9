// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.link.LinkChange;
import rani.model.file.Form;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Nearest;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Vocabulary;
import rani.model.topology.ScheduleEntry.Action;
import rani.model.topology.ScheduleEntry.Way;
import rani.node.Command;

/**
 * Reads the {@code schedule} of a network: operations at times since the start of the run. {@link
 * ServiceChecks} later checks services and their options.
 */
final class ScheduleReader {
  private static final Pattern WAY =
      Pattern.compile("(\\S+)\\s+(--|->)\\s+(\\S+?)(?:\\s*#(\\d{1,4}))?");
  private static final Pattern NEIGHBOUR = Pattern.compile("[^\\s#]+(?:\\s*#\\d{1,4})?");
  private static final String BOTH = "--";
  private static final Kind<Long> FILTER_TIME =
      Kind.within(
          Kind.DURATION.called("a duration such as `10s`"),
          1L,
          Command.AddFilter.DURATION_NANOS_MAX);
  private static final String BOTH_WAYS = "^\\S+\\s+--\\s+\\S+?(\\s*#\\d{1,4})?$";

  private static final Vocabulary LINK_ACTIONS =
      Vocabulary.of(
          new Property(
              "link",
              new Form.Text("^\\S+\\s+(--|->)\\s+\\S+?(\\s*#\\d{1,4})?$"),
              "The link whose knobs are turned, A -- B, or A -> B for one direction."),
          new Property(
              "cut",
              new Form.Text(BOTH_WAYS),
              "The link that goes down: nothing passes, and hello notices."),
          new Property("mend", new Form.Text(BOTH_WAYS), "The link that comes up again."));

  private static final Vocabulary UNFILTER_KEYS =
      Vocabulary.of(
          Kind.TEXT
              .property(
                  "flow", "n1 for all that a node sends, n1:5001->n8:7/udp for one conversation.")
              .required(),
          Kind.TEXT.property(
              "from",
              "The neighbour by whose link they come, with #2 for a second one; the node itself for"
                  + " its own packets. Without it: all."));
  private static final Vocabulary FILTER_KEYS =
      UNFILTER_KEYS.and(
          FILTER_TIME.property("for", "How long, at most 1440min.", ScheduleEntry.FILTER_NANOS));

  private static final Vocabulary NODE_ACTIONS =
      Vocabulary.of(
          new Property(
              "inject",
              InjectReader.PACKETS,
              "Sends packets: UDP datagrams of zeros unless told otherwise."),
          Property.mapping("filter", FILTER_KEYS, "Drops the packets of a flow as they come in."),
          Property.mapping(
              "unfilter", UNFILTER_KEYS, "Takes the filter of a flow away before its time."),
          new Property(
              "start",
              new Form.Either(List.of(Form.TEXT, NodeSettings.SERVICES)),
              "The service that is put on the menu and started: its name, or names with options as"
                  + " under services."),
          new Property(
              "stop",
              Form.listOf(Form.TEXT),
              "The service that is stopped and taken off the menu, or a list."),
          new Property(
              "restart",
              Form.listOf(Form.TEXT),
              "The service that is stopped and started again, with the options it had, or a list."),
          new Property(
              "tell",
              new Form.Named(Form.TEXT, Form.listOf(Form.SCALAR)),
              "Services by name, and the verb that each is told, or a list of a verb and its"
                  + " arguments."));

  private static final Vocabulary ACTIONS = LINK_ACTIONS.and(NODE_ACTIONS);

  /** What is done now: an entry without its time. */
  static final Vocabulary OPERATION = operation();

  private static final Vocabulary KEYS =
      Vocabulary.of(Kind.DURATION.property("at", "When, counted from go.").required())
          .and(OPERATION);
  static final Form SCHEDULE = new Form.ListOf(Form.of(KEYS), 0, ScheduleEntry.ENTRIES_MAX, false);

  private final Problems problems;
  private final SequencedMap<String, TopologyLink> links = new LinkedHashMap<>();
  private final List<ScheduleEntry> entries = new ArrayList<>();
  private Set<String> foreign = Set.of();
  private Topology network;
  private Routes routes;
  private SequencedMap<String, Integer> addresses;
  private int changes;

  private ScheduleReader(Topology network, Problems problems) {
    this.problems = problems;
    know(network);
  }

  private static Vocabulary operation() {
    Vocabulary keys =
        Vocabulary.of(
                new Property(
                    "node", Form.NODES, "The node that does what follows, or a list of nodes."))
            .and(ACTIONS)
            .and(
                new Property(
                    "set",
                    new Form.Mapping(LinkReader::knobKeys),
                    "The new values; what is not named stays as it is. They hold for packets that"
                        + " are sent from then on."))
            .and(ChangeReader.KEYS)
            .oneOf(ACTIONS.and(ChangeReader.KEYS).names().toArray(String[]::new))
            .needs("link", "set")
            .needs("set", "link");
    for (String action : NODE_ACTIONS.names()) {
      keys = keys.needs(action, "node");
    }
    return keys;
  }

  /** Sets the network that entries may refer to. */
  private void know(Topology known) {
    network = known;
    routes = new Routes(network);
    addresses = ServiceChecks.addresses(network);
    foreign = network.foreign();
    links.clear();
    for (TopologyLink link : network.links()) {
      links.put(LinkName.of(link).identity(), link);
    }
  }

  /** Reads the schedule of a network without one. Returns entries in order of time. */
  static List<ScheduleEntry> read(List<LocatedValue> members, Topology network, Problems problems) {
    if (members.size() > ScheduleEntry.ENTRIES_MAX) {
      problems.report(
          members.getFirst().at(),
          members.size() + " entries, at most " + ScheduleEntry.ENTRIES_MAX + " are allowed");
      return List.of();
    }
    ScheduleReader reader = new ScheduleReader(network, problems);
    inOrderOfTime(members, problems).forEach(reader::entry);
    new ScheduledLinks(network, problems).check(reader.entries);
    return List.copyOf(reader.entries);
  }

  /** Sorts entries by time: one may refer to a node or link that an earlier one adds. */
  private static List<LocatedMap> inOrderOfTime(List<LocatedValue> members, Problems problems) {
    List<LocatedMap> maps = new ArrayList<>();
    for (LocatedValue member : members) {
      MapReader.mapOf(member, "each member of `schedule`", problems).ifPresent(maps::add);
    }
    if (maps.size() < 2) {
      return maps;
    }
    maps.sort(
        Comparator.comparingLong(
            map -> new MapReader(map, new Problems()).scalar("at", Kind.DURATION).orElse(0L)));
    return maps;
  }

  /** Reads one entry. Does not check it against the state of the network's links. */
  static List<ScheduleEntry> readNow(LocatedMap entry, Topology network, Problems problems) {
    ScheduleReader reader = new ScheduleReader(network, problems);
    reader.entry(entry);
    return List.copyOf(reader.entries);
  }

  private void entry(LocatedMap map) {
    if (ChangeReader.isChange(map)) {
      change(map);
      return;
    }
    MapReader reader = new MapReader(map, KEYS, problems);
    reader.require("at");
    long atNanos = reader.scalar("at", Kind.DURATION).orElse(0L);
    Location where = reader.at("at");
    List<String> nodesMeant = nodes(reader);
    List<Action> actions = new ArrayList<>();
    String found = null;
    for (String kind : ACTIONS.names()) {
      found = one(reader, kind, found) ? kind : found;
    }
    LocatedMap knobs = reader.mapping("set");
    reader.finish();
    if (found == null) {
      problems.report(
          map.at(),
          "an entry of `schedule` says what is done",
          () ->
              "`link` with `set`, `cut`, `mend`, `add`, `remove`, or `node` with `inject`,"
                  + " `filter`, `unfilter`, `start`, `stop`, `restart`, `tell`");
      return;
    }
    checkBeside(map, found, !nodesMeant.isEmpty());
    if (isOfLink(found)) {
      linkAction(reader, found, knobs).ifPresent(actions::add);
    } else {
      for (String node : nodesMeant) {
        nodeActions(reader, found, node, actions);
      }
    }
    for (Action action : actions) {
      entries.add(new ScheduleEntry(atNanos, action, where));
      network = with(network, action);
    }
  }

  /** Returns the network after an action changed the menus. */
  static Topology with(Topology network, Action action) {
    return switch (action) {
      case ScheduleEntry.Start start ->
          network.withService(start.node(), start.service(), start.options());
      case ScheduleEntry.Stop stop -> network.withoutService(stop.node(), stop.service());
      default -> network; // not about services
    };
  }

  private void change(LocatedMap map) {
    MapReader reader = new MapReader(map, problems);
    reader.require("at");
    long atNanos = reader.scalar("at", Kind.DURATION).orElse(0L);
    if (++changes > ScheduleEntry.CHANGES_MAX) {
      problems.report(
          map.at(),
          "at most " + ScheduleEntry.CHANGES_MAX + " links and nodes are added and removed");
      return;
    }
    LocatedMap what = map.without("at");
    NetworkChange planned = ChangeReader.plan(what, network, problems);
    if (planned != null) {
      entries.add(
          new ScheduleEntry(atNanos, new ScheduleEntry.Change(what, planned), reader.at("at")));
      know(planned.after());
    }
  }

  private boolean one(MapReader reader, String kind, @Nullable String before) {
    boolean there = reader.value(kind).isPresent();
    if (there && before != null) {
      problems.report(
          reader.map().keyAt(kind),
          "an entry does one thing, not " + before + " and " + kind,
          () -> "write two entries");
    }
    return there;
  }

  private static boolean isOfLink(String action) {
    return LINK_ACTIONS.find(action).isPresent();
  }

  /** Checks that the keys required by an action are present, and that others are absent. */
  private void checkBeside(LocatedMap map, String action, boolean hasNode) {
    boolean ofNode = !isOfLink(action);
    if (ofNode && !hasNode && map.get("node").isEmpty()) {
      problems.report(map.keyAt(action), "`node` is missing: which node is to " + action + "?");
    } else if (!ofNode && map.get("node").isPresent()) {
      problems.report(map.keyAt("node"), Quoted.of(action) + " names a link, and no node");
    }
    boolean isSet = action.equals("link");
    if (isSet && map.get("set").isEmpty()) {
      problems.report(map.keyAt(action), "`set` is missing", () -> "such as `set: {delay: 50ms}`");
    } else if (!isSet && map.get("set").isPresent()) {
      problems.report(map.keyAt("set"), "`set` goes with `link`, not with " + Quoted.of(action));
    }
  }

  private List<String> nodes(MapReader reader) {
    return reader.names("node").stream().filter(this::isOwn).map(LocatedScalar::text).toList();
  }

  private boolean isOwn(LocatedScalar name) {
    if (isForeign(name.text())) {
      problems.report(name.at(), whyNot(name.text()));
      return false;
    }
    return isNode(name);
  }

  private boolean isNode(LocatedScalar name) {
    if (addresses.containsKey(name.text())) {
      return true;
    }
    problems.reportUnknown(name.at(), "node", name.text(), addresses.sequencedKeySet());
    return false;
  }

  private Optional<Action> linkAction(MapReader reader, String kind, LocatedMap knobs) {
    Way way = way(reader, kind);
    if (way == null) {
      return Optional.empty();
    }
    if (kind.equals("link")) {
      LinkChange change = change(knobs, reader.value("set").isPresent(), addresses, problems);
      return Optional.of(new ScheduleEntry.SetLink(way, change));
    }
    if (!way.both()) {
      problems.report(
          reader.at(kind),
          "a link is cut in both directions",
          () -> "for one, `link: " + way + ", set: {loss: 100%}`");
      return Optional.empty();
    }
    return Optional.of(new ScheduleEntry.Cut(way, kind.equals("cut")));
  }

  private @Nullable Way way(MapReader reader, String kind) {
    Way way =
        reader.scalar(kind, "a link `A -- B`, or `A -> B`", ScheduleReader::parse).orElse(null);
    if (way != null && !links.containsKey(way.link())) {
      List<String> known = links.values().stream().map(TopologyLink::name).toList();
      problems.reportUnknown(reader.at(kind), "link", way.toString(), known);
      return null;
    }
    if (way != null && way.senders().stream().allMatch(this::isForeign)) {
      problems.report(reader.at(kind), whyNot(way.from()));
      return null;
    }
    return way;
  }

  private boolean isForeign(String node) {
    return foreign.contains(node);
  }

  private static String whyNot(String foreign) {
    return Quoted.in("node %s is foreign, and takes no operations from rani", foreign);
  }

  private static Way parse(String text) throws UnitError {
    Matcher matcher = WAY.matcher(text.strip());
    if (!matcher.matches()) {
      throw new UnitError(
          Quoted.of(text) + " does not name a link",
          "write `A -- B`, `A -> B` for one direction, `\"A -- B #2\"` for a second link");
    }
    int ordinal = matcher.group(4) == null ? 1 : Integer.parseInt(matcher.group(4));
    return new Way(matcher.group(1), matcher.group(3), ordinal, matcher.group(2).equals(BOTH));
  }

  /** Reads new settings of a link; a mapping that is written must not be empty. */
  static LinkChange change(
      LocatedMap knobs,
      boolean isWritten,
      SequencedMap<String, Integer> addresses,
      Problems problems) {
    MapReader reader = new MapReader(knobs, problems);
    DropReader drops = new DropReader(reader, problems);
    LinkChange change =
        LinkReader.knobs(reader, LinkReader.UNSET, drops.read(addresses).orElse(null));
    reader.finish();
    if (knobs.entries().isEmpty() && isWritten) {
      problems.report(
          knobs.at(), "nothing is set", () -> "known: " + String.join(", ", reader.asked()));
    }
    return change;
  }

  private void nodeActions(MapReader reader, String kind, String node, List<Action> actions) {
    switch (kind) {
      case "inject" -> inject(reader.mapping(kind), node).ifPresent(actions::add);
      case "filter" -> filter(reader.mapping(kind), node, true).ifPresent(actions::add);
      case "unfilter" -> filter(reader.mapping(kind), node, false).ifPresent(actions::add);
      case "stop" ->
          reader
              .texts(kind)
              .forEach(service -> actions.add(new ScheduleEntry.Stop(node, service.text())));
      case "restart" ->
          reader
              .texts(kind)
              .forEach(service -> actions.add(new ScheduleEntry.Restart(node, service.text())));
      case "start" -> starts(reader, node, actions);
      default ->
          reader
              .mapping(kind)
              .entries()
              .forEach((service, said) -> tell(node, service, said, actions));
    }
  }

  /** Reads {@code start: echo} or {@code start: {echo: {port: 7}}}. */
  private void starts(MapReader reader, String node, List<Action> actions) {
    LocatedValue said = reader.value("start").orElse(null);
    if (said instanceof LocatedScalar service) {
      LocatedMap none = LocatedMap.empty(service.at());
      actions.add(new ScheduleEntry.Start(node, service.text(), none));
      return;
    }
    reader
        .mapping("start")
        .entries()
        .forEach(
            (service, options) ->
                MapReader.mapOf(options.value(), "service " + Quoted.of(service), problems)
                    .map(map -> new LocatedMap(options.keyAt(), map.entries()))
                    .ifPresent(map -> actions.add(new ScheduleEntry.Start(node, service, map))));
  }

  private void tell(String node, String service, LocatedMap.Entry said, List<Action> actions) {
    LocatedMap pair = LocatedMap.empty(said.keyAt()).with(service, said.keyAt(), said.value());
    List<String> words =
        new MapReader(pair, problems).texts(service).stream().map(LocatedScalar::text).toList();
    if (words.isEmpty()) {
      problems.report(
          said.value().at(), "a service is told a verb, or a list of a verb and its arguments");
      return;
    }
    actions.add(
        new ScheduleEntry.Tell(node, service, words.getFirst(), words.subList(1, words.size())));
  }

  private Optional<ScheduleEntry.Inject> inject(LocatedMap map, String node) {
    MapReader reader = new MapReader(map, problems);
    return InjectReader.read(reader, node, problems)
        .filter(inject -> isReached(inject, reader.at("to")));
  }

  private boolean isReached(ScheduleEntry.Inject inject, Location at) {
    String to = inject.to();
    if (!to.isEmpty() && !isNode(new LocatedScalar(at, to, false))) {
      return false;
    }
    if (!to.isEmpty() && !to.equals(inject.node()) && !routes.from(inject.node()).containsKey(to)) {
      problems.report(
          at,
          Quoted.in("node %s cannot be reached from %s", to, inject.node()),
          () -> "no links lead from one to the other");
    }
    return !to.isEmpty();
  }

  /** Reads {@code {flow: n1, from: n5, for: 10s}}. */
  private Optional<Action> filter(LocatedMap map, String node, boolean add) {
    MapReader reader = new MapReader(map, problems);
    reader.require("flow");
    String flow = reader.scalar("flow", "a flow such as `n1`", this::flow).orElse("");
    String from =
        reader.scalar("from", "a neighbour such as `n1`", text -> neighbour(text, node)).orElse("");
    long nanos = add ? reader.value("for", FILTER_TIME, ScheduleEntry.FILTER_NANOS) : 0;
    reader.finish();
    if (flow.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        add
            ? new ScheduleEntry.Filter(node, flow, from, nanos)
            : new ScheduleEntry.Unfilter(node, flow, from));
  }

  private String flow(String text) throws UnitError {
    FlowText.parse(text, addresses);
    return text.strip();
  }

  private String neighbour(String text, String node) throws UnitError {
    Matcher matcher = NEIGHBOUR.matcher(text.strip());
    if (!matcher.matches()) {
      throw new UnitError(Quoted.of(text) + " names no neighbour", "such as `n1`, or `n1 #2`");
    }
    if (text.strip().equals(node)) {
      return node;
    }
    Way way = Way.between(node, text.strip());
    if (!links.containsKey(way.link())) {
      List<String> known =
          links.values().stream()
              .filter(link -> link.a().node().equals(node) || link.b().node().equals(node))
              .map(TopologyLink::name)
              .toList();
      throw new UnitError(
          "there is no link " + Quoted.of(way.toString()), Nearest.hint(way.toString(), known));
    }
    return text.strip();
  }
}
