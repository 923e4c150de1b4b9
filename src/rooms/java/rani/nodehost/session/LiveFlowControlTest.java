// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.ground.LabFailure;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.Lab;
import rani.world.Reply;

/**
 * Services that control others' traffic, on real sockets: what they tell each other arrives, and an
 * operator can look at them meanwhile. How well they control is for virtual time to say.
 */
@Execution(CONCURRENT)
class LiveFlowControlTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String DEFAULTS =
      """
      defaults:
        link: {rate: 10Mbit/s, delay: 1ms}
        node: {queue: {placement: link, discipline: drop-tail, limit: 20packet}}
      """;

  private static final String UNRESPONSIVE =
      "topology: unresponsive\n"
          + DEFAULTS
          + """
          nodes:
            n1: {services: {source: {flows: [
              {to: n2, kind: cbr, rate: 2Mbit/s, size: 1000B, packets: 1000000}]}}}
            e1: {services: {ufc-edge: {interval: 100ms, profiles: [
              {name: deaf, from: n1, cir: 3Mbit/s}]}}}
            c1: {services: {ufc-core: {interval: 100ms}}}
            n2: {services: {sink: {}}}
          links: {n1 -- e1: {}, e1 -- c1: {}, c1 -- n2: {rate: 500kbit/s}}
          """;

  private static final String BANDWIDTH =
      "topology: bandwidth\n"
          + DEFAULTS
          + """
          nodes:
            n1: {services: {source: {flows: [
              {to: n2, kind: bulk, packets: 0, size: 1000B, router-state: true}]}}}
            n3: {services: {source: {flows: [
              {to: n2, kind: cbr, rate: 600kbit/s, size: 1000B, packets: 1000000}]}}}
            r1: {services: {abcd-splitter: {start: on-packet}}}
            r2: {services: {abcd-monitor: {via: r1, capacity: 1Mbit/s, split: true}}}
            n2: {services: {sink: {}}}
          links: {n1 -- r1: {}, n3 -- r1: {}, r1 -- r2: {rate: 1Mbit/s}, r2 -- n2: {}}
          """;

  @TempDir private Path folder;

  @Test
  void aCoreReportsAndTheEdgeShapesWhileItsOperatorLooksOn() throws Exception {
    try (Lab lab = start(UNRESPONSIVE)) {
      until(lab, "c1", "ufc-core", "reports", 1);
      until(lab, "e1", "ufc-edge", "taken", 1);
      until(lab, "e1", "ufc-edge", "shaped", 10);

      Map<?, ?> report = first(ask(lab, "c1", "ufc-core", "show").get("reports"));
      assertEquals(500_000, number(report, "bandwidth-bits-per-second"));
      Map<?, ?> profile = first(ask(lab, "e1", "ufc-edge", "show").get("profiles"));
      assertEquals("deaf", profile.get("name"));
      assertTrue(number(profile, "congestion-drops") > 0, profile::toString);
      assertTrue(number(profile, "adjusted-bits-per-second") < 3_000_000, profile::toString);

      Map<?, ?> reset = first(ask(lab, "e1", "ufc-edge", "reset").get("profiles"));
      assertEquals(3_000_000, number(reset, "adjusted-bits-per-second"));
      Reply refused = lab.tell("c1", "ufc-core", "reset", List.of());
      assertEquals("ufc-core has no verb `reset`; it has show", refused.message());
    }
  }

  @Test
  void aMonitorsWordsReachSenderAndSplitterAndPiecesArePutTogether() throws Exception {
    try (Lab lab = start(BANDWIDTH)) {
      until(lab, "n1", "source", "pace-requests-taken", 1);
      until(lab, "r1", "abcd-splitter", "split", 1);
      until(lab, "r2", "abcd-monitor", "joined", 1);

      Map<?, ?> flow = first(ask(lab, "r2", "abcd-monitor", "show").get("flows"));
      assertTrue(String.valueOf(flow.get("flow")).contains("/"), flow::toString);
      assertTrue(ask(lab, "r1", "abcd-splitter", "show").get("flows") instanceof List<?>);
      assertEquals(0, number(service(lab, "r2", "abcd-monitor"), "pieces-refused"));
      long received = number(service(lab, "n2", "sink"), "packets");
      until(lab, "n2", "sink", "packets", received + 1);
    }
  }

  private Lab start(String topology) throws Exception {
    Lab lab = Lab.live(TestTopologies.load(folder, topology), 7);
    try {
      lab.start();
      lab.go();
      return lab;
    } catch (LabFailure e) {
      lab.close();
      throw e;
    }
  }

  private static void until(Lab lab, String node, String service, String fact, long least)
      throws LabFailure {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (number(service(lab, node, service), fact) < least) {
      assertTrue(
          System.nanoTime() < deadline,
          () -> fact + " of " + service + " at " + node + " stays below " + least);
      lab.runFor(Duration.ofMillis(20));
    }
  }

  private static Map<?, ?> service(Lab lab, String node, String service) throws LabFailure {
    Object facts = lab.show(node, StatusQuery.SERVICES).byKey().get(service);
    return (Map<?, ?>) Objects.requireNonNull(facts, service);
  }

  private static Map<?, ?> ask(Lab lab, String node, String service, String verb)
      throws LabFailure {
    Reply reply = lab.tell(node, service, verb, List.of());
    assertTrue(reply.ok(), reply::message);
    return reply.facts().byKey();
  }

  private static Map<?, ?> first(@Nullable Object list) {
    return (Map<?, ?>) ((List<?>) Objects.requireNonNull(list)).getFirst();
  }

  private static long number(Map<?, ?> facts, String name) {
    return facts.get(name) instanceof Number number ? number.longValue() : Long.MIN_VALUE;
  }
}
