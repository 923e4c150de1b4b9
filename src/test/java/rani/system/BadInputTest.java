// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.system.RaniCommand.Outcome;

/**
 * What users get wrong: the answer says where, what, and the nearest valid name, in exit code 2,
 * and nothing is started.
 */
class BadInputTest extends InWorkplace {
  private static final String TOPOLOGY =
      """
      topology: t
      defaults:
        node: {queue: {placement: node, rate: 1Mbit/s}}
      nodes:
        n1: {}
        n2: {}
        n3: {}
        n4: {}
        n5: {}
      links:
        n1 -- n2: {delay: 1ms}
        n2 -- n3: {delay: 1ms}
        n4 -- n5: {delay: 1ms}
      """;

  private static final String EXPERIMENT =
      """
      experiment: e
      topology: t.yaml
      traffic:
        - {from: n1, to: n3, kind: cbr, rate: 10packet/s, packets: 10, size: 100B}
      expect:
        - {name: all arrive, metric: delivered.total, equals: 10}
      """;

  @BeforeEach
  void makeGoodFiles() throws IOException {
    place.write("t.yaml", TOPOLOGY);
    place.write("e.yaml", EXPERIMENT);
  }

  /** All the mistakes below are changes to files that are good. */
  @Test
  @Execution(CONCURRENT)
  void theFilesWithoutAMistakeAreGood() {
    place.rani("run", "e.yaml", "--mode", "virtual").run().expectExit(0);
  }

  /** The other tests ask within this JVM. */
  @Test
  @Execution(CONCURRENT)
  void theLauncherAnswersAlike() {
    place.write("t.yaml", TOPOLOGY.replace("n2 -- n3: {delay", "n2 -- n3: {dely"));
    for (String[] words : new String[][] {{"run", "e.yaml"}, {"rum", "e.yaml"}}) {
      Map<Path, Long> before = files();

      Outcome outcome = place.rani(words).run().expectExit(2);

      assertIsRefusal(outcome, before);
      assertSays(outcome, words[0].equals("run") ? "t.yaml:12:14: unknown key `dely`" : "run");
      place.assertNothingRunsAndNoFileIsAstray();
    }
  }

  /** A file here wins over a shipped one; of shipped ones, those of the current folder. */
  @Test
  @Execution(CONCURRENT)
  void aNameIsAFileHereOrAShippedOne() throws IOException {
    Outcome own = place.rani("validate", "e").run().expectExit(0);
    assertSays(own, "rani: e is e.yaml");
    Outcome shipped = place.rani("graph", "ring-6").run().expectExit(0);
    assertTrue(shipped.out().startsWith("graph \"ring-6\""), shipped::toString);
    assertSays(shipped, "rani: ring-6 is ", "/config/topologies/ring-6.yaml");
    String asDocumented = "config/topologies/ring-6.yaml";
    Outcome documented = place.rani("graph", asDocumented).run().expectExit(0);
    assertEquals(shipped.out(), documented.out());
    assertSays(documented, "rani: " + asDocumented + " is ", "/" + asDocumented);
    assertSays(
        place.rani("graph", "config/../config/topologies/ring-6.yaml").run().expectExit(2),
        "no such file");
    assertSays(
        place.rani("run", "ring-6").run().expectExit(2),
        "ring-6: no such file; `",
        "/config/topologies/ring-6.yaml` is a topology, which `rani up` starts");
    assertSays(place.rani("up", "helo").run().expectExit(2), "helo: no such file");
    assertSays(
        place.rani("run", "helo").run().expectExit(2), "no such file; did you mean `hello`?");
    assertSays(place.rani("validate", "../topologies/ring-6").run().expectExit(2), "no such file");

    Files.createDirectories(place.here().resolve("config/topologies"));
    place.write("config/topologies/ring-6.yaml", TOPOLOGY);
    Outcome ours = place.rani("validate", "ring-6").run().expectExit(0);
    assertSays(ours, "rani: ring-6 is config/topologies/ring-6.yaml");
  }

