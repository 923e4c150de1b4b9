// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.aqm.RedRules.OF_1993;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.aqm.CodelConfig;
import rani.aqm.FqCodelConfig;
import rani.aqm.PieConfig;
import rani.aqm.RedConfig;
import rani.aqm.RedConfig.Action;
import rani.aqm.RedConfig.Spacing;
import rani.aqm.RedRules;
import rani.aqm.RioConfig;
import rani.aqm.RioConfig.Coupling;
import rani.aqm.RioConfig.Thresholds;
import rani.link.DropList;
import rani.link.ImpairmentConfig;
import rani.model.file.FileError;
import rani.model.host.Forward;
import rani.model.menu.Menus;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.queue.AqmConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowSpec;

class TopologyFileTest {

  private static final String FULL =
      """
      topology: full
      description: everything at once
      defaults:
        link: {rate: 200packet/s, delay: 1ms, mtu: 1400B}
        node: {queue: {limit: 400packet}, address: 127.0.0.2}
      groups:
        early: {queue: {limit: 30packet}, services: {sink: {}}}
        late: {queue: {limit: 20packet, flow: five-tuple}}
      nodes:
        n1: {groups: [early, late]}
        n2: {groups: [late, early], queue: {limit: 7packet}}
        n3:
          virtual-address: 10.1.2.3
          address: "::1"
          ports: {n1: {receive: 40001, send: 40002}, "n1 #2": {receive: 40003}}
          queue: {placement: node, rate: 40packet/s, discipline: red, limit: 50packet, weight: 0.02,
                  min-th: 8packet, max-th: 25packet, max-p: 0.2, action: none, gentle: true,
                  spacing: wait, mode: bytes, mean-packet: 500B, adaptive: true}
          services: {lgc: {tx: 4s}, active-filter: {}}
      links:
        n1 -- n3: {}
        "n1 -- n3 #2": {rate: 1Gbit/s, n3 -> n1: {loss: 1%, delay: 7ms, hello: 500ms}}
        n2 -- n3: {jitter: 1ms, duplicate: 2%, reorder: 3%, corrupt: 0.5%, rate: unlimited,
                   drop: [14, 15, 28..30], drop-flow: "n1:*->n3:7000/rdp", drop-count: data,
                   n2 -> n3: {queue: {limit: 3packet}}}
      """;

  @TempDir Path folder;

  @Test
  void layers_lie_over_each_other_defaults_then_groups_in_order_then_the_node() throws Exception {
    Topology topology = load(FULL);

    assertEquals(
        new QueueConfig(20, FlowIdentity.FIVE_TUPLE, null),
        topology.node("n1").orElseThrow().queue());
    assertEquals(
        new QueueConfig(7, FlowIdentity.FIVE_TUPLE, null),
        topology.node("n2").orElseThrow().queue());
    assertEquals("127.0.0.2", topology.node("n1").orElseThrow().bindAddress());
    assertEquals(
        List.of("sink"), List.copyOf(topology.node("n1").orElseThrow().services().keySet()));
  }

  @Test
  void a_red_node_reads_every_setting() throws Exception {
    TopologyNode n3 = load(FULL).node("n3").orElseThrow();

    assertEquals(TopologyNode.Placement.NODE, n3.placement());
    assertEquals(Rate.packetsPerSecond(40.0), n3.rate());
    assertEquals(
        new RedConfig(OF_1993, 0.02, 8, 25, 0.2, Action.NONE, true, Spacing.WAIT, true, 500, true),
        RedConfig.of(n3.queue()));
    assertEquals("10.1.2.3", Address.text(n3.virtualAddress()));
    assertEquals("0:0:0:0:0:0:0:1", n3.bindAddress());
  }

