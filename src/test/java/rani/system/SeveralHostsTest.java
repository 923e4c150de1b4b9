// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import rani.parts.SlowTest;
import rani.parts.TestRecord;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One network on three hosts, which are network namespaces: two are reached by ssh, the third by an
 * agent that listens. Twelve nodes, among them those of the experiment lgc-2-mobility.
 */
@SlowTest
class SeveralHostsTest extends InWorkplace {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration RUN_MAX = Duration.ofMinutes(3);
  private static final int RUNS_MAX = 3;
  private static final String DOWN = "\"state\":\"down\"";
  private static final String UP = "\"state\":\"up\"";
  private static final JsonMapper JSON = new JsonMapper();

  /** Of the experiment, by source 1 in packets: all that it offers. */
  private static final int OFFERED = 250;

  /** Of seconds and of millionths, as they are written down. */
  private static final double ROUNDED = 1e-9;

  @BeforeAll
  static void needOtherHosts() {
    LanHosts.needParts();
  }

  @Test
  void aNetworkOnThreeHostsLivesThroughACutAndLosesAHostAndLeavesNothing() throws Exception {
    try (HostNetwork lan = new HostNetwork();
        LanHosts hosts = new LanHosts(place, lan)) {
      place.write("lan.yaml", topology(hosts));
      if (Boolean.getBoolean("rani.long")) { // an experiment live takes longer than all the rest
        letTheFilterWalk(lan);
        assertEquals(List.of(), LanHosts.within(hosts.runs()));
      }

      rani(lan, "up", "lan.yaml", "--trust", "--out", "runs/lan").run().expectExit(0);
      assertEquals("{a=4, b=4, c=4}", alive(lan).toString());
      assertEquals(new TreeSet<>(List.of("a", "b", "c")), clocks("lan"));

      sayVerbs(lan);
      cutAndMend(lan);
      killAnAgent(lan);
      killWhatHoldsTheSessions(hosts);

      rani(lan, "down", "runs/lan").run().expectExit(0);
      hosts.endAgent();
    }
  }

  /** What the machine at the desk is told to do. */
  private RaniCommand rani(HostNetwork lan, String... words) {
    return place.rani(words).inside(lan.atDesk());
  }

  /** The nodes that are alive, counted by host. */
  private TreeMap<String, Integer> alive(HostNetwork lan) throws IOException {
    Outcome ps = rani(lan, "ps", "--json").run().expectExit(0);
    TreeMap<String, Integer> byHost = new TreeMap<>();
    for (JsonNode node : JSON.readTree(ps.out()).get(0).get("nodes")) {
      if (node.get("alive").asBoolean()) {
        byHost.merge(node.get("host").asString(), 1, Integer::sum);
      }
    }
    return byHost;
  }

  /**
   * All namespaces share the kernel's clock, so that the truth is known: it is not ahead at all.
   */
  private TreeSet<String> clocks(String run) throws IOException {
    TreeSet<String> hosts = new TreeSet<>();
    for (JsonNode host : hosts(run)) {
      JsonNode clock = host.get("clock");
      assertWithin(clock, "ahead-seconds", "error-seconds");
      assertWithin(clock, "ahead-now-seconds", "error-now-seconds");
      assertWithin(clock, "drift-ppm", "drift-error-ppm");
      hosts.add(host.get("host").asString());
    }
    return hosts;
  }

  private static void assertWithin(JsonNode clock, String figure, String error) {
    assertTrue(
        Math.abs(clock.get(figure).asDouble()) <= clock.get(error).asDouble() + ROUNDED,
        () -> figure + " of " + clock);
  }

  private JsonNode hosts(String run) throws IOException {
    return JSON.readTree(place.here().resolve("runs/" + run + "/hosts.json").toFile()).get("hosts");
  }

