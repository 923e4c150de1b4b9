// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import rani.parts.HeldPorts;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/**
 * Four nodes started by hand in a ring with keys. One after another, drawn at random, is killed or
 * told to end, missed by its neighbours, started again with the same secret, and found again.
 */
@EnabledIfSystemProperty(
    named = "rani.long",
    matches = "true",
    disabledReason = "starts thirty JVMs; mvn verify -Plong")
class LiveChaosTest extends InWorkplace {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final List<String> NODES = List.of("a", "b", "c", "d");
  private static final int DEATHS = 25;
  private static final long SEED = 20_261_122;

  private final SequencedMap<String, Running> running = new TreeMap<>();

  @Test
  void nodesComeBackAsOftenAsTheyEnd() throws IOException {
    place.write("key", "as many characters as it takes\n");
    place.write("ring.yaml", ring());
    Random random = new Random(SEED);
    try {
      NODES.forEach(node -> running.put(node, start(node)));
      running.values().forEach(node -> node.untilSaid("all links are up; traffic begins"));
      for (int death = 0; death < DEATHS; death++) {
        int victim = random.nextInt(NODES.size());
        endAndBringBack(victim, random.nextBoolean() ? "KILL" : "TERM");
      }
      for (Running node : running.values()) {
        node.signal("TERM");
        Outcome ended = node.await(SOON).expectExit(143);
        assertTrue(!ended.err().contains("\tat "), ended::toString);
      }
    } finally {
      running.values().forEach(node -> node.process().destroyForcibly());
    }
  }

  private void endAndBringBack(int victim, String signal) {
    String name = NODES.get(victim);
    Running left = node(victim + 3);
    Running right = node(victim + 1);
    long missed = said(left, name, "down");
    long missedToo = said(right, name, "down");
    node(victim).signal(signal);
    node(victim).await(SOON).expectExit(signal.equals("KILL") ? 137 : 143);
    awaitMore(left, name, "down", missed);
    awaitMore(right, name, "down", missedToo);
    long found = said(left, name, "up");
    long foundToo = said(right, name, "up");
    running.put(name, start(name).untilSaid("all links are up; traffic begins"));
    awaitMore(left, name, "up", found);
    awaitMore(right, name, "up", foundToo);
  }

  private Running node(int number) {
    Running found =
        Objects.requireNonNull(running.get(NODES.get(number % NODES.size())), "it was started");
    assertTrue(found.process().isAlive(), () -> "a node ended by itself: " + found);
    return found;
  }

  private static long said(Running node, String neighbour, String state) {
    return said(node.err().text(), neighbour, state);
  }

  private static long said(String text, String neighbour, String state) {
    return text.lines().filter(l -> l.endsWith(" to " + neighbour + " is " + state)).count();
  }

  private static void awaitMore(Running node, String neighbour, String state, long before) {
    assertTrue(
        node.err().awaitText(text -> said(text, neighbour, state) > before, SOON),
        () -> neighbour + " is not " + state + " for " + node);
  }

  private Running start(String node) {
    return place
        .rani("node", "--topology", "ring.yaml", "--name", node, "--key-file", "key")
        .start();
  }

  private static String ring() throws IOException {
    String here = "127.0.0.1";
    List<Integer> ports =
        HeldPorts.at(
            here, here, here, here, here, here, here, here, here, here, here, here, here, here,
            here, here);
    return """
        topology: ring
        defaults: {link: {hello: 200ms, keys: all}}
        nodes:
          a:
            ports: {b: {receive: %d, send: %d}, d: {receive: %d, send: %d}}
            services: {source: {flows: [{to: c, kind: cbr, rate: 200packet/s, packets: 1000000}]}}
          b: {ports: {a: {receive: %d, send: %d}, c: {receive: %d, send: %d}}}
          c: {ports: {b: {receive: %d, send: %d}, d: {receive: %d, send: %d}}, services: {sink: {}}}
          d: {ports: {c: {receive: %d, send: %d}, a: {receive: %d, send: %d}}}
        links: {a -- b: {}, b -- c: {}, c -- d: {}, d -- a: {}}
        """
        .formatted(ports.toArray());
  }
}
