// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.model.file.Form;
import rani.model.file.Keys;
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
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.queue.Rate;

/**
 * Turns traffic of real programs, of kind {@code iperf3} or {@code program}, into programs at the
 * edges of a topology.
 */
final class ProgramTraffic {
  static final String IPERF3 = "iperf3";
  static final String PROGRAM = "program";
  private static final List<String> KINDS = List.of(IPERF3, PROGRAM);

  private static final String EDGES = "edges";
  private static final String KIND = "kind";
  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String NAME = "name";
  private static final String START = "start";
  private static final String CONGESTION = "congestion";

  /** The port of iperf3 itself; each further server at a node has the next. */
  private static final int PORT = 5201;

  private static final int STREAMS_MAX = 128;
  private static final int DATAGRAM_BYTES_MAX = 65_507;

  /** Intervals of which its output tells, unless they were too long for it. */
  private static final int INTERVALS_MAX = 100;

  private static final int INTERVAL_SECONDS_MAX = 60;

  /** Time to connect, so that a run without a way ends. */
  private static final String CONNECT = " --connect-timeout 10000";

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final Kind<Long> SECONDS =
      Kind.within(Kind.DURATION, NANOS_PER_SECOND, 86_400 * NANOS_PER_SECOND);
  private static final Kind<Long> PORTS = Kind.within(Kind.INTEGER, 0L, 0xFFFFL);
  private static final Kind<Long> STREAMS = Kind.within(Kind.INTEGER, 1L, (long) STREAMS_MAX);
  private static final Kind<Long> DATAGRAM = Kind.within(Kind.SIZE, 16L, (long) DATAGRAM_BYTES_MAX);
  private static final Kind<Protocol> PROTOCOL = Kind.oneOf(Protocol.class);

  /** What iperf3 sends by. */
  private enum Protocol {
    TCP,
    UDP
  }

  /** Options of every program of traffic. */
  private record Common(String name, long startNanos, String congestion) {
    static Common visit(Keys keys) {
      return new Common(
          keys.value(
              NAME,
              Kind.WORD,
              "iperf3, program: name of the program, and of its metrics; by default FROM-TO.",
              ""),
          keys.value(START, Kind.DURATION, "How long after go it starts.", 0L),
          keys.value(
              CONGESTION,
              Kind.WORD,
              "iperf3, program: the kernel's congestion control at the sender's edge; default: the"
                  + " machine's.",
              ""));
    }
  }

  /** Options of iperf3. */
  private record Load(
      int port, long durationNanos, Protocol protocol, Rate rate, long sizeBytes, long streams) {
    static Load visit(Keys keys) {
      return new Load(
          keys.value(
                  "port",
                  PORTS,
                  "iperf3: the port of its server, by default the next from 5201.",
                  0L)
              .intValue(),
          keys.value("duration", SECONDS, "iperf3: how long it sends.", 10 * NANOS_PER_SECOND),
          keys.value("protocol", PROTOCOL, "iperf3: what it sends by.", Protocol.TCP),
          keys.value(
              "rate", Kind.RATE, "iperf3: the most that it sends; of UDP 1Mbit/s.", Rate.UNLIMITED),
          keys.value("size", DATAGRAM, "iperf3: data of each datagram, or write.", 0L),
          keys.value("streams", STREAMS, "iperf3: connections at a time.", 1L));
    }

    String options() {
      long seconds = durationNanos / NANOS_PER_SECOND;
      return " -t "
          + seconds
          + " -i "
          + Math.clamp(seconds / INTERVALS_MAX, 1, INTERVAL_SECONDS_MAX)
          + (protocol == Protocol.UDP ? " -u" : "")
          + (rate.isUnlimited() ? "" : " -b " + Units.printNumber(rate.perSecond()))
          + (sizeBytes == 0 ? "" : " -l " + sizeBytes)
          + (streams == 1 ? "" : " -P " + streams);
    }
  }

  /** All keys, beside those of a source's flows. */
  static final Vocabulary KEYS =
      Vocabulary.of(
              new Property(KIND, new Form.Words(KINDS), "iperf3 and program are real programs."))
          .and(Vocabulary.of(keys -> Common.visit(keys)))
          .and(Vocabulary.of(keys -> Load.visit(keys)))
          .and(
              Kind.TEXT.property(
                  "run", "program: the command line for `sh -c`; {from} and {to} are the nodes."));

  private final Problems problems;
  private final SequencedMap<String, LocatedMap> programs = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> nextPort = new LinkedHashMap<>();
  private final LocatedMap written;

  private ProgramTraffic(LocatedMap written, Problems problems) {
    this.written = written;
    this.problems = problems;
  }

  /**
   * Reports whether an entry of traffic is a program's, or of a kind that may be a slip of that.
   */
  static boolean isProgram(LocatedValue entry) {
    return entry instanceof LocatedMap map && Nearest.to(kind(map), KINDS).isPresent();
  }

