// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.link.DropList;
import rani.link.DropList.Counted;
import rani.link.LinkChange;
import rani.model.file.FileError;
import rani.model.menu.ServiceCatalog;
import rani.model.node.NodeConfigs;
import rani.model.node.RunKey;
import rani.model.topology.ScheduleEntry.Way;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.queue.Rate;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.wire.PacketPlan;
import rani.wire.Payload;
import rani.world.LinkId;

/** What a topology's schedule says, and what each node makes of it. */
class ScheduleTest {
  private static final String NETWORK =
      """
      topology: t
      nodes:
        n1: {}
        n2: {services: {lgc: {}, active-filter: {}}}
        n3: {queue: {placement: node, rate: 40packet/s}}
      links:
        n1 -- n2: {delay: 5ms}
        n2 -- n3: {}
        "n2 -- n3 #2": {}
      schedule:
      """;
  private static final String EVERYTHING =
      """
        - {at: 9s, node: [n1, n2], inject: {to: n3, service: echo, size: 100B, count: 3, gap: 10ms}}
        - {at: 5s, link: n1 -> n2, set: {delay: 50ms, loss: 1%}}
        - {at: 5s, link: "n3 -- n2 #2", set: {rate: 2Mbit/s}}
        - {at: 5s, link: n2 -> n3, set: {drop: "2, 5..9", drop-flow: n1 -> n3}}
        - {at: 6s, cut: n2 -- n1}
        - {at: 7s, mend: n1 -- n2}
        - {at: 8s, node: n2, stop: [lgc, active-filter]}
        - {at: 10s, node: n2, start: {active-filter: {itime: 9s}, lgc: {tx: 2s}}}
        - {at: 11s, node: n1, start: echo}
        - {at: 11s, node: n3, filter: {flow: n1, from: "n2 #2", for: 10s}}
        - {at: 11s, node: n3, filter: {flow: "n1:5001->n3:7/rdp", from: n3}}
        - {at: 11s, node: n3, unfilter: {flow: n1}}
        - {at: 12s, node: n1, tell: {echo: [show, all]}}
      """;

  private static final PacketPlan ACTIVE =
      new PacketPlan(0, true, 0, 17, 9, 9, 0, 0, 255, 10_000_000, 100, Payload.NONE);
  private static final int N1 = 0x0A000001;
  private static final FlowKey CONVERSATION =
      new FlowKey((long) N1 << 32 | 0x0A000003, 27L << 32 | 5001L << 16 | 7);

  @TempDir private Path folder;

  private Topology read(String schedule) throws IOException, FileError {
    Path file = Files.writeString(folder.resolve("t.yaml"), NETWORK + schedule);
    return TopologyFile.load(file);
  }

  @Test
  void entriesAreInOrderOfTimeAndOfTheFile() throws Exception {
    List<ScheduleEntry> entries = read(EVERYTHING).schedule();

    assertEquals(
        List.of(5, 5, 5, 6, 7, 8, 8, 9, 9, 10, 10, 11, 11, 11, 11, 12),
        entries.stream().map(entry -> (int) (entry.atNanos() / 1_000_000_000)).toList());
    assertEquals(
        new ScheduleEntry.SetLink(
            new Way("n1", "n2", 1, false),
            new LinkChange(null, 50_000_000L, null, 0.01, null, null, null, null)),
        entries.getFirst().action());
    assertEquals(
        new ScheduleEntry.Inject("n1", "n3", "echo", ACTIVE, 3, 10_000_000),
        entries.get(7).action());
    assertEquals(
        new ScheduleEntry.Tell("n1", "echo", "show", List.of("all")), entries.getLast().action());
  }

  @Test
  void whatIsPrintedReadsBackAsTheSame() throws Exception {
    Topology read = read(EVERYTHING);
    Path printed = Files.writeString(folder.resolve("p.yaml"), TopologyText.print(read));

    Topology again = TopologyFile.load(printed);

    assertEquals(read.schedule(), again.schedule());
    assertEquals(TopologyText.print(read), TopologyText.print(again));
  }