  /** Files that standard input names are looked for in the current folder. */
  @Test
  @Execution(CONCURRENT)
  void standardInputIsReadAndItsMistakesHavePlaces() {
    List<String> piped = List.of("bash", "-c", "cat e.yaml | \"$@\" -", "bash");
    Outcome good = place.rani("validate").inside(piped).run().expectExit(0);
    assertTrue(good.out().startsWith("<stdin>: a good experiment, 5 nodes"), good::toString);
    List<String> wrong = List.of("bash", "-c", "sed s/size/sise/ e.yaml | \"$@\" -", "bash");
    for (String verb : List.of("validate", "run", "sweep", "graph")) {
      Outcome bad = place.rani(verb).inside(wrong).run().expectExit(2);
      assertSays(bad, "<stdin>:4:", "unknown key `sise`; did you mean `size`?");
    }
    List<String> hex = List.of("bash", "-c", "printf '18 04\\n00' | \"$@\" -", "bash");
    Outcome frame = place.rani("packet").inside(hex).run().expectExit(0);
    assertTrue(frame.out().startsWith("RANI header, 3 bytes at 0"), frame::toString);
  }

  /**
   * One mistake in one of the two files.
   *
   * @param file that has it
   * @param good what stands there in the good file
   * @param bad what stands there instead; {@code »} marks the place that the answer must name
   * @param answer what the answer must hold besides
   */
  record Mistake(String name, String file, String good, String bad, List<String> answer) {
    Mistake(String name, String file, String good, String bad, String... answer) {
      this(name, file, good, bad, List.of(answer));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Mistake> mistakes() {
    return Stream.concat(wrongWords(), wrongNetworks());
  }

  private static Stream<Mistake> wrongWords() {
    return Stream.of(
        new Mistake(
            "unknown key in the topology",
            "t.yaml",
            "n2 -- n3: {delay: 1ms}",
            "n2 -- n3: {»dely: 1ms}",
            "unknown key `dely`",
            "`delay`"),
        new Mistake(
            "unknown key in the experiment",
            "e.yaml",
            "packets: 10,",
            "»pakets: 10,",
            "unknown key `pakets`",
            "`packets`"),
        new Mistake(
            "unknown kind of traffic", "e.yaml", "kind: cbr", "kind: »cbt", "`cbt`", "`cbr`"),
        new Mistake(
            "missing unit",
            "t.yaml",
            "n2 -- n3: {delay: 1ms}",
            "n2 -- n3: {delay: »1}",
            "`1` needs a unit",
            "ms"),
        new Mistake(
            "unknown unit",
            "t.yaml",
            "n2 -- n3: {delay: 1ms}",
            "n2 -- n3: {delay: »1msec}",
            "`1msec`",
            "ms"),
        new Mistake(
            "negative rate",
            "t.yaml",
            "rate: 1Mbit/s",
            "rate: »-1Mbit/s",
            "`-1Mbit/s`",
            "negative"),
        new Mistake(
            "negative rate of traffic",
            "e.yaml",
            "rate: 10packet/s",
            "rate: »-10packet/s",
            "`-10packet/s`",
            "negative"),
        new Mistake(
            "not YAML",
            "t.yaml",
            "links:\n  n1 -- n2: {delay: 1ms}\n  n2",
            "links: {\n  n1 -- n2: {delay: 1ms}\n  »n2",
            "not YAML"),
        new Mistake("nothing but a word", "t.yaml", TOPOLOGY, "»hello", "keys and values"),
        new Mistake("empty topology", "t.yaml", TOPOLOGY, "»", "empty"),
        new Mistake("empty experiment", "e.yaml", EXPERIMENT, "»", "empty"),
        new Mistake(
            "no topology of this name", "e.yaml", "t.yaml", "»tt.yaml", "no such file", "t.yaml"));
  }

  private static Stream<Mistake> wrongNetworks() {
    return Stream.of(
        new Mistake(
            "duplicate node",
            "t.yaml",
            "  n5: {}",
            "  n5: {}\n  »n1: {}",
            "duplicate",
            "`n1`",
            "5"),
        new Mistake(
            "link to nowhere",
            "t.yaml",
            "n2 -- n3: {delay: 1ms}",
            "»n2 -- n33: {delay: 1ms}",
            "unknown node `n33`",
            "`n3`"),
        new Mistake("traffic from nowhere", "e.yaml", "from: n1", "from: »n11", "`n11`", "`n1`"),
        new Mistake(
            "clash of virtual addresses",
            "t.yaml",
            "n5: {}",
            "»n5: {virtual-address: 10.0.0.1}",
            "10.0.0.1",
            "`n5`",
            "`n1`"),
        new Mistake(
            "two nodes on one port",
            "t.yaml",
            "  n1: {}\n  n2: {}",
            "  n1: {ports: {n2: {receive: 40001}}}\n  n2: {ports: {n1: {receive: »40001}}}",
            "port 40001",
            "`n1`",
            "`n2`"),
        new Mistake("unreachable sink", "e.yaml", "to: n3", "to: »n5", "`n5`", "`n1`"));
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @MethodSource("mistakes")
  void aMistakeInAFileIsAnsweredWithItsPlace(Mistake mistake) throws IOException {
    Path file = place.here().resolve(mistake.file());
    String good = Files.readString(file);
    String marked = good.replace(mistake.good(), mistake.bad());
    assertEquals(1, marked.chars().filter(c -> c == '»').count(), "the test makes one mistake");
    int at = marked.indexOf('»');
    long line = 1 + marked.substring(0, at).chars().filter(c -> c == '\n').count();
    int column = at - marked.lastIndexOf('\n', at);
    Files.writeString(file, marked.replace("»", ""));

    Outcome outcome = refused("run", "e.yaml");

    String where = mistake.file() + ":" + line + ":" + column + ": ";
    String first = outcome.err().lines().filter(l -> l.contains(where)).findFirst().orElse("");
    assertFalse(first.isEmpty(), () -> "no line has " + where + " in " + outcome);
    for (String words : mistake.answer()) {
      assertTrue(first.contains(words), () -> "no " + words + " in " + outcome);
    }
  }

  @Test
  @Execution(CONCURRENT)
  void everyMistakeIsAnsweredAtOnceInTheOrderOfTheFile() {
    place.write("t.yaml", TOPOLOGY.replace("delay: 1ms", "dely: 1ms"));

    Outcome outcome = refused("validate", "t.yaml");

    List<String> places =
        outcome.err().lines().filter(line -> line.contains("t.yaml:")).limit(3).toList();
    assertEquals(3, places.size(), outcome::toString);
    for (int line = 11; line <= 13; line++) {
      String where = "t.yaml:" + line + ":14: ";
      assertTrue(places.get(line - 11).contains(where), () -> "no " + where + " in " + outcome);
    }
  }

  @Test
  @Execution(CONCURRENT)
  void aFileOf100MegabytesIsRefusedUnread() throws IOException {
    try (var file = new RandomAccessFile(place.here().resolve("big.yaml").toFile(), "rw")) {
      file.setLength(100L << 20); // sparse: it takes no room
    }

    Outcome outcome = refused("run", "big.yaml");

    assertSays(outcome, "big.yaml", "too large: 104857600 bytes");
  }

  @Test
  @Execution(CONCURRENT)
  void whatTheShellOpensIsReadAndAFifoIsNot() throws Exception {
    List<String> byPipe = List.of("bash", "-c", "cat t.yaml | \"$@\" /dev/stdin", "bash");
    List<String> byNumber = List.of("bash", "-c", "\"$@\" <(cat t.yaml)", "bash");
    for (List<String> shell : List.of(byPipe, byNumber)) {
      Outcome read = place.rani("validate").inside(shell).run().expectExit(0);
      assertTrue(read.out().contains("good"), read::toString);
    }
    assertEquals(
        0,
        new ProcessBuilder("mkfifo", place.here().resolve("fifo.yaml").toString())
            .start()
            .waitFor());
    assertSays(refused("validate", "fifo.yaml"), "fifo.yaml", "this is a FIFO, not a file");
  }

  @Test
  @Execution(CONCURRENT)
  void whatIsNoTextFileIsNamed() throws IOException {
    Files.write(place.here().resolve("binary.yaml"), new byte[] {(byte) 0xCA, (byte) 0xFE, 0, 1});
    Files.createDirectory(place.here().resolve("folder"));

    assertSays(refused("run", "binary.yaml"), "binary.yaml:1:1", "UTF-8");
    assertSays(refused("run", "folder"), "folder", "directory");
    assertSays(refused("run", "ee.yaml"), "ee.yaml", "no such file", "e.yaml");
  }

  @Test
  @Execution(CONCURRENT)
  void aTopologyIsNoExperiment() {
    assertSays(refused("run", "t.yaml"), "t.yaml:1:1", "experiment");
  }

  /** A file of another program, by a name that tells nothing unless one is given. */
  record Foreign(String format, String name, String text) {
    Foreign(String format, String text) {
      this(format, "foreign.yaml", text);
    }

    @Override
    public String toString() {
      return format + " in " + name;
    }
  }

  static Stream<Foreign> foreignFiles() {
    String clab =
        """
        # two routers
        name: frr01
        topology:
          nodes:
            r1: {kind: linux, image: frrouting/frr}
            r2: {kind: linux, image: frrouting/frr}
          links:
            - endpoints: ["r1:eth1", "r2:eth1"]
        """;
    String graphml =
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
          <graph id="G" edgedefault="undirected"><node id="n0"/></graph>
        </graphml>
        """;
    String nodeLink =
        "{'directed': false, 'multigraph': false, 'graph': {},\n"
            + "'nodes': [{'id': 'a'}, {'id': 'b'}], 'LINKS': [{'source': 'a', 'target': 'b'}]}";
    String compose = "services:\n  web:\n    image: nginx\n    ports: [\"80:80\"]\n";
    return Stream.of(
        new Foreign("a containerlab topology", clab),
        new Foreign("a containerlab topology", clab.replace("{kind", "&a {kind")),
        new Foreign("a containerlab topology", clab.replace("\n", "\r\n")),
        new Foreign("a containerlab topology", "lab.clab.yaml", "topology: {nodes: {r1: {}}}"),
        new Foreign("a netlab topology", "nodes: [r1, r2]\nlinks:\n# all\n- r1-r2\n"),
        new Foreign("a netlab topology", "nodes:\n  r1:\n  r2:\nlinks: [r1-r2]\n"),
        new Foreign(
            "a network of SNDlib in XML",
            "<?xml version='1.0'?>\n"
                + "<network><networkStructure><nodes/></networkStructure></network>"),
        new Foreign(
            "a network in SNDlib's text format",
            "?SNDlib native format; type: network; version: 1.0\nNODES (\n)\n"),
        new Foreign("a topology of BRITE", "Topology: ( 1 Nodes, 0 Edges )\n\nNodes: ( 1 )\n"),
        new Foreign("a Compose file", compose),
        new Foreign("a Compose file", "\uFEFF" + compose),
        new Foreign("a Compose file", "docker-compose.yaml", "include: [a]"),
        new Foreign("a Kubernetes manifest", "apiVersion: v1\nkind: Pod\n---\napiVersion: v1\n"),
        new Foreign("a graph in GraphML", graphml),
        new Foreign("a graph in GraphML", graphml + " ".repeat(200_000)),
        new Foreign("a graph in GML", "Creator \"x\"\ngraph\n[\n  node\n  [\n    id 0\n  ]\n]\n"),
        new Foreign("a graph in DOT", "graph \"ring-6\" {\n  a -- b;\n}\n"),
        new Foreign("a graph in DOT", "strict digraph{a -> b}"),
        new Foreign(
            "a graph in node-link JSON", nodeLink.replace('\'', '"').replace("LINKS", "links")),
        new Foreign(
            "a graph in node-link JSON", nodeLink.replace('\'', '"').replace("LINKS", "edges")));
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @MethodSource("foreignFiles")
  void theFormatOfAnotherProgramIsNamed(Foreign foreign) {
    place.write(foreign.name(), foreign.text());
    place.write("x.yaml", EXPERIMENT.replace("t.yaml", foreign.name()));
    String answer =
        "/%s:1:1: this is %s, %s"
            .formatted(
                foreign.name(),
                foreign.format(),
                Set.of("a Compose file", "a Kubernetes manifest", "a graph in DOT")
                        .contains(foreign.format())
                    ? "which rani does not read; a file begins with `topology: NAME`"
                    : "not a file of rani; `rani import ");

    for (String verb : List.of("validate", "up", "run", "graph")) {
      assertSays(refused(verb, foreign.name()), answer);
    }
    assertSays(refused("run", "x.yaml"), answer);
  }

  /** Mistakes in rani files that have something of other formats, and names that only look so. */
  @ParameterizedTest
  @Execution(CONCURRENT)
  @ValueSource(
      strings = {
        "topology: t\nservices:\n  web:\n    image: nginx\n",
        "topology: t\nnodes: [\n",
        "{\"topology\": \"t\", \"nodes\": [1]}",
        "nodes:\n  graph: {a: [}\n",
        "name: x\n"
      })
  void aWrongFileOfRaniIsNotTakenForAForeignOne(String text) {
    place.write("wrong.yaml", text);

    Outcome outcome = refused("validate", "wrong.yaml");

    assertFalse(outcome.err().contains("rani does not read"), outcome::toString);
    assertFalse(outcome.err().contains("rani import"), outcome::toString);
  }

  @Test
  @Execution(CONCURRENT)
  void aTopologyOfRaniMayHaveAnyName() {
    place.write("compose.yaml", TOPOLOGY);

    place.rani("validate", "compose.yaml").run().expectExit(0);
  }

  /** Words on the command line, and what the answer must hold. */
  record Usage(List<String> words, List<String> answer) {
    static Usage of(String line, String... answer) {
      return new Usage(List.of(line.split(" ")), List.of(answer));
    }

    @Override
    public String toString() {
      return String.join(" ", words);
    }
  }

  static Stream<Usage> usages() {
    return Stream.of(
        Usage.of("rum e.yaml", "rum", "run"),
        Usage.of("run", "EXPERIMENT"),
        Usage.of("run e.yaml --sed 7", "--sed", "--seed"),
        Usage.of("run e.yaml --seed seven", "--seed", "seven"),
        Usage.of("run e.yaml --mode lve", "--mode", "lve", "live", "virtual"),
        Usage.of("run e.yaml --mode virtal", "--mode", "live, virtual", "did you mean `virtual`?"),
        Usage.of("run e.yaml --transport epol", "mmsg, epoll, nio", "did you mean `epoll`?"),
        Usage.of("sweep e.yaml --trials 0", "--trials", "0"),
        Usage.of("run e.yaml --trials 0", "--trials", "0"),
        Usage.of("run e.yaml --mode virtual --in-process", "--in-process"),
        Usage.of("run e.yaml --set nonsense", "--set nonsense", "path=value"),
        Usage.of("run e.yaml --set topology.nodes.n9.queue.limit=5packet", "`n9`"),
        Usage.of("run e.yaml --set traffic.0.rate=10", "--set traffic.0.rate=10", "unit"),
        Usage.of("graph t.yaml --format dott", "--format", "dott", "dot", "mermaid", "svg"),
        Usage.of("node --topology t.yaml --name n9", "t.yaml", "`n9`", "`n1`"),
        Usage.of("node --topology t.yaml --name n1", "t.yaml", "n1 -- n2", "ports"),
        Usage.of("up e.yaml", "e.yaml:1:1", "topology", "`rani run ", "` runs it"),
        Usage.of("run t.yaml", "t.yaml:1:1", "`rani up ", "` starts it"),
        Usage.of("bench forwrd", "`forwrd`", "did you mean `forward`?"),
        Usage.of("bench forward --rounds 0", "--rounds", "1…1000", "0"),
        Usage.of("bench forward --window 5", "--window", "5", "unit"),
        Usage.of("down nobody", "nobody"));
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @MethodSource("usages")
  void badUsageIsAnsweredWithWhatIsValid(Usage usage) {
    Outcome outcome = refused(usage.words().toArray(String[]::new));

    assertSays(outcome, usage.answer().toArray(String[]::new));
  }

  /** Exit code 2, nothing on standard output, no stack trace, and nothing started or made. */
  private Outcome refused(String... arguments) {
    String[] words = Stream.of(arguments).map(this::whole).toArray(String[]::new);
    Map<Path, Long> before = files();

    Outcome outcome = InThisJvm.rani(words).expectExit(2);

    assertIsRefusal(outcome, before);
    return outcome;
  }

  /** A file is named by its whole path. */
  private String whole(String word) {
    return word.endsWith(".yaml") || word.equals("folder") ? "" + place.here().resolve(word) : word;
  }

  private void assertIsRefusal(Outcome outcome, Map<Path, Long> before) {
    assertEquals("", outcome.out(), outcome::toString);
    assertFalse(outcome.err().isBlank(), outcome::toString);
    for (String trace :
        List.of(
            "\tat ",
            "Exception",
            "Error:",
            "rani.model.",
            "rani.nodehost.",
            "rani.testbed.",
            "rani.study.",
            "rani.report.",
            "rani.tools.",
            "java.")) {
      assertFalse(outcome.err().contains(trace), () -> trace + " stands in " + outcome);
    }
    assertEquals(before, files(), outcome::toString);
    assertFalse(Files.exists(Path.of("runs")), outcome::toString);
  }

  private static void assertSays(Outcome outcome, String... words) {
    for (String word : words) {
      assertTrue(outcome.err().contains(word), () -> "no " + word + " in " + outcome);
    }
  }

  /** Every file and folder here, with its size. */
  private Map<Path, Long> files() {
    Map<Path, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(temporary)) {
      for (Path file : files.toList()) {
        sizes.put(file, Files.isDirectory(file) ? 0 : Files.size(file));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return sizes;
  }
}