  /**
   * LGC's second experiment, with less of the cross traffic, most of which has come by the time of
   * the trigger. All that it expects must hold; a run that does not, and reports that the machine
   * was too slow, is made once more.
   */
  private void letTheFilterWalk(HostNetwork lan) throws IOException {
    place.write(
        "mobility.yaml",
        "extends: "
            + Checkout.file("config/experiments/lgc-2-mobility.yaml")
            + "\nexperiment: mobility\ntopology: lan.yaml\n");
    RunResult result = runMobility(lan, 1);
    for (int run = 2; !result.field("passed").asBoolean() && run <= RUNS_MAX; run++) {
      assertFalse(result.doubts().isEmpty(), result::toString);
      TestRecord.again("SeveralHostsTest", result.doubts());
      result = runMobility(lan, run);
    }
    result.expectPassed();
    assertWalk(result.field("metrics"));
    Path folder = result.folder(place.here());
    assertEquals(new TreeSet<>(List.of("a", "b", "c")), clocks("" + folder.getFileName()));
    for (String node : List.of("n1", "i1", "i2", "i3", "n2", "n5", "s", "x3")) {
      assertTrue(Files.exists(folder.resolve("trace/" + node + ".trace")), node);
    }
  }

  private RunResult runMobility(HostNetwork lan, int run) {
    List<String> words = new ArrayList<>(List.of("run", "mobility.yaml", "--trust", "--json"));
    words.addAll(List.of("--set", "traffic.1.packets=150", "--set", "run.linger=500ms"));
    words.addAll(List.of("--out", "runs/mobility-" + run));
    RunResult result = RunResult.of(rani(lan, words.toArray(String[]::new)).start().await(RUN_MAX));
    assertEquals(OFFERED, result.metric("offered.n1"), result::toString);
    assertTrue(result.metric("delay.n1.error") > 0, result::toString);
    return result;
  }

  private static double number(JsonNode metrics, String name) {
    JsonNode value = metrics.get(name);
    return value == null ? 0 : value.asDouble();
  }

  /** From I3 on host c to I2 on host b to I1 on host a, as far as it came, and to no one else. */
  private static void assertWalk(JsonNode metrics) {
    double before = 0;
    double clocks = number(metrics, "delay.n1.error") + number(metrics, "delay.n5.error");
    boolean goesOn = true;
    for (String node : List.of("i3", "i2", "i1")) {
      JsonNode at = metrics.get("filter.at-seconds." + node);
      assertTrue(goesOn || at == null, () -> node + " filters before its neighbour: " + metrics);
      goesOn = at != null;
      assertTrue(
          at == null || at.asDouble() > before - clocks, () -> "too soon at " + node + metrics);
      before = at == null ? before : at.asDouble();
    }
    assertTrue(before > 0, () -> "no one filters: " + metrics);
    assertEquals(0, number(metrics, "lgc.active-filter-messages-to-sources"), metrics::toString);
  }

  /** A line for each of some verbs, from host to host. */
  private void sayVerbs(HostNetwork lan) throws IOException {
    place.write(
        "verbs",
        """
        node add x4 x2 i3 host=a services=ping
        link i1-i2 down
        link i1-i2 up
        link i1-i2 set delay=20ms
        node remove x4
        ping n5 s count=3
        """);
    Outcome said = rani(lan, "exec", "source verbs").run();
    assertTrue(said.exit() <= 1, said::toString); // 1 if some packet was lost
    assertTrue(said.out().contains("n5 -> s: 3 packets"), said::toString);
    assertTrue(said.out().contains("cut"), said::toString);
    assertTrue(said.out().contains("20 ms"), said::toString);
    assertEquals("{a=4, b=4, c=4}", alive(lan).toString());
    rani(lan, "capture", "i2:i3", "--count", "3", "-o", "lan.pcapng").run().expectExit(0);
    assertTrue(Files.exists(place.here().resolve("lan.pcapng")));
  }

