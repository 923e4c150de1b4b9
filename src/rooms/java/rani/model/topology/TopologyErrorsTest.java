// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.menu.Menus;

/** Every mistake is answered with file, line, column, what is wrong, and the nearest valid name. */
class TopologyErrorsTest {

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("t.yaml");
  }

  @Test
  void an_unknown_key_names_the_nearest() {
    assertError(
        "unknown key `dely`; did you mean `delay`?",
        """
        topology: t
        nodes: {a: {}, b: {}}
        links:
          a -- b: {»dely: 1ms}
        """);
    assertError(
        "unknown key `node`; did you mean `nodes`?",
        """
        topology: t
        »node: {a: {}}
        nodes: {a: {}}
        """);
    assertError(
        "unknown key `limt`; did you mean `limit`?",
        """
        topology: t
        nodes:
          a: {queue: {»limt: 5packet}}
        """);
  }

  @Test
  void a_missing_unit_lists_the_units() {
    assertError(
        "`delay`: `10` needs a unit: ns, us, ms, s, min",
        """
        topology: t
        nodes: {a: {}, b: {}}
        links: {a -- b: {delay: »10}}
        """);
  }

  @Test
  void a_duplicate_node_names_both_lines() {
    assertError(
        "duplicate key `n1`, first given in line 3",
        """
        topology: t
        nodes:
          n1: {}
          n2: {}
          »n1: {}
        """);
  }

  @Test
  void two_generators_that_make_one_node_are_refused() {
    assertError(
        "duplicate node `n1`: two generators make it; give one of them another `prefix`",
        """
        topology: t
        generate:
          linear: {nodes: 2}
          »ring: {nodes: 3}
        """);
  }

  @Test
  void a_link_to_nowhere_names_the_nearest_node() {
    assertError(
        "link `n1 -- m2` leads to the unknown node `m2`; did you mean `n2`?",
        """
        topology: t
        nodes: {n1: {}, n2: {}}
        links:
          »n1 -- m2: {}
        """);
  }

  @Test
  void a_link_to_itself_and_a_key_that_is_no_link_are_refused() {
    assertError(
        "link `n1 -- n1` leads from a node to itself",
        """
        topology: t
        nodes: {n1: {}, n2: {}}
        links:
          »n1 -- n1: {}
        """);
    assertError(
        "`n1 - n2` does not name a link; write `A -- B`, or `A -- B #2` in quotes for a second"
            + " link between the two",
        """
        topology: t
        nodes: {n1: {}, n2: {}}
        links:
          »n1 - n2: {}
        """);
  }

  @Test
  void the_same_link_twice_is_refused_in_either_order() {
    assertError(
        "duplicate link `n2 -- n1`, first given in line 4; number a second link between the"
            + " two: `n2 -- n1 #2`",
        """
        topology: t
        nodes: {n1: {}, n2: {}}
        links:
          n1 -- n2: {}
          »n2 -- n1: {}
        """);
  }

  @Test
  void a_direction_must_be_one_of_the_link() {
    assertError(
        "`n1 -> n3` is not a direction of this link; `n1 -> n2` or `n2 -> n1`",
        """
        topology: t
        nodes: {n1: {}, n2: {}, n3: {}}
        links:
          n1 -- n2: {»n1 -> n3: {loss: 1%}}
        """);
  }

  @Test
  void what_is_no_list_of_drops_is_named_with_its_place() {
    assertError(
        "`drop`: each number is above the one before, and 5 stands behind 1..5",
        """
        topology: t
        nodes: {n1: {}, n2: {}}
        links:
          n1 -- n2: {drop: »[1..5, 5]}
        """);
    assertError(
        "`drop-flow`: unknown node `n3`; did you mean `n1`?",
        """
        topology: t
        nodes: {n1: {}, n2: {}}
        links:
          n1 -- n2: {drop: 5, drop-flow: »n3}
        """);
    assertError(
        "`drop-count` goes with `drop`, which is missing",
        """
        topology: t
        nodes: {n1: {}, n2: {}}
        links:
          n1 -- n2: {»drop-count: data}
        """);
  }

  @Test
  void a_clash_of_virtual_addresses_blames_the_written_one() {
    assertError(
        "virtual address 10.0.0.1 of node `n2` is already that of node `n1` (line 3)",
        """
        topology: t
        nodes:
          n1: {}
          »n2: {virtual-address: 10.0.0.1}
        """);
    assertError(
        "virtual address 10.0.0.2 of node `n1` is already that of node `n2` (line 4)",
        """
        topology: t
        nodes:
          »n1: {virtual-address: 10.0.0.2}
          n2: {}
        """);
  }

  @Test
  void two_nodes_on_one_port_are_refused_and_so_is_a_wildcard_beside_them() {
    assertError(
        "port 40001 at 127.0.0.1 (send of node `n2` towards `n1`) is already the receive port"
            + " of node `n1` towards `n2` (line 3)",
        """
        topology: t
        nodes:
          n1: {ports: {n2: {receive: 40001}}}
          n2: {ports: {n1: {receive: 40002, send: »40001}}}
        links: {n1 -- n2: {}}
        """);
    assertError(
        "port 40001 at 0.0.0.0 (receive of node `n2` towards `n1`) is already the receive"
            + " port of node `n1` towards `n2` (line 3)",
        """
        topology: t
        nodes:
          n1: {ports: {n2: {receive: 40001}}}
          n2: {address: 0.0.0.0, ports: {n1: {receive: »40001}}}
        links: {n1 -- n2: {}}
        """);
  }

  @Test
  void the_same_port_at_two_addresses_is_fine() throws Exception {
    load(
        """
        topology: t
        nodes:
          n1: {address: 127.0.0.1, ports: {n2: {receive: 40001}}}
          n2: {address: 127.0.0.2, ports: {n1: {receive: 40001}}}
          n3: {address: "::1", ports: {n1: {receive: 40001}}}
        links: {n1 -- n2: {}, n1 -- n3: {}}
        """);
  }

  @Test
  void ports_towards_a_node_without_a_link_are_refused() {
    assertError(
        "node `n1` has no link to `n3`; did you mean `n2`?",
        """
        topology: t
        nodes:
          n1: {ports: {n3: »{receive: 40001}}}
          n2: {}
          n3: {}
        links: {n1 -- n2: {}}
        """);
  }

  @Test
  void a_real_address_is_a_literal() {
    assertError(
        "`address`: `localhost` is neither an IPv4 nor an IPv6 address; a host name is not"
            + " resolved: write its address",
        """
        topology: t
        nodes: {n1: {address: »localhost}}
        """);
  }

  @Test
  void an_unknown_group_names_the_nearest() {
    assertError(
        "unknown group `sorces`; did you mean `sources`?",
        """
        topology: t
        groups: {sources: {}}
        nodes: {n1: {group: »sorces}}
        """);
  }

  @Test
  void a_mistake_in_a_group_is_found_once_with_and_without_members() {
    for (String nodes : List.of("{n1: {}}", "{n1: {group: g}, n2: {group: g}}")) {
      assertError(
          "unknown key `discpline`; did you mean `discipline`?",
          """
          topology: t
          groups: {g: {queue: {»discpline: red}}}
          nodes: %s
          """
              .formatted(nodes));
    }
  }

  @Test
  void a_negative_rate_is_refused() {
    assertError(
        "`rate`: `-2Mbit/s` is negative",
        """
        topology: t
        nodes: {a: {}, b: {}}
        links: {a -- b: {rate: »-2Mbit/s}}
        """);
  }

  @Test
  void a_link_slower_than_its_node_is_refused_at_either_packet_size() {
    assertError(
        "link `a -- b` (10packet/s) is slower than node `a` (40packet/s), whose queue it"
            + " would hide; give the node `placement: link`, or the link a higher rate",
        """
        topology: t
        nodes: {a: {queue: {placement: node, rate: 40packet/s}}, b: {}}
        defaults: {}
        links:
          a -- b: {rate: »10packet/s}
        """);
    // 480 kbit/s is 40 packet/s of 1500 B; a packet of 20 B takes less, so only the large ones show
    assertError(
        "link `a -- b` (479kbit/s) is slower than node `a` (40packet/s), whose queue it would"
            + " hide; give the node `placement: link`, or the link a higher rate",
        """
        topology: t
        nodes: {a: {queue: {placement: node, rate: 40packet/s}}, b: {}}
        links:
          a -- b: {a -> b: {rate: »479kbit/s}}
        """);
  }

  @Test
  void a_link_as_fast_as_its_node_is_fine_and_the_other_direction_does_not_count()
      throws Exception {
    load(
        """
        topology: t
        nodes: {a: {queue: {placement: node, rate: 40packet/s}}, b: {}}
        links:
          a -- b: {rate: 480kbit/s, b -> a: {rate: 1packet/s}}
        """);
  }

  @Test
  void red_thresholds_must_be_in_order_and_its_shares_within_one() {
    assertError(
        "`min-th` (25packet) must be below `max-th` (25packet)",
        """
        topology: t
        nodes: {a: {queue: {discipline: red, min-th: »25packet, max-th: 25packet}}}
        """);
    assertError(
        "`weight`: `0` must be above 0 and at most 1",
        """
        topology: t
        nodes: {a: {queue: {discipline: red, weight: »0}}}
        """);
    assertError(
        "`max-p`: `1.5` must be above 0 and at most 1",
        """
        topology: t
        nodes: {a: {queue: {discipline: red, max-p: »1.5}}}
        """);
  }

  @Test
  void a_setting_without_effect_is_a_mistake() {
    assertError(
        "`weight` has no effect without `discipline: red`",
        """
        topology: t
        nodes: {a: {queue: {»weight: 0.02}}}
        """);
    assertError(
        "`target` has no effect without `discipline: codel`",
        """
        topology: t
        nodes: {a: {queue: {discipline: red, »target: 5ms}}}
        """);
    assertError(
        "`quantum` has no effect without `discipline: fq-codel`",
        """
        topology: t
        nodes: {a: {queue: {discipline: codel, »quantum: 300B}}}
        """);
    assertError(
        "`burst` has no effect without `discipline: pie`",
        """
        topology: t
        nodes: {a: {queue: {discipline: codel, »burst: 100ms}}}
        """);
    assertError(
        "`rules` has no effect without `discipline: red`",
        """
        topology: t
        nodes: {a: {queue: {discipline: pie, »rules: ns-2}}}
        """);
    assertError(
        "`dp1` has no effect without `discipline: rio-c`",
        """
        topology: t
        nodes: {a: {queue: {discipline: red, »dp1: {max-p: 0.5}}}}
        """);
    assertError(
        "`min-th` has no effect without `discipline: red`",
        """
        topology: t
        nodes: {a: {queue: {discipline: rio-d, »min-th: 5packet}}}
        """);
    assertError(
        "`rate` has no effect without `placement: node`; a link's rate is set in `links`",
        """
        topology: t
        nodes: {a: {queue: {»rate: 2Mbit/s}}}
        """);
    assertError(
        "`queue` has no effect: node `a` has one queue for all its links; set it in the node,"
            + " or give the node `placement: link`",
        """
        topology: t
        nodes: {a: {queue: {placement: node}}, b: {}}
        links: {a -- b: {a -> b: {»queue: {limit: 5packet}}}}
        """);
  }

  @Test
  void a_setting_of_a_queue_has_limits() {
    assertError(
        "`rules`: `2001` is not one of 1993, ns-2",
        """
        topology: t
        nodes: {a: {queue: {discipline: red, rules: »2001}}}
        """);
    assertError(
        "`min-th` (60packet) must be below `max-th` (55packet)",
        """
        topology: t
        nodes: {a: {queue: {discipline: wred, dp0: {min-th: »60packet}}}}
        """);
    assertError(
        "unknown key `maxp`; did you mean `max-p`?",
        """
        topology: t
        nodes: {a: {queue: {discipline: wred, dp0: {»maxp: 0.1}}}}
        """);
    assertError(
        "`update` must be above 0",
        """
        topology: t
        nodes: {a: {queue: {discipline: pie, update: »0s}}}
        """);
    assertError(
        "`target` must be above 0 and at most `interval`",
        """
        topology: t
        nodes: {a: {queue: {discipline: codel, target: »20ms, interval: 10ms}}}
        """);
  }

  @Test
  void jitter_is_at_most_the_delay_and_percentages_at_most_100() {
    assertError(
        "`jitter` (2ms) is more than `delay` (1ms)",
        """
        topology: t
        nodes: {a: {}, b: {}}
        links: {a -- b: {delay: 1ms, jitter: »2ms}}
        """);
    assertError(
        "`loss`: `101%` is more than 100%",
        """
        topology: t
        nodes: {a: {}, b: {}}
        links: {a -- b: {loss: »101%}}
        """);
    assertError(
        "`mtu`: `67B` is outside 68B…65535B",
        """
        topology: t
        nodes: {a: {}, b: {}}
        links: {a -- b: {mtu: »67B}}
        """);
  }

  @Test
  void control_processing_takes_no_longer_than_messages_live() {
    assertError(
        "`control-delay`: `11s` is above 10s; no service message lives longer",
        """
        topology: t
        nodes: {a: {control-delay: »11s}}
        """);
  }

  @Test
  void an_unknown_service_and_an_unknown_option_name_the_nearest() {
    assertError(
        "unknown service `lgcc`; did you mean `lgc`?",
        """
        topology: t
        nodes: {a: {services: {»lgcc: {}}}}
        """);
    assertError(
        "unknown key `txx`; did you mean `tx`?",
        """
        topology: t
        nodes: {a: {services: {active-filter: {}, lgc: {»txx: 4s}}}}
        """);
    assertError(
        "service `lgc` of node `a` needs `active-filter` on the same menu; add"
            + " `active-filter: {}`",
        """
        topology: t
        nodes: {a: {services: {»lgc: {}}}}
        """);
    assertError(
        "`to` takes the name of a node, found `n9`; did you mean `n1`?",
        """
        topology: t
        nodes: {n1: {services: {source: {flows: [{to: »n9}]}}}}
        """);
    assertError(
        "service `kinds`: two of the options do not go together",
        """
        topology: t
        nodes: {a: {services: {»kinds: {refuse: true}}}}
        """);
  }

  @Test
  void limits_are_checked_before_anything_is_made() {
    assertError(
        "this makes more than 10000 nodes",
        """
        topology: t
        generate: {tree: »{depth: 9999, fanout: 9999}}
        """);
    assertError(
        "a mesh of 10000 nodes has more than 100000 links",
        """
        topology: t
        generate: {mesh: {nodes: »10000}}
        """);
    assertError(
        "node `n1` has 1025 links, at most 1024 are allowed",
        """
        topology: t
        generate: {»star: {nodes: 1026}}
        """);
    assertError(
        "`rows`: `10001` is outside 1…10000",
        """
        topology: t
        generate: {grid: {rows: »10001, columns: 1}}
        """);
  }

  @Test
  void too_many_services_are_refused() {
    StringBuilder services = new StringBuilder();
    for (int i = 0; i < 65; i++) {
      services.append(i == 0 ? "" : ", ").append("s").append(i).append(": {}");
    }
    String error = errorOf("topology: t\nnodes: {a: {services: {" + services + "}}}\n");
    assertTrue(error.contains("t.yaml:2:23: 65 services, a node has at most 64"), error);
  }

  @Test
  void an_unknown_generator_and_a_missing_size_are_refused() {
    assertError(
        "unknown generator `rng`; did you mean `ring`?",
        """
        topology: t
        generate: {»rng: {nodes: 3}}
        """);
    assertError(
        "`nodes` is missing",
        """
        topology: t
        generate: {ring: »{}}
        """);
    assertError(
        "`nodes`: `2` is outside 3…10000",
        """
        topology: t
        generate: {ring: {nodes: »2}}
        """);
  }

  @Test
  void names_are_checked() {
    assertError(
        "`1a` cannot name a node; a letter, then up to 31 letters, digits, `-` or `_`",
        """
        topology: t
        nodes: {»1a: {}}
        """);
    assertError(
        "`total` cannot name a node; metrics of all nodes have it in their names, such as"
            + " delivered.total",
        """
        topology: t
        nodes: {»total: {}, b: {}, r: {}, s: {}}
        links: {b -- r: {}, r -- s: {rate: 1Mbit/s, delay: 5ms}}
        """);
    assertError(
        "`mean` cannot name a node; metrics of all nodes have it in their names, such as"
            + " delivered.total",
        """
        topology: t
        nodes: {»mean: {}}
        """);
    assertError(
        "`../t` cannot name a network; up to 64 letters, digits, `.`, `-` or `_`",
        """
        topology: »../t
        nodes: {a: {}}
        """);
  }

  @Test
  void a_network_needs_a_name_and_nodes() {
    assertError(
        "`topology` is missing",
        """
        »nodes: {a: {}}
        """);
    assertError(
        "the network has no nodes; add `nodes: {n1: {}}`",
        """
        »topology: t
        """);
  }

  @Test
  void a_mapping_where_text_is_wanted_and_the_reverse_are_named() {
    assertError(
        "`links` takes keys and values `{…}`, found `5`",
        """
        topology: t
        nodes: {a: {}, b: {}}
        links: »5
        """);
    assertError(
        "`rate` takes a rate such as `2Mbit/s`, found a list",
        """
        topology: t
        nodes: {a: {}, b: {}}
        links: {a -- b: {rate: »[1]}}
        """);
  }

  @Test
  void all_mistakes_come_at_once_in_the_order_of_the_file() {
    assertEquals(
        String.join(
            "\n",
            file + ":3:7: unknown key `quue`; did you mean `queue`?",
            file + ":6:3: link `a -- c` leads to the unknown node `c`; did you mean `a`?",
            file + ":7:19: `delay`: `1` needs a unit: ns, us, ms, s, min"),
        errorOf(
            """
            topology: t
            nodes:
              a: {quue: {}}
              b: {}
            links:
              a -- c: {}
              a -- b: {delay: 1}
            """));
  }

  @Test
  void after_twenty_mistakes_the_rest_is_counted() {
    StringBuilder text = new StringBuilder("topology: t\nnodes: {a: {}}\nlinks:\n");
    for (int i = 0; i < 50; i++) {
      text.append("  a -- x").append(i).append(": {}\n");
    }
    List<String> lines = errorOf(text.toString()).lines().toList();
    assertEquals(21, lines.size());
    assertTrue(lines.getFirst().startsWith(file + ":4:3: "), lines.getFirst());
    assertEquals("and 30 more", lines.getLast());
  }

  @Test
  void a_forward_leads_from_one_node_to_another() {
    String network = "topology: t\nnodes: {n1: {}, n5: {}}\nlinks: {n1 -- n5: {}}\nforwards:\n";
    assertError(
        "unknown node `n55`; did you mean `n5`?",
        network + "  - {tcp: 80, from: n1, to: »n55, target: 'a:1'}\n");
    assertError(
        "a forward leads to another node, not from n1 to it",
        network + "  - »{tcp: 80, from: n1, to: n1, target: 'a:1'}\n");
    assertError(
        "`to` is not for this kind of forward; write `exit`",
        network + "  - {socks: 80, from: n1, exit: n5, »to: n5}\n");
    assertError("`target` is missing", network + "  - »{udp: 80, from: n1, to: n5}\n");
    assertError(
        "a forward says what it carries and the port where it listens; write one of `tcp: 8080`,"
            + " `udp: 9000`, `socks: 1080`",
        network + "  - »{from: n1, to: n5, target: 'a:1'}\n");
    assertError(
        "a forward is of one kind, not tcp and udp; write two forwards",
        network + "  - {tcp: 80, »udp: 80, from: n1, to: n5, target: 'a:1'}\n");
  }

  @Test
  void a_forward_listens_at_a_port_of_its_own() {
    String network = "topology: t\nnodes: {n1: {}, n5: {}}\nlinks: {n1 -- n5: {}}\nforwards:\n";
    assertError(
        "`tcp`: `80000` is no port; a port is 1…65535",
        network + "  - {tcp: »80000, from: n1, to: n5, target: 'a:1'}\n");
    assertError(
        "`tcp`: `here` is no address to listen at; write PORT, or ADDRESS:PORT with an address of"
            + " this machine",
        network + "  - {tcp: »'here:80', from: n1, to: n5, target: 'a:1'}\n");
    assertError(
        "TCP port 80 is already that of a forward in line 5",
        network
            + "  - {tcp: 80, from: n1, to: n5, target: 'a:1'}\n"
            + "  - »{socks: 80, from: n1, exit: n5}\n");
    assertError(
        "`target`: `a` is no host with a port; write HOST:PORT, such as `127.0.0.1:80`",
        network + "  - {tcp: 80, from: n1, to: n5, target: »a}\n");
    assertError(
        "`10.0.0.0/99` is no network; write ADDRESS/BITS, such as 192.168.1.0/24",
        network + "  - {socks: 80, from: n1, exit: n5, allow: [»10.0.0.0/99]}\n");
  }

  /** The text marks with {@code »} the place that the error must name. */
  private void assertError(String expected, String marked) {
    int at = marked.indexOf('»');
    int line = 1 + (int) marked.substring(0, at).chars().filter(c -> c == '\n').count();
    int column = at - marked.lastIndexOf('\n', at);
    String place = file + ":" + line + ":" + column + ": ";
    assertEquals(place + expected, errorOf(marked.replace("»", "")));
  }

  private String errorOf(String text) {
    return assertThrows(FileError.class, () -> load(text)).getMessage();
  }

  private Topology load(String text) throws IOException, FileError {
    Files.writeString(file, text);
    return TopologyFile.load(file, List.of(), Menus.catalog());
  }
}
