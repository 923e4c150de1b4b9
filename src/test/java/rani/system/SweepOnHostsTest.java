// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A sweep whose trials run on three hosts, which are network namespaces: two are reached by ssh,
 * the third by an agent that listens.
 */
@SlowTest
class SweepOnHostsTest extends InWorkplace {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration SWEEP_MAX = Duration.ofMinutes(4);
  private static final int TRIALS = 60;
  private static final List<String> FILES =
      List.of("results.jsonl", "summary.csv", "trials.csv", "fields.json", "sweep.json");
  private static final JsonMapper JSON = new JsonMapper();

  @BeforeAll
  static void needOtherHosts() {
    LanHosts.needParts();
  }

  @Test
  void whatIsLostOnTheWayCostsTimeAloneAndNothingIsLeft() throws Exception {
    try (HostNetwork lan = new HostNetwork();
        LanHosts hosts = new LanHosts(place, lan)) {
      place.write("lab.yaml", hosts.yaml());
      sweep(lan, "whole").run().expectExit(0);

      refuseWithoutTrust(lan);
      killAHost(lan, hosts);
      interruptAndGoOn(lan, hosts);

      hosts.awaitNothingLeft();
      hosts.endAgent();
    }
  }

  private RaniCommand sweep(HostNetwork lan, String out, String... more) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("sweep", Checkout.file("config/experiments/lgc-1-basic.yaml")));
    words.addAll(List.of("--trials", Integer.toString(TRIALS), "--out", out));
    words.addAll(List.of(more));
    return place.rani(words.toArray(String[]::new)).inside(lan.atDesk());
  }

  private void refuseWithoutTrust(HostNetwork lan) throws IOException {
    Outcome refused = sweep(lan, "refused", "--on", "lab.yaml").run().expectExit(2);
    assertTrue(refused.err().contains("runs trials by ssh at 192.0.2.1"), refused::toString);
    assertTrue(Files.notExists(place.here().resolve("refused")));
  }

  /** One of the two hosts by ssh loses its agent while all three are at work. */
  private void killAHost(HostNetwork lan, LanHosts hosts) throws IOException {
    Running running = begin(lan, "lost");
    Path run = hosts.awaitRun(); // the first row may be of this machine, which needs no ssh
    long agent = JSON.readTree(run.resolve("agent.json").toFile()).get("pid").asLong();
    assertTrue(ProcessHandle.of(agent).orElseThrow().destroyForcibly());
    Outcome outcome = running.await(SWEEP_MAX).expectExit(0);

    assertTrue(outcome.err().contains(" is lost: "), outcome::toString);
    assertSameAsWhole("lost");
    TreeMap<String, Long> trials = new TreeMap<>();
    List<String> lost = new ArrayList<>();
    for (JsonNode host : lastSession("lost").get("hosts")) {
      trials.put(host.get("host").asString(), host.get("trials").asLong());
      if (host.has("lost")) {
        lost.add(host.get("host").asString());
      }
    }
    assertEquals(List.of("a", "b", "c"), List.copyOf(trials.keySet()));
    assertEquals(TRIALS, trials.values().stream().mapToLong(Long::longValue).sum());
    assertEquals(1, lost.size(), lost::toString);
    assertTrue(List.of("a", "b").contains(lost.getFirst()), lost::toString);
    hosts.awaitNothingLeft();
  }

  /** Ctrl-C ends what runs anywhere; what was done is kept, and one machine goes on with it. */
  private void interruptAndGoOn(HostNetwork lan, LanHosts hosts) throws IOException {
    Running running = begin(lan, "broken");
    running.signal("INT");
    Outcome outcome = running.await(SOON).expectExit(130);
    hosts.awaitNothingLeft();
    assertTrue(outcome.err().contains("--on lab.yaml --trust"), outcome::toString);

    place.rani("sweep", "--resume", "--out", "broken").run().expectExit(0);
    assertSameAsWhole("broken");
  }

  /** Starts a sweep on the hosts, and waits for its first row. */
  private Running begin(HostNetwork lan, String out) throws IOException {
    Files.createDirectory(place.here().resolve(out)); // so that it can be watched
    Running running = sweep(lan, out, "--on", "lab.yaml", "--trust").start();
    FileWatch.await(
        place.here().resolve(out).resolve("journal.jsonl"), text -> text.contains("\n"), SWEEP_MAX);
    return running;
  }

  private void assertSameAsWhole(String out) throws IOException {
    for (String file : FILES) {
      assertEquals(
          Files.readString(place.here().resolve("whole").resolve(file)),
          Files.readString(place.here().resolve(out).resolve(file)),
          file);
    }
  }

  private JsonNode lastSession(String out) throws IOException {
    JsonNode sessions =
        JSON.readTree(place.here().resolve(out).resolve("provenance.json").toFile())
            .get("sessions");
    return sessions.get(sessions.size() - 1);
  }
}