  @Test
  void ns_2s_rule_book_brings_its_spacing_unless_the_file_says_another() throws Exception {
    Topology topology =
        load(
            """
            topology: books
            defaults: {node: {queue: {discipline: red}}}
            nodes:
              n1: {}
              n2: {queue: {rules: 1993}}
              n3: {queue: {rules: ns-2}}
              n4: {queue: {rules: "ns-2", spacing: uniform}}
              n5: {queue: {rules: "1993", spacing: wait}}
              n6: {queue: {discipline: rio-c, rules: ns-2}}
              n7: {queue: {discipline: wred}}
            links: {n1 -- n2: {}}
            """);

    for (Topology each : List.of(topology, load(TopologyText.print(topology)))) {
      assertEquals("1993 UNIFORM", book(each, "n1"));
      assertEquals("1993 UNIFORM", book(each, "n2"));
      assertEquals("ns-2 WAIT", book(each, "n3"));
      assertEquals("ns-2 UNIFORM", book(each, "n4"));
      assertEquals("1993 WAIT", book(each, "n5"));
      assertEquals(RedRules.NS_2, rioRules(each, "n6"));
      assertEquals(OF_1993, rioRules(each, "n7"));
    }
  }

  private static String book(Topology topology, String node) {
    RedConfig red = (RedConfig) Objects.requireNonNull(aqm(topology, node));
    return red.rules().text() + " " + red.spacing();
  }

  private static RedRules rioRules(Topology topology, String node) {
    return ((RioConfig) Objects.requireNonNull(aqm(topology, node))).rules();
  }

  @Test
  void codel_stands_alone_or_in_many_queues() throws Exception {
    Topology topology =
        load(
            """
            topology: aqm
            nodes:
              n1: {queue: {discipline: codel, target: 13ms}}
              n2: {queue: {discipline: codel, target: 200ms, interval: 1s, ecn: true}}
              n3: {queue: {discipline: fq-codel, limit: 10240packet, flows: 16, quantum: 300B}}
              n4: {queue: {discipline: fq-codel, ecn: false}}
            links: {n1 -- n2: {}, n2 -- n3: {}, n3 -- n4: {}}
            """);

    long ms = 1_000_000;
    assertEquals(new CodelConfig(13 * ms, 100 * ms, false), aqm(topology, "n1"));
    assertEquals(new CodelConfig(200 * ms, 1000 * ms, true), aqm(topology, "n2"));
    assertEquals(
        new FqCodelConfig(new CodelConfig(5 * ms, 100 * ms, true), 16, 300), aqm(topology, "n3"));
    assertEquals(new FqCodelConfig(CodelConfig.DEFAULT, 1024, 1514), aqm(topology, "n4"));
    assertEquals(aqm(topology, "n3"), aqm(load(TopologyText.print(topology)), "n3"));
  }

  @Test
  void pie_has_a_delay_to_steer_for() throws Exception {
    Topology topology =
        load(
            """
            topology: aqm
            nodes:
              n1: {queue: {discipline: pie}}
              n2: {queue: {discipline: pie, target: 5ms, update: 30ms, burst: 0s, ecn: true}}
            links: {n1 -- n2: {}}
            """);

    long ms = 1_000_000;
    assertEquals(PieConfig.DEFAULT, aqm(topology, "n1"));
    assertEquals(new PieConfig(5 * ms, 30 * ms, 0, true), aqm(topology, "n2"));
    assertEquals(aqm(topology, "n2"), aqm(load(TopologyText.print(topology)), "n2"));
  }

  @Test
  void drop_precedences_have_thresholds_each() throws Exception {
    Topology topology =
        load(
            """
            topology: aqm
            nodes:
              n1: {queue: {discipline: rio-c}}
              n2: {queue: {discipline: wred, weight: 0.1, dp1: {min-th: 3packet, max-p: 0.5}}}
              n3: {queue: {discipline: rio-d, mean-packet: 500B}}
            links: {n1 -- n2: {}, n2 -- n3: {}}
            """);

    assertEquals(RioConfig.DEFAULT, aqm(topology, "n1"));
    List<Thresholds> usual = RioConfig.DEFAULT.precedences();
    List<Thresholds> own = List.of(usual.get(0), new Thresholds(3, 40, 0.5), usual.get(2));
    assertEquals(
        new RioConfig(RedRules.OF_1993, Coupling.WRED, 0.1, 1000, own), aqm(topology, "n2"));
    assertEquals(
        new RioConfig(RedRules.OF_1993, Coupling.RIO_D, 0.002, 500, usual), aqm(topology, "n3"));
    for (String node : List.of("n1", "n2", "n3")) {
      assertEquals(aqm(topology, node), aqm(load(TopologyText.print(topology)), node));
    }
  }