  @Test
  void everyEntryIsNamedInAFewWords() throws Exception {
    assertEquals(
        List.of(
            "n1 -> n2: delay 50ms, loss 1%",
            "n3 -- n2 #2: rate 2Mbit/s",
            "n2 -> n3: drop 2,5..9",
            "cut n2 -- n1",
            "mend n1 -- n2",
            "stop lgc at n2",
            "stop active-filter at n2",
            "n1 sends 3 packets to n3",
            "n2 sends 3 packets to n3",
            "start active-filter at n2",
            "start lgc at n2",
            "start echo at n1",
            "filter n1 at n3",
            "filter n1:5001->n3:7/rdp at n3",
            "unfilter n1 at n3",
            "tell echo at n1: show all"),
        read(EVERYTHING).schedule().stream().map(ScheduleEntry::inWords).toList());
  }

  @Test
  void everyNodeGetsItsPart() throws Exception {
    NodeConfigs configs =
        new NodeConfigs(read(EVERYTHING), ServiceCatalog.installed(), RunKey.NONE);
    LinkId second = new LinkId(1);

    List<NodeConfig.Timed> n3 = configs.of("n3").schedule();
    assertEquals(
        List.of(
            new NodeConfig.Timed(
                5_000_000_000L,
                new Command.SetLink(
                    second,
                    new LinkChange(
                        Rate.bitsPerSecond(2e6), null, null, null, null, null, null, null))),
            new NodeConfig.Timed(
                11_000_000_000L,
                new Command.AddFilter(second, false, FlowKey.ofSource(N1), 10_000_000_000L)),
            new NodeConfig.Timed(
                11_000_000_000L, new Command.AddFilter(null, true, CONVERSATION, 60_000_000_000L)),
            new NodeConfig.Timed(
                11_000_000_000L, new Command.RemoveFilter(null, false, FlowKey.ofSource(N1)))),
        n3);
    List<Command.Operation> n2 =
        configs.of("n2").schedule().stream().map(NodeConfig.Timed::operation).toList();
    assertEquals(
        List.of(
            new Command.SetLink(
                new LinkId(2),
                new LinkChange(Rate.bitsPerSecond(2e6), null, null, null, null, null, null, null)),
            new Command.SetLink(
                new LinkId(1),
                LinkChange.ofDrops(
                    DropList.of(new FlowSpec(N1, 0x0A000003, 0, 0, 0), Counted.PACKETS, "2,5..9"))),
            new Command.CutLink(new LinkId(0)),
            new Command.MendLink(new LinkId(0)),
            new Command.StopService("lgc"),
            new Command.StopService("active-filter"),
            new Command.Inject(PacketPlan.datagram(0x0A000003, 3, 9, 100), 3, 10_000_000)),
        n2.subList(0, 7));
    assertTrue(n2.get(7) instanceof Command.StartService start && named(start, "active-filter"));
    assertTrue(n2.get(8) instanceof Command.StartService start && named(start, "lgc"));
    assertEquals(6, configs.of("n1").schedule().size());
  }

