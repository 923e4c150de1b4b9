// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import rani.model.file.FileError;
import rani.model.file.ForeignFile;

/**
 * Whatever is in a file, each reader makes a topology that rani takes, or says in one sentence what
 * is wrong with the file. An import that made a wrong topology would throw another exception.
 */
class ImportFuzz {
  private static final List<String> NUMBERS =
      List.of("1e308", "-1e308", "1e-308", "99999999999999999999", "-0", "NaN", "1e999", "0x10");

  /** Of each format a file that is read, with what its format has. */
  static String sample(ForeignFile format) {
    return switch (format) {
      case GML ->
          """
          Creator "x"
          graph [
            directed 1 label "Net"
            node [ id 0 label "Z&#252;rich" Longitude 8.55 Latitude 47.37 ]
            node [ id 1 label "Bern" graphics [ x 1.5 y 2 ] pos 3 pos 4 ]
            edge [ source 0 target 1 LinkSpeed "10" LinkSpeedUnits "G" dist 90.5 ]
            edge [ source 1 target 0 LinkLabel "OC-48" latency "3 ms" packet_loss 0.01 ]
          ]
          """;
      case GRAPHML ->
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
            <key id="d0" for="node" attr.name="label" attr.type="string"/>
            <key id="d1" for="edge" attr.name="LinkSpeedRaw" attr.type="double"/>
            <graph edgedefault="undirected">
              <node id="a"><data key="d0">A b</data></node>
              <node id="b"/>
              <edge source="a" target="b"><data key="d1">1e9</data></edge>
            </graph>
          </graphml>
          """;
      case NODE_LINK ->
          """
          {"directed": false, "multigraph": true, "graph": {"name": "net"},
           "nodes": [{"id": 0, "name": "A", "pos": [8.5, 47.3]}, {"id": [1, 2]}, "c"],
           "edges": [{"source": 0, "target": [1, 2], "dist": 90.5},
                     {"source": 0, "target": "c", "capacity": "10 Gbit/s", "x": {"y": [1]}}]}
          """;
      case SNDLIB_XML ->
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <network xmlns="http://sndlib.zib.de/network" version="1.0">
            <networkStructure>
              <nodes coordinatesType="geographical">
                <node id="A"><coordinates><x>8.5</x><y>47.3</y></coordinates></node>
                <node id="B"><coordinates><x>7.4</x><y>46.9</y></coordinates></node>
              </nodes>
              <links><link id="L"><source>A</source><target>B</target>
                <preInstalledModule><capacity>155</capacity><cost>0</cost></preInstalledModule>
              </link></links>
            </networkStructure>
          </network>
          """;
      case SNDLIB ->
          """
          ?SNDlib native format; type: network; version: 1.0
          # network n
          NODES (
            A ( 8.5 47.3 )
            B ( 7.4 46.9 )
          )
          LINKS (
            L ( A B ) 155.00 0.00 0.00 0.00 ( 40.00 1.00 )
          )
          """;
      case BRITE ->
          """
          Topology: ( 2 Nodes, 1 Edges )
          Model (1 - RTWaxman):  2 1000 100 1  2  0.15 0.2 1 1 10.0 1024.0

          Nodes: ( 2 )
          0\t556.00\t887.00\t1\t1\t-1\tRT_NODE
          1\t6.00\t87.00\t1\t1\t-1\tRT_NODE

          Edges: ( 1 )
          0\t0\t1\t126.57\t0.42\t10.0\t-1\t-1\tE_RT\tU
          """;
      case CONTAINERLAB ->
          """
          name: lab
          topology:
            nodes:
              r1: {kind: linux, image: x}
              br0: {kind: bridge}
            links:
              - endpoints: ["r1:eth1", "br0:eth1"]
              - type: veth
                endpoints: [{node: r1, interface: e2}, {node: br0, interface: e2}]
          """;
      case NETLAB ->
          """
          nodes: [r1, r2, r-3]
          links:
          - r1-r-3
          - [r1, r2, r-3]
          - {r1: , r2: {ipv4: 10.0.0.1}, bandwidth: 10 Mbps}
          """;
      case COMPOSE, KUBERNETES, DOT -> "";
    };
  }

  private static Stream<ForeignFile> formats() {
    return Arrays.stream(ForeignFile.values()).filter(ForeignFile::isRead);
  }

  private static void read(ForeignFile format, byte[] bytes) {
    try {
      GraphBuilder graph = new GraphBuilder(ImportRules.USUAL, new ImportNotes());
      GraphReader.of(format).read(new Source("f", bytes), graph);
    } catch (FileError e) {
      assertTrue(e.problems().getFirst().message().length() < 1000, e::getMessage);
    }
    try {
      Import.read("f", bytes, ImportRules.USUAL, List.of());
    } catch (FileError e) {
      assertTrue(e.problems().getFirst().message().length() < 1000, e::getMessage);
    }
  }

  @Example
  void samplesAreRead() throws Exception {
    for (ForeignFile format : formats().toList()) {
      byte[] bytes = sample(format).getBytes(UTF_8);
      Import.Imported imported = Import.read("f", bytes, ImportRules.USUAL, List.of());
      assertTrue(imported.format() == format, () -> format + " is " + imported.format());
      assertTrue(!imported.topology().links().isEmpty(), format::toString);
    }
  }

