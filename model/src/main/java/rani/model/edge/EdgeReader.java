// SPDX-License-Identifier: Apache-2.0
package rani.model.edge;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.regex.Pattern;
import rani.model.edge.EdgeProgram.Start;
import rani.model.file.Form;
import rani.model.file.Keys;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.TreeBuilder;
import rani.model.file.UnitError;
import rani.model.file.Vocabulary;

/** Reads and prints the programs of a topology's {@code edges}. */
public final class EdgeReader {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,31}");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

  private static final Kind<String> COMMAND = Kind.text("a command line", EdgeReader::plain);

  /** What podman and docker take, and nothing that they take for an option. */
  private static final Kind<String> IMAGE =
      matching("[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}", "an image, such as `localhost/web:1`");

  private static final Kind<String> CONGESTION_CONTROL =
      matching("[a-z0-9_]{1,15}", "a congestion control of the kernel, such as `cubic`");

  private static final Kind<String> FOLDER = Kind.text("a folder", EdgeReader::plain);
  private static final Kind<Long> PORT = Kind.within(Kind.INTEGER, 1L, 0xFFFFL);
  private static final Kind<Long> WITHIN =
      Kind.within(Kind.DURATION, 1_000_000L, Start.READY_WITHIN_NANOS_MAX);
  private static final Kind<EdgeProgram.Kind> KIND = Kind.oneOf(EdgeProgram.Kind.class);

  private static final String AFTER = "after";
  private static final String CONGESTION = "congestion";
  private static final String ENVIRONMENT = "env";
  private static final String FOLDER_KEY = "folder";
  private static final String READY = "ready";
  private static final String READY_WITHIN = "ready-within";
  private static final String START = "start";

  private static final Vocabulary KEYS =
      Vocabulary.of(keys -> program(keys, unsaid("", new LinkedHashMap<>()), FOLDER))
          .and(
              new Property(
                  ENVIRONMENT,
                  new Form.Named(new Form.Text("^" + VARIABLE + "$"), Form.SCALAR),
                  "Variables of its environment, beside those of the program that starts the"
                      + " network."))
          .required("at");

  public static final Form EDGES = new Form.Named(Form.NAME, Form.of(KEYS));

  private final SequencedSet<String> nodes;
  private final Set<String> foreign;
  private final Problems problems;
  private final SequencedMap<String, EdgeProgram> programs = new LinkedHashMap<>();
  private final LocatedMap all;

  private EdgeReader(
      LocatedMap all, SequencedSet<String> nodes, Set<String> foreign, Problems problems) {
    this.all = all;
    this.nodes = nodes;
    this.foreign = foreign;
    this.problems = problems;
  }

  /** Reads programs at the edges of nodes, none of which may be foreign. */
  public static List<EdgeProgram> read(
      LocatedMap edges, SequencedSet<String> nodes, Set<String> foreign, Problems problems) {
    EdgeReader reader = new EdgeReader(edges, nodes, foreign, problems);
    edges
        .entries()
        .forEach(
            (name, entry) ->
                MapReader.mapOf(entry.value(), "program " + Quoted.of(name), problems)
                    .ifPresent(map -> reader.readOne(name, entry.keyAt(), map)));
    if (edges.entries().size() > EdgeProgram.PROGRAMS_MAX) {
      problems.report(
          edges.at(),
          "%d programs, at most %d are allowed"
              .formatted(edges.entries().size(), EdgeProgram.PROGRAMS_MAX));
    }
    reader.checkTogether();
    return List.copyOf(reader.programs.sequencedValues());
  }

  /** Prints a program so that it reads back equal. */
  public static LocatedMap tree(EdgeProgram program, String origin) {
    TreeBuilder tree = new TreeBuilder(origin);
    program(tree, program, FOLDER);
    TreeBuilder environment = new TreeBuilder(origin);
    program.environment().forEach(environment::putText);
    return tree.putUnlessEmpty(ENVIRONMENT, environment.build()).build();
  }

  private void readOne(String name, Location at, LocatedMap map) {
    if (!NAME.matcher(name).matches()) {
      problems.report(
          at,
          Quoted.of(name) + " cannot name a program",
          () -> "a letter, then up to 31 letters, digits, `-` or `_`");
    }
    MapReader reader = new MapReader(map, problems);
    reader.require("at");
    // an absolute path, independent of where the topology's file is
    Path file = Path.of(map.at().file()).toAbsolutePath();
    Kind<String> folder =
        Kind.text("a folder", said -> file.resolveSibling(plain(said)).normalize().toString());
    EdgeProgram program = program(reader, unsaid(name, environment(reader)), folder);
    reader.finish();
    if (!program.node().isEmpty() && !nodes.contains(program.node())) {
      problems.reportUnknown(reader.at("at"), "node", program.node(), nodes);
    }
    if (foreign.contains(program.node())) {
      problems.report(
          reader.at("at"), Quoted.in("node %s is foreign, and has no edge", program.node()));
    }
    checkKeys(program, reader);
    programs.put(name, program);
  }

  private static EdgeProgram unsaid(String name, SequencedMap<String, String> environment) {
    return new EdgeProgram(
        name, "", EdgeProgram.Kind.PROGRAM, "", "", Start.AT_ONCE, environment, "", "");
  }

  private static EdgeProgram program(Keys keys, EdgeProgram known, Kind<String> folderKind) {
    String node =
        keys.unlessUsual("at", Kind.WORD, "The node at whose edge it runs.", "", known.node());
    EdgeProgram.Kind kind =
        keys.unlessUsual(
            "kind",
            KIND,
            "A program of the node's machine, or a container of podman there.",
            EdgeProgram.Kind.PROGRAM,
            known.kind());
    String run =
        keys.unlessUsual(
            "run",
            COMMAND,
            "The command line, for `sh -c`. A container may leave it to its image.",
            "",
            known.run());
    String image =
        keys.unlessUsual("image", IMAGE, "Of a container; it is never pulled.", "", known.image());
    Start start = start(keys, known.start());
    String folder =
        keys.unlessUsual(
            FOLDER_KEY,
            folderKind,
            "Its working folder, relative to this file. By default where rani was started; of a"
                + " container what its image says.",
            "",
            known.folder());
    String congestion =
        keys.unlessUsual(
            CONGESTION,
            CONGESTION_CONTROL,
            "The kernel's congestion control for TCP at its node's edge, such as cubic or bbr. By"
                + " default the machine's.",
            "",
            known.congestion());
    return new EdgeProgram(
        known.name(), node, kind, run, image, start, known.environment(), folder, congestion);
  }

  private static Start start(Keys keys, Start known) {
    int port =
        keys.unlessUsual(
                READY,
                PORT,
                "The TCP port at which it listens as soon as it is ready. It starts before the run"
                    + " and ends with it.",
                0L,
                (long) known.readyPort())
            .intValue();
    long within =
        keys.unlessUsual(
            READY_WITHIN,
            WITHIN,
            "How long it may take to be ready.",
            Start.READY_WITHIN_NANOS,
            known.readyWithinNanos());
    List<String> after =
        keys.values(
            AFTER,
            Kind.WORD,
            "Programs that are ready, or have started if they have no `ready`, before it starts.",
            known.after());
    long delay =
        keys.unlessUsual(
            START,
            Kind.DURATION,
            "How long after go it starts, and after those in `after` that have no `ready`.",
            0L,
            known.delayNanos());
    return new Start(port, within, after, delay);
  }

  private SequencedMap<String, String> environment(MapReader reader) {
    SequencedMap<String, String> environment = new LinkedHashMap<>();
    LocatedMap said = reader.mapping(ENVIRONMENT);
    MapReader variables = new MapReader(said, problems);
    for (String name : said.keys()) {
      if (!VARIABLE.matcher(name).matches()) {
        problems.report(said.keyAt(name), Quoted.of(name) + " cannot name a variable");
      }
      environment.put(name, variables.value(name, Kind.text("text", EdgeReader::plain), ""));
    }
    if (environment.size() > EdgeProgram.VARIABLES_MAX) {
      problems.report(
          said.at(),
          "%d variables, at most %d are allowed"
              .formatted(environment.size(), EdgeProgram.VARIABLES_MAX));
    }
    return environment;
  }

  /** Reports keys that do not go together. */
  private void checkKeys(EdgeProgram program, MapReader reader) {
    LocatedMap map = reader.map();
    if (program.kind() == EdgeProgram.Kind.CONTAINER) {
      reader.require("image");
      if (map.get(FOLDER_KEY).orElse(null) instanceof LocatedScalar folder
          && !folder.isNull()
          && !folder.text().startsWith("/")) {
        problems.report(
            folder.at(), "the folder of a container is one of its image, such as `/srv`");
      }
    } else {
      reader.require("run");
      if (!program.image().isEmpty()) {
        problems.report(
            map.keyAt("image"), "`image` is for a container", () -> "write `kind: container`");
      }
    }
    if (program.isServer() && program.start().delayNanos() > 0) {
      problems.report(map.keyAt(START), "a program with `ready` starts before go, without `start`");
    }
    if (!program.isServer() && map.get(READY_WITHIN).isPresent()) {
      problems.report(
          map.keyAt(READY_WITHIN), "nothing waits for this program: `ready` is missing");
    }
  }

  private void checkTogether() {
    SequencedMap<String, EdgeProgram> byCongestion = new LinkedHashMap<>();
    SequencedMap<String, EdgeProgram> byPort = new LinkedHashMap<>();
    for (EdgeProgram program : programs.sequencedValues()) {
      checkAfter(program);
      if (!program.congestion().isEmpty()) {
        EdgeProgram other = byCongestion.putIfAbsent(program.node(), program);
        if (other != null && !other.congestion().equals(program.congestion())) {
          problems.report(
              at(program, CONGESTION),
              "node %s has one edge, and %s has its `congestion` be %s"
                  .formatted(program.node(), other.name(), other.congestion()));
        }
      }
      int port = program.start().readyPort();
      EdgeProgram other =
          program.isServer() ? byPort.putIfAbsent(program.node() + " " + port, program) : null;
      if (other != null) {
        problems.report(
            at(program, READY),
            "TCP port %d of node %s is already that of program %s"
                .formatted(port, program.node(), other.name()));
      }
    }
    checkCycle();
  }

  private void checkAfter(EdgeProgram program) {
    for (String name : program.start().after()) {
      EdgeProgram before = programs.get(name);
      if (before == null) {
        problems.reportUnknown(at(program, AFTER), "program", name, programs.sequencedKeySet());
      } else if (program.isServer() && !before.isServer()) {
        problems.report(
            at(program, AFTER),
            Quoted.in("program %s starts after go, and %s before it", name, program.name()),
            () -> "leave `ready` out, or give it to both");
      }
    }
  }

  private void checkCycle() {
    List<String> cycle = StartOrder.cycle(programs);
    if (!cycle.isEmpty()) {
      problems.report(
          at(Objects.requireNonNull(programs.get(cycle.getFirst())), AFTER),
          cycle.size() == 1
              ? "program " + Quoted.of(cycle.getFirst()) + " is after itself"
              : "programs " + String.join(", ", cycle) + " are after each other");
    }
  }

  private Location at(EdgeProgram program, String key) {
    return all.get(program.name()).orElse(all) instanceof LocatedMap map
        ? map.keyAt(key)
        : all.at();
  }

  private static String plain(String text) throws UnitError {
    if (text.length() > EdgeProgram.TEXT_LENGTH_MAX || text.indexOf('\0') >= 0) {
      throw new UnitError(
          Quoted.of(text)
              + " is longer than %,d characters, or has a zero in it"
                  .formatted(EdgeProgram.TEXT_LENGTH_MAX));
    }
    return text;
  }

  private static Kind<String> matching(String pattern, String words) {
    return Kind.text(
        words,
        text -> {
          if (text.matches(pattern)) {
            return text;
          }
          throw new UnitError(Quoted.of(text) + " is not " + words);
        });
  }
}
