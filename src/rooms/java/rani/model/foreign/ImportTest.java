// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.model.file.FileError;
import rani.model.file.ForeignFile;
import rani.model.topology.TopologyLink;

class ImportTest {
  private static Import.Imported read(String text, ImportRules rules) throws FileError {
    return Import.read("net.gml", text.getBytes(UTF_8), rules, List.of());
  }

  private static Import.Imported read(String text) throws FileError {
    return read(text, ImportRules.USUAL);
  }

  private static String gml(String... parts) {
    return "graph [\n" + String.join("\n", parts) + "\n]\n";
  }

  private static String node(int id, String label) {
    return "node [ id %d label \"%s\" ]".formatted(id, label);
  }

  private static String edge(int from, int to, String more) {
    return "edge [ source %d target %d %s ]".formatted(from, to, more);
  }

  private static boolean notes(Import.Imported imported, String part, long count) {
    return imported.notes().all().stream()
        .anyMatch(note -> note.message().contains(part) && note.count() == count);
  }

  /** The great circle by the angle between vectors, which is not the haversine formula. */
  private static double angle(double north1, double east1, double north2, double east2) {
    double[] a = vector(Math.toRadians(north1), Math.toRadians(east1));
    double[] b = vector(Math.toRadians(north2), Math.toRadians(east2));
    double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    double x = a[1] * b[2] - a[2] * b[1];
    double y = a[2] * b[0] - a[0] * b[2];
    double z = a[0] * b[1] - a[1] * b[0];
    return Math.atan2(Math.sqrt(x * x + y * y + z * z), dot);
  }