  private static @Nullable AqmConfig aqm(Topology topology, String node) {
    return topology.node(node).orElseThrow().queue().aqm();
  }

  @Test
  void directions_and_several_links_between_a_pair_have_values_of_their_own() throws Exception {
    Topology topology = load(FULL);
    TopologyLink first = topology.links().get(0);
    TopologyLink second = topology.links().get(1);
    TopologyLink third = topology.links().get(2);

    assertEquals(
        List.of("n1 -- n3", "n1 -- n3 #2", "n2 -- n3"),
        topology.links().stream().map(TopologyLink::name).toList());
    assertEquals(ImpairmentConfig.ofDelay(1_000_000), first.end("n1").impairment());
    assertEquals(1400, first.end("n1").mtuBytes());
    assertEquals(ImpairmentConfig.ofDelay(1_000_000), second.end("n1").impairment());
    assertEquals(new ImpairmentConfig(7_000_000, 0, 0.01, 0, 0, 0), second.end("n3").impairment());
    assertEquals(500_000_000, second.end("n3").helloNanos());
    assertEquals(1_000_000_000, second.end("n1").helloNanos());
    assertEquals(Rate.bitsPerSecond(1e9), second.end("n3").rate());
    assertEquals(
        new ImpairmentConfig(
            1_000_000,
            1_000_000,
            0,
            0.02,
            0.03,
            0.005,
            DropList.of(
                new FlowSpec(0x0A000001, Address.parse("10.1.2.3"), 27, FlowSpec.ANY, 7000),
                DropList.Counted.DATA,
                "14, 15, 28..30")),
        third.end("n2").impairment());
    assertEquals(40001, first.end("n3").receivePort());
    assertEquals(40002, first.end("n3").sendPort());
    assertEquals(40003, second.end("n3").receivePort());
    assertEquals(0, second.end("n3").sendPort());
    assertEquals(3, third.end("n2").queue().limitFrames());
    assertEquals(FlowIdentity.FIVE_TUPLE, third.end("n2").queue().identity());
    assertEquals(20, first.end("n1").queue().limitFrames());
  }

  @Test
  void addresses_count_positions_and_pass_the_byte() throws Exception {
    Topology topology = load("topology: t\ngenerate: {linear: {nodes: 300}}\n");

    assertEquals("10.0.0.1", Address.text(topology.nodes().getFirst().virtualAddress()));
    assertEquals("10.0.1.44", Address.text(topology.nodes().getLast().virtualAddress()));
  }

  @Test
  void what_is_printed_reads_back_to_an_equal_network() throws Exception {
    for (String text :
        List.of(
            FULL,
            """
            topology: t
            generate: {linear: {nodes: 3}}
            forwards:
              - {tcp: 8080, from: n1, to: n3, target: 'localhost:80'}
              - {udp: '[::1]:9000', from: n1, to: n2, target: '[::1]:9'}
              - {socks: 1080, from: n3, exit: n1, allow: [192.168.1.0/24]}
            """,
            "topology: '10'\ngenerate: {ring: {nodes: 4}, mesh: {nodes: 3, prefix: m}}")) {
      Topology topology = load(text);
      assertEquals(topology, load(TopologyText.print(topology)), TopologyText.print(topology));
    }
  }

  @Test
  void generated_nodes_come_first_and_the_file_may_say_more_of_them() throws Exception {
    Topology topology =
        load(
            """
            topology: t
            groups: {g: {queue: {limit: 9packet}}}
            nodes:
              extra: {}
              n2: {queue: {placement: node}}
            links:
              n3 -- n2: {delay: 5ms}
              n3 -- extra: {}
            generate: {linear: {nodes: 3, group: g}}
            """);

    assertEquals(List.of("n1", "n2", "n3", "extra"), topology.nodeNames());
    assertEquals(9, topology.node("n2").orElseThrow().queue().limitFrames());
    assertEquals(TopologyNode.Placement.NODE, topology.node("n2").orElseThrow().placement());
    assertEquals(
        List.of("n1 -- n2", "n2 -- n3", "n3 -- extra"),
        topology.links().stream().map(TopologyLink::name).toList());
    assertEquals(5_000_000, topology.links().get(1).a().impairment().delayNanos());
  }

