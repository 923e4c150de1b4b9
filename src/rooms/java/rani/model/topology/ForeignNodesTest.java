// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.power.Power;
import rani.model.power.Powers;
import rani.testbed.Lab;
import rani.testbed.export.Export;

/** Nodes that another program is: what a file has to say of them, and cannot say. */
class ForeignNodesTest {
  private static final String FILE =
      """
      topology: t
      defaults: {node: {services: {echo: {}}, queue: {discipline: red}, control-delay: 1ms}}
      nodes:
        n1: {address: 192.0.2.1, ports: {p: {receive: 1001, send: 1002}}}
        p: {foreign: true, address: 192.0.2.2,
            ports: {n1: {receive: 1003, send: 1004}, n2: {receive: 1005, send: 1006}}}
        n2: {address: 192.0.2.1, ports: {p: {receive: 1007, send: 1008}}}
      links:
        n1 -- p: {}
        n2 -- p: {keys: all}
      """;

  private static Topology load(String text) throws FileError {
    return TopologyFile.load("t.yaml", text);
  }

  private static String withoutColumn(FileError error) {
    return String.valueOf(error.getMessage()).replaceFirst("^(t.yaml:\\d+):\\d+", "$1");
  }

  @Test
  void aForeignNodeHasNothingOfTheDefaultsAndReadsBackAsItIs() throws Exception {
    Topology topology = load(FILE);

    TopologyNode foreign = topology.node("p").orElseThrow();
    assertTrue(foreign.foreign());
    assertEquals(Set.of("p"), topology.foreign());
    assertEquals(List.of("n1", "n2"), topology.ownNames());
    assertTrue(foreign.services().isEmpty(), foreign::toString);
    assertEquals(0, foreign.controlDelayNanos());
    assertEquals(topology, load(TopologyText.print(topology)), TopologyText.print(topology));
  }

  /** Each is one change of the file, and what is said of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n1: {receive: 1003, send: 1004}|n1: {receive: 1003}"
            + "|6: link `n1 -- p` to foreign node `p` has no fixed ports at p; add `ports:"
            + " {n1: {receive: 40001, send: 40002}}` to node p",
        "p: {receive: 1007, send: 1008}|"
            + "|7: link `n2 -- p` to foreign node `p` has no fixed ports at n2; add `ports:"
            + " {p: {receive: 40001, send: 40002}}` to node n2",
        "send: 1006|send: 1003"
            + "|6: port 1003 at 192.0.2.2 (send of node `p` towards `n2`) is already the"
            + " receive port of node `p` towards `n1` (line 6)",
        "foreign: true,|foreign: true, services: {echo: {}},"
            + "|5: `services` has no effect: the node is foreign; that program has settings of"
            + " its own",
        "foreign: true,|foreign: true, queue: {discipline: red},"
            + "|5: `queue` has no effect: the node is foreign; that program has settings of its"
            + " own",
        "foreign: true,|foreign: true, control-delay: 1ms,"
            + "|5: `control-delay` has no effect: the node is foreign; that program has settings"
            + " of its own",
        "foreign: true|foreign: yes|5: `foreign`: `yes` is neither true nor false",
        "address: 192.0.2.2|address: 0.0.0.0"
            + "|5: foreign node `p` needs an address that its neighbours can send to",
      })
  void whatCannotBeIsRefusedWithItsLine(String before, String after, String why) {
    String text = FILE.replaceFirst(Pattern.quote(before), after == null ? "" : after);

    FileError error = assertThrows(FileError.class, () -> load(text));

    assertEquals("t.yaml:" + why, withoutColumn(error));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "forwards: [{udp: 9000, from: n1, to: p, target: 127.0.0.1:53}]"
            + "|11: node `p` is foreign, and no forward begins or ends there",
        "edges: {web: {at: p, run: ls}}|11: node `p` is foreign, and has no edge",
        "schedule: [{at: 1s, node: p, stop: echo}]"
            + "|11: node `p` is foreign, and takes no operations from rani",
        "schedule: [{at: 1s, link: p -> n1, set: {delay: 1ms}}]"
            + "|11: node `p` is foreign, and takes no operations from rani",
        "schedule: [{at: 1s, add: {link: \"n1 -- p #2\"}}]"
            + "|11: links of a foreign node are those of the file, which fixes their ports",
        "schedule: [{at: 1s, add: {node: q, foreign: true}}]"
            + "|11: foreign nodes and their links are those of the file, which fixes their ports",
        "schedule: [{at: 1s, add: {node: q, links: [p]}}]"
            + "|11: foreign nodes and their links are those of the file, which fixes their ports",
      })
  void nothingElseAsksAForeignNodeForAnything(String more, String why) {
    FileError error = assertThrows(FileError.class, () -> load(FILE + more + "\n"));

    assertTrue(withoutColumn(error).startsWith("t.yaml:" + why), error.getMessage());
  }

  /**
   * What is done to both ends of a link is done at the end that is rani's; packets may go there.
   */
  @Test
  void aScheduleMayBeAboutLinksToForeignNodes() throws Exception {
    String schedule =
        """
        schedule:
          - {at: 1s, link: n1 -- p, set: {delay: 5ms}}
          - {at: 2s, cut: n1 -- p}
          - {at: 3s, node: n1, inject: {to: p}}
        """;

    assertEquals(3, load(FILE + schedule).schedule().size());
  }