  /** Reports whether a program at the receiver belongs to it. */
  static boolean hasServer(LocatedMap entry) {
    return kind(entry).equals(IPERF3);
  }

  private static String kind(LocatedMap entry) {
    return entry.get(KIND).orElse(null) instanceof LocatedScalar kind ? kind.text() : "";
  }

  /** Returns the tree of a topology with the programs of {@code traffic} in its edges. */
  static LocatedMap join(LocatedMap topology, List<LocatedValue> traffic, Problems problems) {
    LocatedMap edges =
        topology.get(EDGES).orElse(null) instanceof LocatedMap map
            ? map
            : LocatedMap.empty(topology.at());
    ProgramTraffic reader = new ProgramTraffic(edges, problems);
    for (LocatedValue entry : traffic) {
      if (isProgram(entry)) {
        reader.read((LocatedMap) entry);
      }
    }
    if (reader.programs.isEmpty()) {
      return topology;
    }
    LocatedMap all = edges;
    for (var program : reader.programs.entrySet()) {
      all = all.with(program.getKey(), program.getValue().at(), program.getValue());
    }
    return topology.with(EDGES, topology.keyAt(EDGES), all);
  }

  private void read(LocatedMap entry) {
    MapReader reader = new MapReader(entry, problems);
    String kind = kind(entry);
    if (!KINDS.contains(kind)) {
      problems.reportUnknown(reader.at(KIND), "kind", kind, KINDS);
      return;
    }
    reader.value(KIND);
    reader.require(FROM);
    reader.require(TO);
    List<LocatedScalar> from = reader.names(FROM);
    Optional<LocatedScalar> to = reader.texts(TO).stream().findFirst();
    Common common = Common.visit(reader);
    if (to.isEmpty()) {
      return;
    }
    if (kind.equals(IPERF3)) {
      Load load = Load.visit(reader);
      check(load, reader);
      from.forEach(sender -> iperf3(entry, sender, to.get(), common, load));
    } else {
      String run = reader.value("run", Kind.TEXT, "");
      reader.require("run");
      for (LocatedScalar sender : from) {
        String said = run.replace("{from}", sender.text()).replace("{to}", to.get().text());
        programs.put(name(entry, common, sender, to.get()), client(sender, said, common));
      }
    }
    reader.finish();
  }

  private void check(Load load, MapReader reader) {
    if (load.durationNanos % NANOS_PER_SECOND != 0) {
      problems.report(reader.at("duration"), "iperf3 sends for whole seconds");
    }
    if (load.rate.unit() == Rate.Unit.PACKETS) {
      problems.report(reader.at("rate"), "iperf3 takes a rate in bits", () -> "such as `5Mbit/s`");
    }
  }

  private void iperf3(
      LocatedMap entry, LocatedScalar from, LocatedScalar to, Common common, Load load) {
    int port = load.port == 0 ? nextPort.merge(to.text(), PORT, (last, _) -> last + 1) : load.port;
    String name = name(entry, common, from, to);
    String server = name + "-server";
    programs.put(
        server,
        new Line(to.at())
            .with("at", to.text())
            .with("run", "exec iperf3 -s -p " + port)
            .with("ready", "" + port)
            .map);
    String run = "exec iperf3 -c " + to.text() + " -p " + port + CONNECT + load.options() + " -J";
    programs.put(name, client(from, run, common));
  }

  private static LocatedMap client(LocatedScalar from, String run, Common common) {
    Line client = new Line(from.at()).with("at", from.text()).with("run", run);
    if (common.startNanos > 0) {
      client = client.with(START, Units.printDuration(common.startNanos));
    }
    return common.congestion.isEmpty()
        ? client.map
        : client.with(CONGESTION, common.congestion).map;
  }

  /** A mapping whose values are all from one place of a file. */
  private record Line(Location at, LocatedMap map) {
    Line(Location at) {
      this(at, LocatedMap.empty(at));
    }

    Line with(String key, String value) {
      return new Line(at, map.with(key, at, new LocatedScalar(at, value, true)));
    }
  }

  /** Returns a name that no other program has. */
  private String name(LocatedMap entry, Common common, LocatedScalar from, LocatedScalar to) {
    String asked = common.name.isEmpty() ? from.text() + "-" + to.text() : common.name;
    String name = asked;
    for (int again = 2; isTaken(name); again++) {
      name = asked + "-" + again;
    }
    if (!common.name.isEmpty() && !name.equals(asked) && written.get(asked).isPresent()) {
      problems.report(entry.keyAt(NAME), "`edges` has a program " + Quoted.of(asked) + " already");
    }
    return name;
  }

  private boolean isTaken(String name) {
    return written.get(name).isPresent() || programs.containsKey(name);
  }
}