  @Test
  void generators_have_the_shape_of_their_name() throws Exception {
    assertShape("{single: {}}", "n1");
    assertShape("{linear: {nodes: 3}}", "n1 n2 n3", "n1 -- n2", "n2 -- n3");
    assertShape("{ring: {nodes: 3}}", "n1 n2 n3", "n1 -- n2", "n2 -- n3", "n3 -- n1");
    assertShape("{star: {nodes: 3, prefix: s}}", "s1 s2 s3", "s1 -- s2", "s1 -- s3");
    assertShape("{mesh: {nodes: 3}}", "n1 n2 n3", "n1 -- n2", "n1 -- n3", "n2 -- n3");
    assertShape(
        "{tree: {depth: 2, fanout: 2}}",
        "n1 n2 n3 n4 n5 n6 n7",
        "n1 -- n2",
        "n1 -- n3",
        "n2 -- n4",
        "n2 -- n5",
        "n3 -- n6",
        "n3 -- n7");
    assertShape(
        "{grid: {rows: 2, columns: 2}}",
        "n1-1 n1-2 n2-1 n2-2",
        "n1-1 -- n1-2",
        "n1-1 -- n2-1",
        "n2-1 -- n2-2",
        "n1-2 -- n2-2");
    assertShape(
        "{dumbbell: {left: 1, right: 2}}",
        "left1 router1 router2 right1 right2",
        "left1 -- router1",
        "router1 -- router2",
        "router2 -- right1",
        "router2 -- right2");
  }

  private void assertShape(String generate, String nodes, String... links) throws Exception {
    Topology topology = load("topology: t\ngenerate: " + generate + "\n");
    assertEquals(nodes, String.join(" ", topology.nodeNames()));
    assertEquals(
        List.of(links).stream().sorted().toList(),
        topology.links().stream().map(TopologyLink::name).sorted().toList());
  }

  @Test
  void a_set_value_changes_the_network_and_the_last_one_wins() throws Exception {
    Path file = write(FULL);
    Topology topology =
        TopologyFile.load(
            file,
            List.of(
                "links.n1 -- n3.delay=621ms",
                "nodes.n3.queue.limit=60packet",
                "nodes.n1.queue={limit: 11packet}",
                "nodes.n1.queue.limit=12packet",
                "nodes.n4={}"),
            Menus.catalog());

    assertEquals(621_000_000, topology.links().getFirst().a().impairment().delayNanos());
    assertEquals(60, topology.node("n3").orElseThrow().queue().limitFrames());
    assertEquals(12, topology.node("n1").orElseThrow().queue().limitFrames());
    assertTrue(topology.node("n4").isPresent());
  }

  @Test
  void services_read_their_options_with_units() throws Exception {
    load(
        """
        topology: t
        nodes: {n1: {services: {kinds: {duration: 2s, count: 7, size: 1kB, fraction: 3%,
                rate: 40packet/s, flag: true, text: hello, word: two}}}}
        """);

    assertEquals(
        List.of(
            "duration 2000000000",
            "count 7",
            "size 1000",
            "fraction 0.03",
            "rate PACKETS",
            "flag true",
            "text hello",
            "word two"),
        Menus.READ);
  }

  @Test
  void a_service_may_wait_for_the_packet_that_asks_for_it_and_be_started_anew() throws Exception {
    Topology topology =
        load(
            """
            topology: t
            nodes:
              n1:
                services:
                  sink: {start: on-packet, idle-stop: 60s}
                  active-filter: {start: at-once}
            schedule: [{at: 3s, node: n1, restart: sink}]
            """);
    NodeConfig n1 = new NodeConfigs(topology, Menus.catalog(), RunKey.NONE).of("n1");

    assertEquals(
        List.of("sink ON_PACKET 60000000000", "active-filter AT_ONCE 0"),
        n1.menu().stream()
            .map(
                entry ->
                    entry.provider().name() + " " + entry.beginning() + " " + entry.idleStopNanos())
            .toList());
    assertEquals(new Command.RestartService("sink"), n1.schedule().getFirst().operation());
    assertEquals(topology, load(TopologyText.print(topology)));
  }