  /** Host b's links to others go down, and come up again; its session lives on. */
  private void cutAndMend(HostNetwork lan) throws IOException {
    JsonNode run = JSON.readTree(place.here().resolve("runs/lan/run.json").toFile());
    String control = "";
    for (JsonNode node : run.get("nodes")) {
      control = node.get("name").asString().equals("i3") ? node.get("control").asString() : control;
    }
    List<String> words = new ArrayList<>(lan.atDesk());
    words.addAll(List.of("curl", "-sN", "--unix-socket", control.replaceFirst("^unix:", "")));
    words.addAll(List.of("-H", "Last-Event-ID: 0"));
    words.addAll(List.of("-H", "Authorization: Bearer " + run.get("token").asString()));
    words.add("http://localhost/events");
    // Anyone who has seen event 0 is told all since, so that none is missed.
    Running events = Program.start(place.here(), words.toArray(String[]::new));
    try {
      lan.cut(2);
      assertTrue(events.out().awaitText(text -> down(text) >= 0, SOON), events::toString);
      lan.mend(2);
      assertTrue(
          events.out().awaitText(text -> text.indexOf(UP, down(text)) >= 0, SOON),
          events::toString);
    } finally {
      Program.end(events);
    }
    assertEquals("{a=4, b=4, c=4}", alive(lan).toString());
  }

  private static int down(String events) {
    return events.indexOf(DOWN);
  }

  /** Its nodes end with it; the others live on, and the run says what has become of it. */
  private void killAnAgent(HostNetwork lan) throws IOException {
    for (JsonNode host : hosts("lan")) {
      if (host.get("host").asString().equals("a")) {
        ProcessHandle killed = ProcessHandle.of(host.get("agent").asLong()).orElseThrow();
        assertTrue(killed.destroyForcibly());
      }
    }
    FileWatch.await(
        place.here().resolve("runs/lan/nodes/n1.gone"),
        text -> text.contains("the session with host a has ended"),
        SOON);
    assertEquals("{b=4, c=4}", alive(lan).toString());
  }

  /** As if this machine were gone: everything on the other hosts ends, anyone who reached them. */
  private void killWhatHoldsTheSessions(LanHosts hosts) throws IOException {
    JsonNode run = JSON.readTree(place.here().resolve("runs/lan/run.json").toFile());
    long keeper = run.get("keepers").get(0).get("pid").asLong();
    List<Long> nodes = new ArrayList<>();
    for (JsonNode node : run.get("nodes")) {
      nodes.add(node.get("pid").asLong());
    }
    assertTrue(ProcessHandle.of(keeper).orElseThrow().destroyForcibly());
    for (long node : nodes) {
      ProcessHandle.of(node).ifPresent(one -> assertTrue(Workplace.awaitEnd(one, SOON)));
    }
    hosts.awaitNothingLeft();
  }

  /** The chain of lgc-2 with three nodes more, so that each host has four. */
  private static String topology(LanHosts hosts) throws IOException {
    return Files.readString(Path.of(Checkout.file("config/topologies/lgc-2.yaml")))
        .replace("topology: lgc-2", "topology: lan")
        .replace(
            "defaults:\n  link:\n",
            hosts.yaml() + "defaults:\n  link:\n    hello: 200ms\n    keys: control\n")
        .replace(
            "  n1: {}\n", "  n1: {host: a}\n  x1: {host: a}\n  x2: {host: b}\n  x3: {host: c}\n")
        .replace("  i1: {group: active}", "  i1: {group: active, host: a}")
        .replace("  i2: {group: active}", "  i2: {group: active, host: b}")
        .replace("  i3:\n    group: active\n", "  i3:\n    group: active\n    host: c\n")
        .replace("  s: {}\n", "  s: {host: c}\n")
        .replace(
            "  n1 -- i1: {}\n", "  n1 -- i1: {}\n  x1 -- i1: {}\n  x2 -- i2: {}\n  x3 -- s: {}\n");
  }
}
