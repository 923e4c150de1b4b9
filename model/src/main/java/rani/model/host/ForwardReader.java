// SPDX-License-Identifier: Apache-2.0
package rani.model.host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rani.model.file.Form;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.Vocabulary;
import rani.model.host.Forward.Kind;

public final class ForwardReader {
  private static final Form LISTENING =
      new Form.Either(
          List.of(new Form.Whole(1L, 0xFFFFL), new Form.Text("^(\\d{1,5}|.+:\\d{1,5})$")));

  private static final Vocabulary KEYS =
      Vocabulary.of(
              new Property(
                  "tcp",
                  LISTENING,
                  "Carries TCP connections: the port to listen at, or ADDRESS:PORT."),
              new Property(
                  "udp",
                  LISTENING,
                  "Carries UDP datagrams: the port to listen at, or ADDRESS:PORT."),
              new Property(
                  "socks",
                  LISTENING,
                  "Is a SOCKS version 5 proxy for TCP connections: the port to listen at, or"
                      + " ADDRESS:PORT."),
              new Property("from", Form.TEXT, "The node where the traffic enters the network.")
                  .required(),
              new Property("exit", Form.TEXT, "The node where it leaves, of a socks forward."),
              new Property("to", Form.TEXT, "The node where it leaves, of a tcp or udp forward."),
              new Property(
                  "target",
                  new Form.Text("^.+:\\d{1,5}$"),
                  "The program at the other side as HOST:PORT, looked up where the traffic"
                      + " leaves."),
              new Property(
                  "allow",
                  Form.listOf(Form.TEXT),
                  "Networks such as 192.168.1.0/24 that a socks forward may lead to, beside the"
                      + " loopback of the exit's machine."))
          .with(
              new Vocabulary.OneOf(
                  List.of(
                      List.of("tcp", "to", "target"),
                      List.of("udp", "to", "target"),
                      List.of("socks", "exit"))));

  public static final Form FORWARDS =
      new Form.ListOf(Form.of(KEYS), 0, Forward.FORWARDS_MAX, false);

  private final SequencedSet<String> nodes;
  private final Set<String> foreign;
  private final Problems problems;
  private final List<Forward> forwards = new ArrayList<>();
  private final SequencedMap<String, Location> taken = new LinkedHashMap<>();

  private ForwardReader(SequencedSet<String> nodes, Set<String> foreign, Problems problems) {
    this.nodes = nodes;
    this.foreign = foreign;
    this.problems = problems;
  }

  /** Reads forwards between nodes, none of which may be foreign. */
  public static List<Forward> read(
      List<LocatedValue> list, SequencedSet<String> nodes, Set<String> foreign, Problems problems) {
    ForwardReader reader = new ForwardReader(nodes, foreign, problems);
    for (LocatedValue value : list) {
      MapReader.mapOf(value, "a forward", problems).ifPresent(reader::readOne);
    }
    if (list.size() > Forward.FORWARDS_MAX) {
      problems.report(
          list.getFirst().at(),
          list.size() + " forwards, at most " + Forward.FORWARDS_MAX + " are allowed");
    }
    return reader.forwards;
  }

  private void readOne(LocatedMap map) {
    MapReader reader = new MapReader(map, KEYS, problems);
    Kind kind = null;
    HostAndPort at = null;
    for (Kind each : Kind.values()) {
      String key = MapReader.nameOf(each);
      Optional<LocatedValue> there = reader.value(key);
      if (there.isPresent() && kind != null) {
        problems.report(
            map.keyAt(key),
            "a forward is of one kind, not " + MapReader.nameOf(kind) + " and " + key,
            () -> "write two forwards");
      } else if (there.isPresent()) {
        kind = each;
        at =
            reader.scalar(key, "a port, or ADDRESS:PORT", HostAndPort::parseListening).orElse(null);
      }
    }
    String from = node(reader, "from");
    String exit = exit(reader, kind);
    HostAndPort target = target(reader, kind);
    List<String> allow = allow(reader, kind);
    reader.finish();
    if (kind == null) {
      problems.report(
          map.at(),
          "a forward says what it carries and the port where it listens",
          () -> "write one of `tcp: 8080`, `udp: 9000`, `socks: 1080`");
    } else if (at != null && from != null && exit != null) {
      checkTaken(map, kind, from, at);
      if (from.equals(exit)) {
        problems.report(map.at(), "a forward leads to another node, not from " + from + " to it");
      }
      forwards.add(
          new Forward(
              kind,
              at.host(),
              at.port(),
              from,
              exit,
              target == null ? "" : target.host(),
              target == null ? 0 : target.port(),
              allow));
    }
  }

  private @Nullable String node(MapReader reader, String key) {
    reader.require(key);
    String name = reader.text(key).orElse(null);
    if (name != null && !nodes.contains(name)) {
      problems.reportUnknown(reader.at(key), "node", name, nodes);
      return null;
    }
    if (name != null && foreign.contains(name)) {
      problems.report(
          reader.at(key),
          Quoted.in("node %s is foreign, and no forward begins or ends there", name));
      return null;
    }
    return name;
  }

  /** Reads the egress node, which is {@code exit} of a SOCKS forward, else {@code to}. */
  private @Nullable String exit(MapReader reader, @Nullable Kind kind) {
    String wanted = kind == Kind.SOCKS ? "exit" : "to";
    String other = kind == Kind.SOCKS ? "to" : "exit";
    reader
        .value(other)
        .ifPresent(
            value ->
                problems.report(
                    reader.map().keyAt(other),
                    Quoted.of(other) + " is not for this kind of forward",
                    () -> "write " + Quoted.of(wanted)));
    return node(reader, wanted);
  }

  private @Nullable HostAndPort target(MapReader reader, @Nullable Kind kind) {
    if (kind == Kind.SOCKS) {
      reader
          .value("target")
          .ifPresent(
              value ->
                  problems.report(
                      reader.map().keyAt("target"),
                      "with SOCKS each connection says where it leads; there is no `target`"));
      return null;
    }
    reader.require("target");
    return reader.scalar("target", "HOST:PORT", HostAndPort::parse).orElse(null);
  }

  private List<String> allow(MapReader reader, @Nullable Kind kind) {
    List<String> allow = new ArrayList<>();
    for (LocatedScalar network : reader.texts("allow")) {
      try {
        allow.add(Network.parse(network.text()).toString());
      } catch (IllegalArgumentException e) {
        problems.report(network.at(), String.valueOf(e.getMessage()));
      }
    }
    if (kind != Kind.SOCKS && !reader.values("allow").isEmpty()) {
      problems.report(
          reader.map().keyAt("allow"),
          "`allow` is for SOCKS; this forward leads to its `target` alone");
    }
    return allow;
  }

  /** Reports two forwards of one node at the same port. */
  private void checkTaken(LocatedMap map, Kind kind, String from, HostAndPort at) {
    String transport = kind == Kind.UDP ? "UDP" : "TCP";
    Location before = taken.putIfAbsent(from + " " + transport + " " + at, map.at());
    if (before != null) {
      problems.report(
          map.at(),
          transport
              + " port "
              + at.port()
              + " is already that of a forward in line "
              + before.line());
    }
  }
}