  @Test
  void one_mistake_does_not_hide_another() {
    FileError error =
        assertThrows(
            FileError.class,
            () ->
                load(
                    """
                    topology: t
                    nodes: {n1: {services: {akt: {}}}, n2: {}}
                    links: {n1 -- n22: {dely: 5ms}}
                    """));

    assertEquals(3, error.problems().size(), error.getMessage());
    assertTrue(error.getMessage().contains("unknown service `akt`"), error.getMessage());
    assertTrue(error.getMessage().contains("did you mean `n2`?"), error.getMessage());
    assertTrue(error.getMessage().contains("did you mean `delay`?"), error.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {idle-stop: 60s}                    | add `start: on-packet`
          {start: on-packet, idle-stop: 1ms}  | is at least 100ms
          """)
  void an_idle_stop_is_for_what_a_packet_starts(String options, String wrong) {
    FileError error =
        assertThrows(
            FileError.class,
            () -> load("topology: t\nnodes: {n1: {services: {sink: " + options + "}}}\n"));

    assertTrue(error.getMessage().contains(wrong), error.getMessage());
  }

  @Test
  void a_node_is_told_its_links_its_ways_and_its_menu() throws Exception {
    Topology topology = load(FULL);
    NodeConfigs configs = new NodeConfigs(topology, Menus.catalog(), RunKey.NONE);
    NodeConfig n1 = configs.of("n1");
    NodeConfig n3 = configs.of("n3");

    assertEquals(2, n1.links().size());
    assertEquals(Address.parse("10.1.2.3"), n1.links().get(1).neighbour());
    assertNull(n1.queue());
    assertNotNull(n3.queue());
    assertEquals(Rate.packetsPerSecond(40.0), n3.queue().rate());
    assertEquals(3, n3.links().size());
    assertEquals(Address.parse("10.0.0.2"), n3.links().get(2).neighbour());
    // Both ways of n1 lead over its first link to n3: the lower number of two equally good ones.
    assertEquals(2, n1.routes().size());
    assertTrue(n1.routes().stream().allMatch(route -> route.link().number() == 0));
    assertEquals(
        List.of("lgc", "active-filter"),
        n3.menu().stream().map(entry -> entry.provider().name()).toList());
    assertEquals(
        9, n3.menu().getFirst().options().durationNanos("absent", 9, "What is not there."));
    assertEquals(3, configs.all().size());
  }

  @Test
  void of_equally_short_ways_the_neighbour_whose_name_comes_first_is_taken() throws Exception {
    Topology topology =
        load(
            """
            topology: t
            nodes: {a: {}, z: {}, m: {}, b: {}, far: {}, alone: {}}
            links: {a -- z: {}, a -- m: {}, z -- b: {}, m -- b: {}, b -- far: {}}
            """);
    Routes routes = new Routes(topology);

    assertEquals(1, routes.from("a").get("b"));
    assertEquals(1, routes.from("a").get("far"));
    assertEquals(0, routes.from("a").get("z"));
    assertFalse(routes.from("a").containsKey("alone"));
  }

  @Test
  void forwards_say_where_they_listen_and_lead() throws Exception {
    Topology topology =
        load(
            """
            topology: t
            generate: {linear: {nodes: 3}}
            forwards:
              - {tcp: 8080, from: n1, to: n3, target: 'localhost:80'}
              - {socks: '0.0.0.0:1080', from: n3, exit: n1, allow: 10.1.0.0/16}
            """);

    assertEquals(
        List.of(
            new Forward(
                Forward.Kind.TCP, "127.0.0.1", 8080, "n1", "n3", "localhost", 80, List.of()),
            new Forward(
                Forward.Kind.SOCKS, "0.0.0.0", 1080, "n3", "n1", "", 0, List.of("10.1.0.0/16"))),
        topology.forwards());
  }

  @Test
  void the_largest_network_loads_and_prints() throws Exception {
    Topology topology = load("topology: t\ngenerate: {grid: {rows: 100, columns: 100}}\n");

    assertEquals(10_000, topology.nodes().size());
    assertEquals(19_800, topology.links().size());
    assertEquals(topology, load(TopologyText.print(topology)));
  }

  private Topology load(String text) throws IOException, FileError {
    return TopologyFile.load(write(text), List.of(), Menus.catalog());
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("t.yaml"), text);
  }
}