  @Test
  void anInjectionMaySayEveryFieldAndReadsBackAsTheSame() throws Exception {
    Topology read =
        read(
            """
              - {at: 1s, node: n1, inject: {to: n3, service: 77, active: false, source-port: 4000,
                 port: 7, dscp: af41, ecn: ce, ttl: 3, lifetime: 20ms, payload: 'text:h\u00e4',
                 size: 40B, count: 5, rate: 10packet/s}}
              - {at: 2s, node: n1, inject: {to: n3, protocol: service, active: true, dscp: cs6,
                 payload: 'hex:0101 fa11'}}
            """);

    PacketPlan datagram =
        new PacketPlan(
            0, false, 0, 17, 4000, 7, 34, 3, 3, 20_000, 40, Payload.of(bytes("h\u00e4")));
    PacketPlan message =
        new PacketPlan(
            0,
            true,
            0,
            253,
            0,
            0,
            48,
            0,
            255,
            10_000_000,
            24,
            Payload.of(new byte[] {1, 1, (byte) 0xFA, 0x11}));
    assertEquals(
        List.of(
            new ScheduleEntry.Inject("n1", "n3", "77", datagram, 5, 100_000_000),
            new ScheduleEntry.Inject("n1", "n3", "", message, 1, 0)),
        read.schedule().stream().map(ScheduleEntry::action).toList());
    Path printed = Files.writeString(folder.resolve("p.yaml"), TopologyText.print(read));
    assertEquals(read.schedule(), TopologyFile.load(printed).schedule());
    assertEquals(
        new Command.Inject(datagram.toward(0x0A000003, 77), 5, 100_000_000),
        new NodeConfigs(read, ServiceCatalog.installed(), RunKey.NONE)
            .of("n1")
            .schedule()
            .getFirst()
            .operation());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean named(Command.StartService start, String name) {
    return start.entry().provider().name().equals(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          remove: {link: n1 -- n2} | cut: n1 -- n2                 | unknown link `n1 -- n2`
          remove: {node: n1}       | node: n2, inject: {to: n1}    | unknown node `n1`
          remove: {node: n1}       | link: n1 -> n2, set: {loss: 1%} | unknown link `n1 -> n2`
          add: {node: n4}          | node: n4, stop: sink          | has no service `sink`
          add: {node: n4}          | node: n1, inject: {to: n4}    | cannot be reached from `n1`
          add: {node: n4}          | add: {node: n4}               | node `n4` is there already
          cut: n1 -- n2            | remove: {link: n1 -- n2}      | ''
          """)
  void laterEntriesAreAboutWhatIsThereThen(String first, String second, String wrong)
      throws Exception {
    String both = "  - {at: 6s, " + second + "}\n  - {at: 5s, " + first + "}\n";
    if (wrong.isEmpty()) {
      assertEquals(2, read(both).schedule().size());
      return;
    }
    FileError error = assertThrows(FileError.class, () -> read(both));
    assertTrue(error.getMessage().contains(wrong), error.getMessage());
    assertTrue(error.getMessage().contains("t.yaml:11:"), error.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {at: 5, cut: n1 -- n2}                               | 8 | `5` needs a unit
          {cut: n1 -- n2}                                      | 3 | `at` is missing
          {at: 5s}                                             | 3 | says what is done
          {at: 5s, cut: n1 -- n3}                              | 17 | did you mean `n1 -- n2`?
          {at: 5s, cut: n1 -> n2}                              | 17 | set: {loss: 100%}
          {at: 5s, cut: n1}                                    | 17 | does not name a link
          {at: 5s, mend: n1 -- n2}                             | 8 | is not cut at that time
          {at: 5s, link: n1 -- n2}                             | 12 | `set` is missing
          {at: 5s, link: n1 -- n2, set: {}}                    | 33 | nothing is set
          {at: 5s, link: n1 -- n2, set: {dely: 1s}}            | 34 | did you mean `delay`?
          {at: 5s, link: n1 -- n2, set: {loss: 2}}             | 40 | needs a unit
          {at: 5s, link: n1 -- n2, set: {jitter: 6ms}}         | 8 | more than its `delay` (5ms)
          {at: 5s, link: n3 -> n2, set: {rate: 39packet/s}}    | 8 | whose queue it would hide
          {at: 5s, set: {loss: 1%}, cut: n1 -- n2}             | 12 | `set` goes with `link`
          {at: 5s, node: n1, cut: n1 -- n2}                    | 12 | names a link, and no node
          {at: 5s, stop: lgc}                                  | 12 | `node` is missing
          {at: 5s, node: n9, stop: lgc}                        | 18 | did you mean `n1`?
          {at: 5s, node: n2, stop: lgcc}                       | 8 | did you mean `lgc`?
          {at: 5s, node: n2, stop: active-filter}              | 8 | stop `lgc` first
          {at: 5s, node: n1, start: lgc}                       | 29 | add `active-filter: {}`
          {at: 5s, node: n1, start: {active-filter: {tx: 1s}}} | 46 | unknown key `tx`
          {at: 5s, node: n2, start: lgc}                       | 29 | is there already
          {at: 5s, node: n1, start: ekho}                      | 29 | did you mean `echo`?
          {at: 5s, node: n1, inject: {}}                       | 30 | `to` is missing
          {at: 5s, node: n1, inject: {to: n4}}                 | 35 | unknown node `n4`
          {at: 5s, node: n1, inject: {to: n2, service: eko}}   | 8 | unknown service `eko`
          {at: 5s, node: n1, inject: {to: n2, size: 27B}}      | 45 | outside 28B…65535B
          {at: 5s, node: n1, inject: {to: n2, count: 100001}}  | 46 | outside 1…100000
          {at: 5s, node: n1, inject: {to: n2, gap: 61min}}     | 44 | more than 60min
          {at: 5s, node: n1, inject: {to: n2, dscp: af14}}     | 45 | did you mean
          {at: 5s, node: n1, inject: {to: n2, dscp: 64}}       | 45 | outside 0…63
          {at: 5s, node: n1, inject: {to: n2, ecn: 4}}         | 44 | outside 0…3
          {at: 5s, node: n1, inject: {to: n2, ttl: 256}}       | 44 | outside 0…255
          {at: 5s, node: n1, inject: {to: n2, lifetime: 2h}}   | 49 | unknown unit
          {at: 5s, node: n1, inject: {to: n2, lifetime: 80min}} | 49 | is more than
          {at: 5s, node: n1, inject: {to: n2, payload: abc}}   | 48 | is no payload
          {at: 5s, node: n1, inject: {to: n2, payload: 'hex:0'}} | 48 | hex:0a1b2c
          {at: 5s, node: n1, inject: {to: n2, protocol: 256}}  | 49 | outside 0…255
          {at: 5s, node: n1, inject: {to: n2, protocol: 253, port: 7}} | 54 | is of UDP
          {at: 5s, node: n1, inject: {to: n2, service: 70000}} | 48 | outside 0…65535
          {at: 5s, node: n1, inject: {to: n2, rate: 0.0001packet/s}} | 45 | more than 60min
          {at: 5s, node: n1, inject: {to: n2, rate: 1packet/s, gap: 1s}} | 39 | give one
          {at: 5s, node: n3, filter: {for: 1s}}                | 30 | `flow` is missing
          {at: 5s, node: n3, filter: {flow: n4}}               | 37 | unknown node `n4`
          {at: 5s, node: n3, filter: {flow: "n1:5>n2"}}        | 37 | is no flow
          {at: 5s, node: n3, filter: {flow: n1, from: n1}}     | 47 | no link `n3 -- n1`
          {at: 5s, node: n3, filter: {flow: n1, for: 1441min}} | 46 | outside 1ns…1440min
          {at: 5s, node: n3, unfilter: {flow: n1, for: 1s}}    | 43 | unknown key `for`
          {at: 5s, add: {link: n1 -- n4}}                      | 18 | did you mean `n1`?
          {at: 5s, add: {link: n1 -- n2}}                      | 18 | is there already
          {at: 5s, add: {link: n1 -- n3, dely: 1s}}            | 34 | did you mean `delay`?
          {at: 5s, add: {node: n4, links: [n5]}}               | 36 | unknown node `n5`
          {at: 5s, add: {node: n4, services: {lcg: {}}}}       | 39 | did you mean `lgc`?
          {at: 5s, add: {nod: n4}}                             | 12 | says either `link` or `node`
          {at: 5s, remove: {link: n1 -- n3}}                   | 21 | did you mean `n1 -- n2`?
          {at: 5s, remove: {node: n33}}                        | 21 | did you mean `n3`?
          {add: {node: n4}}                                    | 3 | `at` is missing
          {at: 5s, add: {node: n4}, stop: lgc}                 | 29 | unknown key `stop`
          {at: 5s, node: n1, tell: {echo: show}}               | 8 | has no service `echo`
          {at: 5s, node: n1, stop: echo, start: echo}          | 22 | one thing, not start and stop
          """)
  void whatIsWrongIsFoundWhereItStands(String entry, int column, String message) {
    FileError error = assertThrows(FileError.class, () -> read("  - " + entry + "\n"));

    String first = String.valueOf(error.getMessage()).lines().findFirst().orElse("");
    assertTrue(first.contains(message), () -> String.valueOf(error.getMessage()));
    assertTrue(first.contains("t.yaml:11:" + (column + 2) + ":"), first);
  }
}