  @Property(tries = 60)
  void changedFilesAreReadOrRefused(@ForAll long seed) {
    Random chance = new Random(seed);
    formats()
        .forEach(
            format -> {
              byte[] bytes = sample(format).getBytes(UTF_8);
              int changes = 1 + chance.nextInt(6);
              for (int i = 0; i < changes; i++) {
                bytes[chance.nextInt(bytes.length)] = (byte) chance.nextInt(256);
              }
              read(format, bytes);
            });
  }

  @Property(tries = 60)
  void piecesThatMoveAreReadOrRefused(@ForAll long seed) {
    Random chance = new Random(seed);
    formats()
        .forEach(
            format -> {
              StringBuilder text = new StringBuilder(sample(format));
              for (int i = chance.nextInt(5); i >= 0; i--) {
                int from = chance.nextInt(text.length());
                int to = from + chance.nextInt(Math.min(60, text.length() - from));
                text.insert(chance.nextInt(text.length()), text.substring(from, to));
              }
              String moved = text.toString();
              if (chance.nextBoolean()) {
                String number = NUMBERS.get(chance.nextInt(NUMBERS.size()));
                moved = moved.replaceFirst("\\d+(\\.\\d+)?", number);
              }
              read(format, moved.getBytes(UTF_8));
            });
  }

  @Example
  void cutFilesAreReadOrRefused() {
    formats()
        .forEach(
            format -> {
              byte[] bytes = sample(format).getBytes(UTF_8);
              for (int length = 0; length < bytes.length; length++) {
                read(format, Arrays.copyOf(bytes, length));
              }
            });
  }

  @Property(tries = 60)
  void randomBytesAreRefused(@ForAll byte[] bytes) {
    formats().forEach(format -> read(format, bytes));
  }

  @Example
  void everyNumberMayBeGiant() {
    formats()
        .forEach(
            format -> {
              for (String number : NUMBERS) {
                String giant = sample(format).replaceAll("\\d+(\\.\\d+)?", number);
                read(format, giant.getBytes(UTF_8));
                read(format, oneGiant(sample(format), number).getBytes(UTF_8));
              }
            });
  }

  /** Changes the last number, so that the others lead there. */
  private static String oneGiant(String text, String number) {
    return text.replaceFirst("(?s)\\d+(\\.\\d+)?(?=\\D*$)", number);
  }

  @Example
  void deepNestingIsRefused() {
    int depth = 200_000;
    read(ForeignFile.GML, ("graph " + "[ a ".repeat(depth)).getBytes(UTF_8));
    read(ForeignFile.GML, ("graph [ node " + "[ a ".repeat(depth)).getBytes(UTF_8));
    read(ForeignFile.NODE_LINK, ("{\"nodes\": " + "[".repeat(depth)).getBytes(UTF_8));
    read(ForeignFile.NODE_LINK, "{\"x\":".repeat(depth).getBytes(UTF_8));
    read(ForeignFile.GRAPHML, ("<graphml>" + "<graph>".repeat(depth)).getBytes(UTF_8));
    read(ForeignFile.SNDLIB_XML, ("<network>" + "<nodes>".repeat(depth)).getBytes(UTF_8));
    String open = "[".repeat(90_000);
    read(ForeignFile.NETLAB, ("nodes: [a]\nlinks: " + open).getBytes(UTF_8));
    read(ForeignFile.CONTAINERLAB, ("name: a\ntopology: " + open).getBytes(UTF_8));
  }

  @Example
  void nothingUnfoldsAndNothingIsFetched() {
    String laughs =
        """
        <?xml version="1.0"?>
        <!DOCTYPE graphml [
          <!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
          <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d SYSTEM "file:///etc/passwd">
        ]>
        <graphml><graph><node id="&c;&d;"/></graph></graphml>
        """;
    for (ForeignFile format : List.of(ForeignFile.GRAPHML, ForeignFile.SNDLIB_XML)) {
      FileError refused =
          assertThrows(
              FileError.class,
              () ->
                  GraphReader.of(format)
                      .read(
                          new Source("f", laughs.getBytes(UTF_8)),
                          new GraphBuilder(ImportRules.USUAL, new ImportNotes())));
      assertTrue(refused.getMessage().contains("document type"), refused::getMessage);
    }
    StringBuilder more = new StringBuilder("l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int k = 1; k < 10; k++) {
      String list = String.join(", ", Collections.nCopies(10, "*l" + (k - 1)));
      more.append("l%d: &l%d [%s]\n".formatted(k, k, list));
    }
    for (String yaml :
        List.of(
            "nodes: [r1]\nlinks: [r1]\n" + more,
            "name: x\ntopology: {nodes: {r1: {}}, links: []}\n" + more)) {
      FileError refused =
          assertThrows(
              FileError.class,
              () -> Import.read("f.clab.yml", yaml.getBytes(UTF_8), ImportRules.USUAL, List.of()));
      assertTrue(
          refused.getMessage().contains("aliases stand for more than 100000 values"),
          refused::getMessage);
    }
  }
}
