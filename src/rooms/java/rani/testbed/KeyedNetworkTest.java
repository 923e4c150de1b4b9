// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.ground.Progress;
import rani.live.Transport;
import rani.model.topology.Topology;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.session.TestTopologies;

/** Networks whose links are keyed, in both worlds. */
class KeyedNetworkTest {
  private static final int SENT = 50;
  private static final String ROW =
      """
      topology: row
      defaults:
        link:
          rate: 1000packet/s
          delay: 3ms
          keys: KEYS
      nodes:
        n1: {services: {source: {flows: [{to: n3, kind: bursts, packets: 50, size: 200B}]}}}
        n2: {}
        n3: {services: {sink: {}}}
      links:
        n1 -- n2: {TROUBLE}
        n2 -- n3: {}
      """;

  @TempDir private Path folder;

  private Topology row(String keys, String trouble) throws Exception {
    return TestTopologies.load(folder, ROW.replace("KEYS", keys).replace("TROUBLE", trouble));
  }

  private static void run(Lab lab) throws Exception {
    lab.start();
    lab.go();
    assertTrue(lab.runUntilDone(Duration.ofSeconds(20)));
    lab.runFor(Duration.ofMillis(100));
  }

  private String digest(String keys) throws Exception {
    String trouble = "loss: 2%, duplicate: 2%, reorder: 5%, corrupt: 2%, jitter: 1ms";
    try (VirtualLab lab = new VirtualLab(row(keys, trouble), 5, line -> {}, "this test")) {
      run(lab);
      assertEquals(!keys.equals("off"), keys(lab, "n2") != null);
      return lab.digest();
    }
  }

  private static @Nullable Map<?, ?> keys(Lab lab, String node) throws Exception {
    Map<?, ?> link =
        (Map<?, ?>) Objects.requireNonNull(lab.show(node, StatusQuery.LINKS).byKey().get("link-0"));
    return (Map<?, ?>) link.get("keys");
  }

  @ParameterizedTest
  @ValueSource(strings = {"control", "all"})
  void keysChangeNothingOfWhatHappensBetweenNodesThatShareThem(String keys) throws Exception {
    assertEquals(digest("off"), digest(keys));
  }

  @Test
  void aLinkThatComesBackUnderItsNameHasAnotherKey() throws Exception {
    try (LiveLab lab =
        LiveLab.inProcess(
            new LivePlan(row("control", ""), 1, Transport.best(), Optional.empty()),
            Progress.SILENT)) {
      lab.start();
      assertEquals(0, Objects.requireNonNull(keys(lab, "n3")).get("key"));

      lab.operate("{remove: {link: n1 -- n2}}");
      lab.operate("{add: {link: n1 -- n2}}");

      assertEquals(1, Objects.requireNonNull(keys(lab, "n3")).get("key"));
      Map<?, ?> links = lab.show("n1", StatusQuery.LINKS).byKey();
      Map<?, ?> come = (Map<?, ?>) Objects.requireNonNull(links.get("link-1"));
      assertEquals(1, ((Map<?, ?>) Objects.requireNonNull(come.get("keys"))).get("key"));
      lab.go();
      assertTrue(lab.runUntilDone(Duration.ofSeconds(20)));
    }
  }

  @Test
  void aLiveNetworkCarriesEveryFrameSealed() throws Exception {
    try (LiveLab lab =
        LiveLab.inProcess(
            new LivePlan(row("all", ""), 1, Transport.best(), Optional.empty()), Progress.SILENT)) {
      run(lab);

      assertEquals(Map.of(), lab.show("n3", StatusQuery.COUNTERS).byKey().get("drops-by-reason"));
      Map<?, ?> keys = Objects.requireNonNull(keys(lab, "n2"));
      assertEquals("all", keys.get("scope"));
      assertTrue(((Number) Objects.requireNonNull(keys.get("opened"))).longValue() >= SENT);
    }
  }

  private static Map<?, ?> routing(Lab lab, String what) throws Exception {
    return (Map<?, ?>) Objects.requireNonNull(lab.show("n1", StatusQuery.ROUTES).byKey().get(what));
  }

  /** Nodes sign their link states, and know each other's keys. */
  private static void aNodeComesAndIsBelieved(Lab lab) throws Exception {
    lab.start();
    lab.go();
    lab.operate("{add: {node: n9, links: {n3: {hello: 100ms}}}}")
        .forEach((node, reply) -> assertTrue(reply.ok(), reply.message()));
    while (!routing(lab, "routes").containsKey("10.0.0.4")) {
      lab.runFor(Duration.ofMillis(10));
    }
    assertEquals(4, routing(lab, "origin-keys").size());
    assertEquals(0L, routing(lab, "counters").get("refused-signature"));
  }

  @Test
  void aNodeThatComesToANetworkWithKeysIsBelievedInVirtualTime() throws Exception {
    try (Lab lab = Lab.virtual(row("control", ""), 5)) {
      aNodeComesAndIsBelieved(lab);
    }
  }

  @Test
  void aNodeThatComesToALiveNetworkWithKeysIsBelieved() throws Exception {
    try (Lab lab = Lab.live(row("control", ""), 5)) {
      aNodeComesAndIsBelieved(lab);
    }
  }
}
