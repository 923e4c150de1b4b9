// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.menu.Menus;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.wire.Address;

class PathMtusTest {

  @TempDir Path folder;

  @Test
  void the_smallest_mtu_on_the_way_counts_in_the_direction_of_the_way() throws Exception {
    String links = "{a -- b: {mtu: 1400B}, b -- c: {b -> c: {mtu: 600B}}, c -- d: {mtu: 900B}}";

    assertEquals(List.of(1400, 600, 600), mtus("a", links));
    assertEquals(List.of(900, 900, 900), mtus("d", links));
  }

  @Test
  void a_way_is_the_one_that_each_node_on_it_takes() throws Exception {
    String links =
        "{a -- b: {}, b -- c: {mtu: 700B}, b -- d: {mtu: 400B}, c -- far: {}, d -- far: {}}";

    assertEquals(List.of(1500, 700, 400, 700), mtus("a", links));
  }

  @Test
  void where_all_links_are_alike_so_is_every_way() throws Exception {
    assertEquals(List.of(9000, 9000), mtus("a", "{a -- b: {mtu: 9000B}, b -- c: {mtu: 9000B}}"));
  }

  /** Of the ways from a node to all others, by address. */
  private List<Integer> mtus(String from, String links) throws Exception {
    String nodes =
        links.contains("far") ? "a: {}, b: {}, c: {}, d: {}, far: {}" : "a: {}, b: {}, c: {}";
    if (links.contains("c -- d")) {
      nodes = "a: {}, b: {}, c: {}, d: {}";
    }
    Path file = folder.resolve("t.yaml");
    Files.writeString(file, "topology: t\nnodes: {" + nodes + "}\nlinks: " + links + "\n");
    Topology topology = TopologyFile.load(file, List.of(), Menus.catalog());
    return new NodeConfigs(topology, Menus.catalog(), RunKey.NONE)
        .of(from).routes().stream()
            .sorted(
                (one, other) ->
                    Address.text(one.destination()).compareTo(Address.text(other.destination())))
            .map(route -> route.mtuBytes())
            .toList();
  }
}
