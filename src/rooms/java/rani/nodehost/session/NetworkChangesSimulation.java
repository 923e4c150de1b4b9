// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.model.file.LocatedYaml;
import rani.model.file.Problems;
import rani.model.topology.Routes;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyLink;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.Lab;

/**
 * A network to which nodes and links come and from which they go at any time, under traffic. After
 * every event the simulation checks the books of the node that it touched.
 */
class NetworkChangesSimulation {
  private static final String NETWORK =
      """
      topology: ring
      defaults: {link: {delay: 3ms, hello: 100ms, rate: 500packet/s}}
      generate: {ring: {nodes: 4}}
      """;

  @Property(tries = 25)
  void theBooksHoldWhateverComesAndGoes(
      @ForAll @Size(min = 5, max = 15) List<@IntRange(min = 0, max = 9999) Integer> choices)
      throws Exception {
    Problems problems = new Problems();
    Topology ring =
        TopologyFile.read(
            LocatedYaml.mapping("ring", NETWORK.getBytes(StandardCharsets.UTF_8)),
            Optional.empty(),
            problems);
    problems.throwIfAny();
    try (Lab lab = Lab.virtual(ring, 3)) {
      lab.start();
      lab.go();
      int made = 0;
      for (int choice : choices) {
        List<String> nodes = lab.names();
        List<TopologyLink> links = lab.topology().links();
        String from = nodes.get(choice % nodes.size());
        String to = nodes.get((choice / 7) % nodes.size());
        List<String> entries = new ArrayList<>();
        switch (choice % 4) {
          case 0 -> entries.add("{add: {node: x" + made++ + ", links: [" + from + "]}}");
          case 1 -> {
            if (nodes.size() > 1) {
              entries.add("{remove: {node: " + from + "}}");
            }
          }
          case 2 -> {
            if (!from.equals(to)) {
              String name = from + " -- " + to + " #" + (2 + made++);
              entries.add("{add: {link: \"" + name + "\", delay: 2ms, hello: 100ms}}");
            }
          }
          default -> {
            if (!links.isEmpty()) {
              String name = links.get(choice % links.size()).name();
              entries.add("{remove: {link: \"" + name + "\"}}");
            }
          }
        }
        Routes routes = new Routes(lab.topology());
        for (String sender : nodes) {
          if (routes.from(sender).containsKey(to)) {
            lab.operate("{node: " + sender + ", inject: {to: " + to + ", count: 20, gap: 1ms}}");
          }
        }
        lab.runFor(Duration.ofMillis(choice % 40));
        for (String entry : entries) {
          lab.operate(entry).forEach((node, reply) -> assertTrue(reply.ok(), reply.message()));
        }
        lab.runFor(Duration.ofMillis(choice % 300));
      }
      lab.runFor(Duration.ofSeconds(3));
      for (String node : lab.names()) {
        assertEquals(true, lab.show(node, StatusQuery.STATUS).byKey().get("up"), node);
        assertEquals(
            lab.topology().linksByNode().getOrDefault(node, List.of()).size(),
            lab.show(node, StatusQuery.LINKS).byKey().size(),
            node);
      }
    }
  }
}