  @Test
  void itHasNoHostAndIsAtAnAddressThatOthersReach() throws Exception {
    String hosts = "hosts: {desk: {address: 192.0.2.1, by: here}, lab: {address: 192.0.2.3}}\n";
    Topology topology = load(FILE + hosts);

    assertEquals("", topology.node("p").orElseThrow().host());
    assertEquals(2, topology.nodesByHost().values().stream().mapToInt(List::size).sum());
    FileError error =
        assertThrows(
            FileError.class,
            () -> load(FILE.replace("address: 192.0.2.2", "position: [1, 1]") + hosts));
    assertTrue(
        error.getMessage().contains("is at the loopback, and the network has several hosts"));
  }

  @Test
  void sendingToAnAddressBeyondTheLoopbackTakesTrust() throws Exception {
    Power last = Powers.of(load(FILE)).getLast();

    assertEquals("opens UDP to 192.0.2.2, foreign p", last.text());
    assertTrue(last.needsTrust());
  }

  @Test
  void virtualTimeIsForRanisOwnNodes() throws Exception {
    try (Lab lab = Lab.virtual(load(FILE), 1)) {
      LabFailure refused = assertThrows(LabFailure.class, lab::start);
      assertEquals(
          "topology t has the foreign node p, and other programs cannot live in virtual time",
          refused.getMessage());
    }
  }

  @Test
  void exportsSayThatTheyLeaveItOut() throws Exception {
    Export.Share share = new Export.Share("rani:1", 256, 1);
    for (Export.Target target : Export.Target.values()) {
      Export export = Export.of(load(FILE), target, share);
      assertEquals(
          "start foreign node p at 192.0.2.2, by the addresses and ports of topology.yaml",
          export.steps().getFirst());
      assertTrue(
          export.files().values().stream().noneMatch(text -> text.contains("--name p ")),
          export::toString);
      assertTrue(
          export.files().keySet().stream().noneMatch(name -> name.contains("-p.")),
          export.files().keySet()::toString);
    }
    Topology near = load(FILE.replace("address: 192.0.2.2", "position: [1, 1]"));
    LabFailure refused =
        assertThrows(LabFailure.class, () -> Export.of(near, Export.Target.COMPOSE, share));
    assertEquals(
        "foreign node p is at 127.0.0.1, where no container finds it; give it another `address`",
        refused.getMessage());
  }
}