  private static double[] vector(double north, double east) {
    return new double[] {
      Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)
    };
  }

  @ParameterizedTest
  @CsvSource({
    "40.71,-74.01,34.05,-118.24",
    "-33.87,151.21,37.77,-122.42",
    "47.37,8.55,46.95,7.45",
    "90,0,-90,0",
    "10,179.5,10,-179.5"
  })
  void delaysFollowTheGreatCircle(double north1, double east1, double north2, double east2)
      throws Exception {
    Import.Imported imported =
        read(
            gml(
                "node [ id 1 label \"a\" Latitude %s Longitude %s ]".formatted(north1, east1),
                "node [ id 2 label \"b\" Latitude %s Longitude %s ]".formatted(north2, east2),
                edge(1, 2, "")));

    TopologyLink link = imported.topology().links().getFirst();
    double nanos = 6371.0088 * angle(north1, east1, north2, east2) * 5_000;
    assertEquals(nanos, link.a().impairment().delayNanos(), 1_000);
    assertEquals(link.a().impairment().delayNanos(), link.b().impairment().delayNanos());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LinkSpeed \"10\" LinkSpeedUnits \"G\" | 10e9",
        "LinkSpeed \"155\" LinkSpeedUnits \"M\" LinkLabel \"x\" | 155e6",
        "LinkSpeedRaw 2500000000.0 LinkSpeed \"1\" LinkSpeedUnits \"K\" | 2.5e9",
        "LinkLabel \"2.5 Gbps\" | 2.5e9",
        "LinkLabel \"OC-48\" | 2488.32e6",
        "LinkLabel \"STM-16\" | 2488.32e6",
        "capacity \"34 Mbit/s\" | 34e6",
        "bandwidth \"1.5 Mb/s\" | 1.5e6",
        "capacity 100 | 100e6"
      })
  void ratesAreThoseOfLabels(String attributes, double bitsPerSecond) throws Exception {
    ImportRules megabits =
        new ImportRules(
            5_000,
            OptionalLong.empty(),
            OptionalDouble.empty(),
            1,
            OptionalDouble.of(1e6),
            OptionalDouble.empty());

    Import.Imported imported =
        read(gml(node(1, "a"), node(2, "b"), edge(1, 2, attributes)), megabits);

    assertEquals(bitsPerSecond, imported.topology().links().getFirst().a().rate().perSecond());
  }

  @ParameterizedTest
  @CsvSource({"'LinkLabel \"10-20Gbps\"'", "'LinkLabel \"< 10 GB/s\"'", "capacity 100", "bw 1"})
  void whatIsNoRateIsListed(String attributes) throws Exception {
    Import.Imported imported = read(gml(node(1, "a"), node(2, "b"), edge(1, 2, attributes)));

    assertTrue(imported.topology().links().getFirst().a().rate().isUnlimited());
    assertTrue(notes(imported, "not read: a value of", 1));
    assertTrue(notes(imported, "without a rate", 1));
  }

  @Test
  void rulesFillInWhatIsMissing() throws Exception {
    ImportRules rules =
        new ImportRules(
            10_000,
            OptionalLong.of(7_000_000),
            OptionalDouble.of(5e6),
            0.001,
            OptionalDouble.empty(),
            OptionalDouble.of(1e6));

    Import.Imported imported =
        read(
            gml(
                node(1, "a"),
                node(2, "b"),
                edge(1, 2, "LinkLabel \"10 Gbps\" dist 100"),
                edge(1, 2, ""),
                edge(1, 2, "delay 3")),
            rules);

    List<TopologyLink> links = imported.topology().links();
    assertEquals(
        List.of(1_000_000L, 7_000_000L, 3_000_000L),
        links.stream().map(link -> link.b().impairment().delayNanos()).toList());
    assertEquals(
        List.of(10e6, 5e6, 5e6), links.stream().map(link -> link.b().rate().perSecond()).toList());
    assertTrue(notes(imported, "a further edge between the same two nodes", 2));
  }

  @Test
  void namesAreValidUniqueAndKeepTheirLabels() throws Exception {
    Import.Imported imported =
        read(
            gml(
                node(1, "Z&#252;rich"),
                node(2, "Zurich"),
                node(3, ""),
                node(4, "\u5317\u4eac"),
                node(5, "total"),
                node(6, "New York, NY"),
                node(7, "New York; NY"),
                node(8, "10 Downing"),
                node(9, "Troms\u00f8"),
                node(10, "A".repeat(40)),
                node(11, "A".repeat(41)),
                "node [ id 12 label \"\ufb01\u2460\" ]"));

    assertEquals(
        List.of(
            "Zurich_2",
            "Zurich",
            "n3",
            "n4",
            "total_2",
            "New_York_NY",
            "New_York_NY_2",
            "n10_Downing",
            "Tromso",
            "A".repeat(32),
            "A".repeat(30) + "_2",
            "fi1"),
        imported.topology().nodeNames());
    assertTrue(imported.text().contains("  Zurich_2: {}  # Z\u00fcrich\n"), imported::text);
    assertEquals(12, imported.parts());
    assertTrue(notes(imported, "a node without links", 12));
  }

  @Test
  void edgesThereAndBackAreOneLinkWithBothDelays() throws Exception {
    Import.Imported imported =
        read(
            gml(
                "directed 1",
                node(1, "a"),
                node(2, "b"),
                node(3, "c"),
                edge(1, 2, "latency \"1 ms\""),
                edge(2, 1, "latency \"2 ms\""),
                edge(2, 3, "latency \"3 ms\""),
                edge(3, 3, "")));

    List<TopologyLink> links = imported.topology().links();
    assertEquals(2, links.size());
    assertEquals(1_000_000, links.getFirst().end("a").impairment().delayNanos());
    assertEquals(2_000_000, links.getFirst().end("b").impairment().delayNanos());
    assertEquals(3_000_000, links.getLast().end("c").impairment().delayNanos());
    assertTrue(notes(imported, "leads one way", 1));
    assertTrue(notes(imported, "from a node to itself", 1));
    assertTrue(notes(imported, "without a rate", 3));
  }

  /** What {@link ImportFuzz#sample} says, by hand: delays in us, rates in Mbit/s, 0 for none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GRAPHML | A_b -- b 0 1000",
        "GML | Zurich -- Bern 452 10000",
        "NODE_LINK | A -- n1_2 452 0, A -- c 0 10000",
        "SNDLIB_XML | A -- B 472 0",
        "SNDLIB | A -- B 472 0",
        "BRITE | n0 -- n1 420 10",
        "CONTAINERLAB | r1 -- br0 0 0, r1 -- br0 #2 0 0",
        "NETLAB | r1 -- r-3 0 0, lan-1 -- r1 0 0, lan-1 -- r2 0 0, lan-1 -- r-3 0 0, r1 -- r2 0 10"
      })
  void eachFormatGivesItsLinks(ForeignFile format, String links) throws Exception {
    byte[] sample = ImportFuzz.sample(format).getBytes(UTF_8);

    Import.Imported imported = Import.read("f", sample, ImportRules.USUAL, List.of());

    assertEquals(format, imported.format());
    assertEquals(
        links,
        imported.topology().links().stream()
            .map(
                link ->
                    "%s %d %.0f"
                        .formatted(
                            link.name(),
                            link.a().impairment().delayNanos() / 1_000,
                            link.a().rate().isUnlimited() ? 0 : link.a().rate().perSecond() / 1e6))
            .collect(Collectors.joining(", ")));
  }

  private static Import.Imported netlab(String text) throws FileError {
    return Import.read("net.yml", text.getBytes(UTF_8), ImportRules.USUAL, List.of());
  }

  /** Name, delays in us there and back, rates in kbit/s there and back (0 for none), loss there. */
  private static List<String> directions(Import.Imported imported) {
    return imported.topology().links().stream()
        .map(
            link ->
                "%s %d %d %.0f %.0f %s"
                    .formatted(
                        link.name(),
                        link.a().impairment().delayNanos() / 1_000,
                        link.b().impairment().delayNanos() / 1_000,
                        link.a().rate().isUnlimited() ? 0 : link.a().rate().perSecond() / 1e3,
                        link.b().rate().isUnlimited() ? 0 : link.b().rate().perSecond() / 1e3,
                        link.a().impairment().loss()))
        .toList();
  }

  @Test
  void impairmentsOfNetlabAreThoseOfTheInterfaceThatAPacketLeavesBy() throws Exception {
    Import.Imported imported =
        netlab(
            """
            nodes: [a, b, c]
            links:
            - {a: , b: , bandwidth: 7, tc: {delay: 200, loss: 2.5, rate: 1000, jitter: 5}}
            - {b: {tc.delay: 1s}, c: {tc: {delay: 5ms, rate: 3}}, tc.rate: 2}
            - interfaces: [{node: a, tc.delay: 0.5}, c]
            - {a: , b: , c: , tc.delay: 10, bandwidth: 40}
            """);

    assertEquals(
        List.of(
            "a -- b 200000 200000 1000 1000 0.025",
            "b -- c 1000000 5000 2 3 0.0",
            "a -- c 500 0 0 0 0.0",
            "lan-1 -- a 0 10000 0 0 0.0",
            "lan-1 -- b 0 10000 0 0 0.0",
            "lan-1 -- c 0 10000 0 0 0.0"),
        directions(imported));
    assertTrue(notes(imported, "not read: `tc.jitter` of edges", 1));
    assertTrue(notes(imported, "not read: a value of `bandwidth`", 6), "each way");

    Import.Imported wrong =
        netlab("nodes: [a, b]\nlinks:\n- {a: , b: , tc: {delay: soon, rate: 1 apple}}\n");
    assertTrue(notes(wrong, "not read: a value of `tc.delay`", 1));
    assertTrue(notes(wrong, "not read: a value of `tc.rate`", 1));
    Import.Imported scalar = netlab("nodes: [a, b]\nlinks: [{a: , b: , tc: 5ms}]\n");
    assertTrue(notes(scalar, "not read: `tc` of edges", 1));
  }

  @Test
  void aliasesAndMergeKeysOfOtherProgramsAreRead() throws Exception {
    String clab =
        """
        name: net
        x-common: &common {kind: linux}
        topology:
          nodes: {a: {<<: *common, image: x}, b: *common}
          links: [{endpoints: &ends ["a:1", "b:1"]}, {endpoints: *ends}]
        """;
    Import.Imported containerlab =
        Import.read("net.clab.yml", clab.getBytes(UTF_8), ImportRules.USUAL, List.of());
    assertEquals(List.of("a", "b"), containerlab.topology().nodeNames());
    assertEquals(2, containerlab.topology().links().size());
    assertTrue(notes(containerlab, "not read: kinds of nodes", 2));

    String text = "nodes: [a, b]\nx: &slow {tc.delay: 3}\nlinks: [{a: , b: , <<: *slow}]\n";
    assertEquals(List.of("a -- b 3000 3000 0 0 0.0"), directions(netlab(text)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'nodes':[{'name':'x'},{'name':'y'}],'links':[{'source':1,'target':0}]} | y -- x",
        "{'nodes':[{'id':'a'},{'id':'b'}],'links':[{'source':'a','target':'b'}]} | a -- b",
        "{'edges':[{'source':7,'target':5}],'nodes':[{'id':5},{'id':7}]} | n7 -- n5",
        "{'nodes':['a','b'],'edges':[{'source':'a','target':'b'}],'multigraph':false} | a -- b"
      })
  void nodeLinkFilesNameNodesInSeveralWays(String text, String link) throws Exception {
    byte[] json = text.replace('\'', '"').getBytes(UTF_8);

    Import.Imported imported = Import.read("f", json, ImportRules.USUAL, List.of());

    assertEquals(link, imported.topology().links().getFirst().name());
  }

  @Test
  void segmentsBecomeNodes() throws Exception {
    String netlab = "nodes: [r1, r2, r-3]\nlinks:\n- r1-r-3\n- [r1, r2, r-3]\n- r2\n";

    Import.Imported imported =
        Import.read("f.yml", netlab.getBytes(UTF_8), ImportRules.USUAL, List.of());

    assertEquals(List.of("r1", "r2", "r-3", "lan-1"), imported.topology().nodeNames());
    assertEquals(
        List.of("r1 -- r-3", "lan-1 -- r1", "lan-1 -- r2", "lan-1 -- r-3"),
        imported.topology().links().stream().map(TopologyLink::name).toList());
    assertTrue(notes(imported, "a LAN segment", 1));
    assertTrue(notes(imported, "less than two nodes", 1));
  }

  @Test
  void theHeadNamesOriginAndLicence() throws Exception {
    String text = gml("License \"CC BY 4.0\"", "Network \"Net X\"", node(1, "a"));

    String head = read(text).text();

    assertTrue(head.startsWith("# Imported from net.gml: a graph in GML.\n# SHA-256 "), head);
    assertTrue(head.contains("\n# license: CC BY 4.0\n"), head);
    assertTrue(head.contains("\ntopology: \"Net_X\"\n"), head);
  }

  @Test
  void moreThanATopologyMayHaveIsRefusedWithTheLimit() {
    String nodes =
        IntStream.rangeClosed(0, 10_000)
            .mapToObj(i -> node(i, "x" + i))
            .collect(Collectors.joining("\n"));
    String star =
        IntStream.rangeClosed(1, 1_025)
            .mapToObj(i -> node(i, "x" + i) + edge(0, i, ""))
            .collect(Collectors.joining("\n"));

    assertEquals(
        "net.gml:10002:1: more than 10000 nodes, the most that a topology may have",
        assertThrows(FileError.class, () -> read(gml(nodes))).getMessage());
    String tooMany =
        assertThrows(FileError.class, () -> read(gml(node(0, "hub"), star))).getMessage();
    assertTrue(tooMany.contains("more than 1024 links"), tooMany);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node [ id 1 label \"a\" ] edge [ source 1 target 7 ] | net.gml:2:25: an edge leads to `7`",
        "node [ id 1 ] node [ id 1 ] | net.gml:2:15: a second node `1`",
        "node [ label \"a\" ] | net.gml:2:1: a node has no `id`",
        "node [ id 1 ] edge [ source 1 ] | net.gml:2:15: an edge has no `target`",
        "node [ id 1 | net.gml:4:1: the file ends within a list",
        "directed 0 | net.gml: there is no node in it"
      })
  void mistakesAreNamedWithTheirPlace(String inside, String answer) {
    FileError refused = assertThrows(FileError.class, () -> read(gml(inside)));

    assertTrue(refused.getMessage().startsWith(answer), refused::getMessage);
  }
}
