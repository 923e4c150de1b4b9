// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.live.Transport;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.session.TestTopologies;
import rani.world.Reply;

/** Live nodes find the other way round a ring that is cut, and the first one when it is mended. */
@Execution(CONCURRENT)
class LiveRerouteTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String RING =
      """
      topology: ring
      defaults: {link: {hello: 50ms}}
      nodes: {n1: {}, n2: {}, n3: {}, n4: {}}
      links: {n1 -- n2: {}, n2 -- n3: {}, n3 -- n4: {}, n4 -- n1: {}}
      """;

  @TempDir private Path folder;

  /** Something that comes true in its time. */
  private interface Condition {
    boolean holds() throws LabFailure;
  }

  @Test
  void packetsGoRoundTheCutAndBackWhenItIsMended() throws Exception {
    LivePlan plan =
        new LivePlan(TestTopologies.load(folder, RING), 1, Transport.best(), Optional.empty());
    try (LiveLab lab = LiveLab.inProcess(plan, Progress.SILENT)) {
      lab.start();
      lab.go();
      await(lab, () -> goesBy(lab, "link-0")); // by n2 as the names decide
      does(lab, "{cut: n2 -- n3}");
      await(lab, () -> goesBy(lab, "link-1"));
      does(lab, "{node: n1, inject: {to: n3, count: 5}}");
      await(lab, () -> dropsAt(lab, "n3") == 5); // nothing listens there
      does(lab, "{mend: n2 -- n3}");
      await(lab, () -> goesBy(lab, "link-0"));
      does(lab, "{node: n1, inject: {to: n3, count: 5}}");
      await(lab, () -> dropsAt(lab, "n3") == 10);
    }
  }

  @Test
  void aNodeThatComesIsReachedAndGoesAgain() throws Exception {
    LivePlan plan =
        new LivePlan(TestTopologies.load(folder, RING), 1, Transport.best(), Optional.empty());
    try (LiveLab lab = LiveLab.inProcess(plan, Progress.SILENT)) {
      lab.start();
      lab.go();
      does(lab, "{add: {node: n9, links: {n2: {hello: 50ms}, n3: {hello: 50ms}}}}");
      await(lab, () -> hasWayTo(lab, "10.0.0.5"));
      does(lab, "{node: n1, inject: {to: n9, count: 5}}");
      await(lab, () -> dropsAt(lab, "n9") == 5); // nothing listens there
      does(lab, "{remove: {node: n9}}");
      await(lab, () -> !hasWayTo(lab, "10.0.0.5"));
      assertEquals(List.of("n1", "n2", "n3", "n4"), lab.topology().nodeNames());
      assertEquals(4, lab.topology().links().size());
    }
  }

  private static boolean hasWayTo(Lab lab, String address) throws LabFailure {
    return lab.show("n1", StatusQuery.ROUTES).byKey().get("routes") instanceof Map<?, ?> routes
        && routes.get(address) instanceof Map<?, ?> way
        && way.get("link") != null;
  }

  private static void does(Lab lab, String entry) throws Exception {
    for (Reply reply : lab.operate(entry).values()) {
      assertTrue(reply.ok(), reply::message);
    }
  }

  private static void await(Lab lab, Condition condition) throws LabFailure {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < deadline, "it did not come true");
      lab.runFor(Duration.ofMillis(20));
    }
  }

  private static boolean goesBy(Lab lab, String link) throws LabFailure {
    SequencedMap<String, Object> facts = lab.show("n1", StatusQuery.ROUTES).byKey();
    return facts.get("routes") instanceof Map<?, ?> routes
        && routes.get("10.0.0.3") instanceof Map<?, ?> way
        && link.equals(way.get("link"));
  }

  private static long dropsAt(Lab lab, String node) throws LabFailure {
    Object drops = lab.show(node, StatusQuery.COUNTERS).byKey().get("drops");
    return drops instanceof Number number ? number.longValue() : 0;
  }
}
