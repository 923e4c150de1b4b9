// SPDX-License-Identifier: Apache-2.0
package rani.model.picture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import rani.model.file.FileError;
import rani.model.menu.Menus;
import rani.model.topology.Position;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyText;

class TopologyGraphTest {

  private static final String SMALL =
      """
      topology: small
      description: a < b & c
      nodes:
        a: {services: {sink: {}}}
        b: {queue: {placement: node, rate: 40packet/s}}
        end: {}
      links:
        a -- b: {rate: 200packet/s, delay: 620ms}
        "a -- b #2": {rate: 1Gbit/s, a -> b: {loss: 1%, delay: 5ms, jitter: 1ms}}
        b -- end: {}
      """;

  @TempDir Path folder;

  @Test
  void graphviz_gets_every_node_and_link_with_its_values() throws Exception {
    assertEquals(
        """
        graph "small" {
          graph [layout=neato, overlap=false, splines=true, fontname="sans-serif"];
          node [shape=box, style=rounded, fontname="sans-serif"];
          edge [len=2, fontsize=10, fontname="sans-serif"];
          "a" [label="a\\nsink"];
          "b" [label="b\\n40packet/s, drop-tail 100"];
          "end" [label="end"];
          "a" -- "b" [label="200packet/s\\n620ms"];
          "a" -- "b" [label="a → b: 1Gbit/s, 5ms ± 1ms, loss 1%\\nb → a: 1Gbit/s"];
          "b" -- "end" [label=""];
        }
        """,
        TopologyGraph.draw(load(SMALL), TopologyGraph.Format.DOT));
  }

  @Test
  void mermaid_gets_numbers_for_names_since_end_is_a_word_of_its_own() throws Exception {
    assertEquals(
        """
        graph LR
          v1["a<br/>sink"]
          v2["b<br/>40packet/s, drop-tail 100"]
          v3["end"]
          v1 ---|"200packet/s<br/>620ms"| v2
          v1 ---|"a → b: 1Gbit/s, 5ms ± 1ms, loss 1%<br/>b → a: 1Gbit/s"| v2
          v2 --- v3
        """,
        TopologyGraph.draw(load(SMALL), TopologyGraph.Format.MERMAID));
  }

  @Test
  void the_drawing_is_xml_with_every_name_and_value_in_it() throws Exception {
    String svg = TopologyGraph.draw(load(SMALL), TopologyGraph.Format.SVG);
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
    List<String> texts = new ArrayList<>();
    var elements = document.getElementsByTagName("text");
    for (int i = 0; i < elements.getLength(); i++) {
      texts.add(elements.item(i).getTextContent());
    }

    assertEquals(3, document.getElementsByTagName("path").getLength());
    assertEquals("a < b & c", document.getElementsByTagName("desc").item(0).getTextContent());
    assertTrue(
        texts.containsAll(
            List.of("small", "a", "b", "end", "sink", "200packet/s", "620ms", "b → a: 1Gbit/s")),
        texts.toString());
    assertFalse(svg.contains("NaN"), svg);
    assertFalse(svg.contains("<script"), svg);
  }

  @Test
  void the_same_network_gives_the_same_drawing() throws Exception {
    assertEquals(TopologyGraph.svg(load(SMALL)), TopologyGraph.svg(load(SMALL)));
  }

  @Test
  void no_two_nodes_of_a_regular_network_stand_close_together() throws Exception {
    for (String shape :
        List.of(
            "linear: {nodes: 12}",
            "ring: {nodes: 12}",
            "star: {nodes: 12}",
            "mesh: {nodes: 8}",
            "tree: {depth: 3, fanout: 3}",
            "grid: {rows: 5, columns: 6}",
            "dumbbell: {left: 4, right: 4}",
            "single: {}")) {
      assertFarApart(load("topology: t\ngenerate: {" + shape + "}\nnodes: {alone: {}}\n"), shape);
    }
  }

  @Test
  void a_row_lies_level_and_begins_at_the_left() throws Exception {
    var places = GraphLayout.of(load("topology: t\ngenerate: {linear: {nodes: 4}}\n"));
    List<Position> points = List.copyOf(places.values());
    for (int i = 0; i < points.size(); i++) {
      assertEquals(i, points.get(i).x(), 0.01);
      assertEquals(0, points.get(i).y(), 0.01);
    }
  }

  @Test
  void both_sides_of_a_dumbbell_go_from_top_to_bottom() throws Exception {
    var places = GraphLayout.of(load("topology: t\ngenerate: {dumbbell: {left: 3, right: 4}}\n"));
    for (String side : List.of("left", "right")) {
      for (int i = 1; i < 3; i++) {
        double above = requireNonNull(places.get(side + i)).y();
        double below = requireNonNull(places.get(side + (i + 1))).y();
        assertTrue(above < below, side + i + " is above the next: " + places);
      }
    }
    double left = requireNonNull(places.get("left1")).x();
    assertTrue(left < requireNonNull(places.get("right1")).x());
  }

  @Test
  void nodes_stand_where_the_file_says_and_the_others_around_them() throws Exception {
    Topology network =
        load(
            """
            topology: t
            nodes:
              a: {position: [3, -1]}
              b: {position: [5, 1.25]}
              c: {}
            links: {a -- b: {}, b -- c: {}}
            """);
    List<Position> places = List.copyOf(GraphLayout.of(network).values());
    assertEquals(2, places.get(1).x() - places.get(0).x(), 1e-9);
    assertEquals(2.25, places.get(1).y() - places.get(0).y(), 1e-9);
    double fromB =
        Math.hypot(places.get(2).x() - places.get(1).x(), places.get(2).y() - places.get(1).y());
    assertEquals(1, fromB, 0.6, "c hangs on b: " + places);
    assertEquals(network, load(TopologyText.print(network)), "positions are kept");
  }

  @Test
  void a_position_is_two_numbers() {
    for (String wrong : List.of("[1]", "[1, 2, 3]", "[1, up]", "[1, 2m]", "[1, 1e9]", "7")) {
      FileError error =
          assertThrows(
              FileError.class, () -> load("topology: t\nnodes: {a: {position: " + wrong + "}}\n"));
      assertTrue(error.getMessage().contains("`position` is two numbers"), error.getMessage());
    }
  }

  @Test
  void the_largest_network_is_drawn_in_bounded_time() throws Exception {
    Topology large = load("topology: t\ngenerate: {grid: {rows: 100, columns: 100}}\n");
    String svg = assertTimeoutPreemptively(Duration.ofSeconds(60), () -> TopologyGraph.svg(large));
    assertTrue(svg.contains(">n100-100<"));
  }

  private static void assertFarApart(Topology topology, String shape) {
    var places = List.copyOf(GraphLayout.of(topology).entrySet());
    for (int i = 0; i < places.size(); i++) {
      for (int j = 0; j < i; j++) {
        double dx = places.get(i).getValue().x() - places.get(j).getValue().x();
        double dy = places.get(i).getValue().y() - places.get(j).getValue().y();
        String pair = shape + ": " + places.get(i) + " and " + places.get(j);
        assertTrue(Math.hypot(dx, dy) > 0.4, pair);
      }
    }
  }

  private Topology load(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("t.yaml"), text);
    return TopologyFile.load(file, List.of(), Menus.catalog());
  }
}
