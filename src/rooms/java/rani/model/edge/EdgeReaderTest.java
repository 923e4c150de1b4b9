// SPDX-License-Identifier: Apache-2.0
package rani.model.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.edge.EdgeProgram.Start;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyText;

/** What files say of programs at edges. */
class EdgeReaderTest {
  private static final String NETWORK = "topology: t\ngenerate: {linear: {nodes: 3}}\nedges:\n";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("t.yaml");
  }

  @Test
  void a_program_has_what_its_file_says_and_defaults_for_the_rest() throws Exception {
    Topology topology =
        load(
            """
              web:
                at: n3
                run: python3 -m http.server 8000
                ready: 8000
                ready-within: 20s
                env: {A: 1, B: "two words"}
                folder: site/../pages
                congestion: reno
              client: {at: n1, run: "curl -s http://n3:8000/", after: web, start: 2s}
            """);

    SequencedMap<String, String> environment = new LinkedHashMap<>();
    environment.put("A", "1");
    environment.put("B", "two words");
    assertEquals(
        List.of(
            new EdgeProgram(
                "web",
                "n3",
                EdgeProgram.Kind.PROGRAM,
                "python3 -m http.server 8000",
                "",
                new Start(8000, 20_000_000_000L, List.of(), 0),
                environment,
                folder.resolve("pages").toString(),
                "reno"),
            new EdgeProgram(
                "client",
                "n1",
                EdgeProgram.Kind.PROGRAM,
                "curl -s http://n3:8000/",
                "",
                new Start(0, 10_000_000_000L, List.of("web"), 2_000_000_000L),
                new LinkedHashMap<>(),
                "",
                "")),
        topology.edges());
  }

  @Test
  void what_is_printed_reads_back_to_equal_programs() throws Exception {
    Topology topology =
        load(
            """
              a: {at: n1, run: "echo '#: \\"$X\\"'\\nfalse", env: {X: "y: {", E: ''}, folder: here}
              b: {at: n2, kind: container, image: "localhost/web:1", ready: 80, congestion: bbr}
              c: {at: n2, kind: container, image: web, run: date, after: [a, b], start: 15ms}
            """);

    assertEquals(
        topology.edges(),
        TopologyFile.load("again", TopologyText.print(topology)).edges(),
        TopologyText.print(topology));
  }

  @Test
  void programs_start_behind_those_that_they_are_after() throws Exception {
    Topology topology =
        load(
            """
              late: {at: n1, run: a, after: [first, web], start: 5ms}
              first: {at: n1, run: a, start: 10ms}
              web: {at: n1, run: a, ready: 80, after: data}
              last: {at: n1, run: a, after: [late, first]}
              data: {at: n1, run: a, ready: 81}
            """);

    Map<String, Long> order = new LinkedHashMap<>();
    StartOrder.of(topology.edges())
        .forEach(each -> order.put(each.program().name(), each.delayNanos()));
    assertEquals(
        List.of("first=10000000", "data=0", "web=0", "late=15000000", "last=15000000"),
        order.entrySet().stream().map(Object::toString).toList());
  }

  @Test
  void an_unknown_name_is_answered_with_the_nearest() {
    assertError("unknown node `n33`; did you mean `n3`?", "  web: {at: »n33, run: a}\n");
    assertError(
        "unknown key `redy`; did you mean `ready`?", "  web: {at: n1, run: a, »redy: 80}\n");
    assertError(
        "unknown program `wbe`; did you mean `web`?",
        "  web: {at: n1, run: a}\n  b: {at: n1, run: b, »after: wbe}\n");
    assertError(
        "`kind`: `contaner` is not one of program, container; did you mean `container`?",
        "  web: {at: n1, kind: »contaner, run: a}\n");
  }

  @Test
  void a_program_says_where_it_runs_and_what() {
    assertError("`at` is missing", "  web: »{run: a}\n");
    assertError("`run` is missing", "  web: »{at: n1}\n");
    assertError("`image` is missing", "  web: »{at: n1, kind: container}\n");
    assertError(
        "`image` is for a container; write `kind: container`",
        "  web: {at: n1, run: a, »image: web}\n");
    assertError(
        "`image`: `--privileged` is not an image, such as `localhost/web:1`",
        "  web: {at: n1, kind: container, image: »--privileged}\n");
    assertError(
        "the folder of a container is one of its image, such as `/srv`",
        "  web: {at: n1, kind: container, image: web, folder: »pages}\n");
    assertError(
        "`3web` cannot name a program; a letter, then up to 31 letters, digits, `-` or `_`",
        "  »3web: {at: n1, run: a}\n");
    assertError("`A-B` cannot name a variable", "  web: {at: n1, run: a, env: {»A-B: 1}}\n");
    assertError(
        "`congestion`: `Cubic!` is not a congestion control of the kernel, such as `cubic`",
        "  web: {at: n1, run: a, congestion: »Cubic!}\n");
  }

  @Test
  void only_one_with_a_port_is_waited_for() {
    assertError(
        "a program with `ready` starts before go, without `start`",
        "  web: {at: n1, run: a, ready: 80, »start: 1s}\n");
    assertError(
        "nothing waits for this program: `ready` is missing",
        "  web: {at: n1, run: a, »ready-within: 1s}\n");
    assertError("`ready`: `0` is outside 1…65535", "  web: {at: n1, run: a, ready: »0}\n");
    assertError(
        "program `a` starts after go, and `web` before it; leave `ready` out, or give it to both",
        "  a: {at: n1, run: a}\n  web: {at: n1, run: a, ready: 80, »after: a}\n");
  }

  @Test
  void programs_are_not_after_each_other() {
    assertError("program `a` is after itself", "  a: {at: n1, run: a, »after: a}\n");
    assertError(
        "programs b, c, d are after each other",
        """
          a: {at: n1, run: a, after: b}
          b: {at: n1, run: a, »after: c}
          c: {at: n1, run: a, after: [e, d]}
          d: {at: n1, run: a, after: b}
          e: {at: n1, run: a}
        """);
  }

  @Test
  void programs_share_their_nodes_edge() {
    assertError(
        "node n1 has one edge, and a has its `congestion` be cubic",
        "  a: {at: n1, run: a, congestion: cubic}\n  b: {at: n1, run: a, »congestion: bbr}\n");
    assertError(
        "TCP port 80 of node n1 is already that of program a",
        "  a: {at: n1, run: a, ready: 80}\n  b: {at: n1, run: a, »ready: 80}\n");
  }

  @Test
  void more_programs_than_allowed_are_refused() {
    String many =
        IntStream.rangeClosed(0, EdgeProgram.PROGRAMS_MAX)
            .mapToObj(k -> "  p" + k + ": {at: n1, run: a}\n")
            .collect(Collectors.joining());
    assertError("65 programs, at most 64 are allowed", "  »" + many.substring(2));
    String variables =
        IntStream.rangeClosed(0, EdgeProgram.VARIABLES_MAX)
            .mapToObj(k -> "V" + k + ": 1")
            .collect(Collectors.joining(", "));
    assertError(
        "65 variables, at most 64 are allowed",
        "  web: {at: n1, run: a, env: »{" + variables + "}}\n");
    String longText = "x".repeat(EdgeProgram.TEXT_LENGTH_MAX + 1);
    assertError(
        "`run`: `" + "x".repeat(60) + "…` is longer than 8,000 characters, or has a zero in it",
        "  web: {at: n1, run: »" + longText + "}\n");
  }

  /** The text marks with {@code »} the place that the error must name. */
  private void assertError(String expected, String marked) {
    String text = NETWORK + marked;
    int at = text.indexOf('»');
    int line = 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
    int column = at - text.lastIndexOf('\n', at);
    FileError error = assertThrows(FileError.class, () -> load(marked.replace("»", "")));
    assertEquals(file + ":" + line + ":" + column + ": " + expected, error.getMessage());
  }

  private Topology load(String edges) throws IOException, FileError {
    Files.writeString(file, NETWORK + edges);
    return TopologyFile.load(file, List.of());
  }
}
