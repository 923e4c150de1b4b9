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
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Three nodes on a LAN whose links have keys, the first for all frames and the second for control,
 * and a fourth host that sees all they send and sends into both links in the neighbour's name,
 * 20,000 a second: every kind of frame forged, what it has heard once more, and garbage. By the
 * nodes' own books none of it changes links, routes, filters or connections.
 */
class StrangerOnTheLanTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration STRANGER = Duration.ofMinutes(2);
  private static final int FRAMES = 20_000;
  private static final int PER_SECOND = 20_000;
  private static final Pattern REFUSED = Pattern.compile(" drop reason=(\\S+) link=0 ");

  /** What can change a node, and is not just passed on. */
  private static final Pattern CONTROL = Pattern.compile(" (control|service=\\d+)( |$)");

  /** What tells of a change of links, filters, routes, or connections. */
  private static final Pattern CHANGE =
      Pattern.compile(
          " (link|filter) (link|change)=|"
              + " event=(routes|link-state|origin-contested|connection|closed)");

  private static final List<String> NODES = List.of("a", "b", "c");

  private static final Pattern ANY = Pattern.compile("");

  private static final String ROW =
      """
      topology: row
      defaults: {link: {hello: 5s}}
      nodes:
        a:
          address: 192.0.2.1
          ports: {b: {receive: 40001, send: 40002}}
          services:
            active-filter: {}
            ping: {}
            source:
              flows:
                - {to: c, kind: cbr, rate: 100packet/s, packets: 1000000, size: 300B}
                - to: c
                  kind: request-response
                  requests: 1000000
                  response-size: 100B
                  think: 50ms
        b:
          address: 192.0.2.2
          ports: {a: {receive: 40003, send: 40004}, c: {receive: 40005, send: 40006}}
          services: {active-filter: {}, acc-filter: {}, lgc: {}}
          queue: {discipline: red}
        c:
          address: 192.0.2.3
          ports: {b: {receive: 40007, send: 40008}}
          services: {active-filter: {}, sink: {}, ping: {}}
      links: {a -- b: {keys: all}, b -- c: {keys: control}}
      schedule: [{at: 0s, node: a, tell: {ping: [start, c, count=10000, interval=20ms]}}]
      """;

  @TempDir private Path temporary;

  @Test
  void nothingOfAStrangersIsTakenAndNothingChanges() throws IOException {
    RealPart.program("ip");
    RealPart.program("python3");
    RealPart.root();
    Workplace place = new Workplace(temporary);
    place.write("row.yaml", ROW);
    place.write("key", "a secret that the stranger does not have\n");
    List<JsonNode> told = new ArrayList<>();
    Map<String, List<String>> state = new TreeMap<>();
    List<Running> nodes = new ArrayList<>();
    try (NamespaceLan lan = new NamespaceLan(4)) {
      try {
        for (String name : NODES) {
          nodes.add(node(place, name).inside(lan.on(1 + nodes.size())).start());
        }
        nodes.getFirst().untilSaid("all links are up; traffic begins");
        FileWatch.await(trace(place, "a"), text -> text.contains(" state=OPEN"), SOON);
        FileWatch.await(trace(place, "c"), text -> text.contains(" state=OPEN"), SOON);
        for (String name : NODES) {
          state.put(name, state(place, name));
        }
        Running first = stranger(lan, 1, "40002", "40003", "10.0.0.1", "10.0.0.2", "10.0.0.3");
        Running second = stranger(lan, 2, "40006", "40007", "10.0.0.2", "10.0.0.3", "10.0.0.1");
        for (Running stranger : List.of(first, second)) {
          told.add(new JsonMapper().readTree(stranger.await(STRANGER).expectExit(0).out()));
        }
        long before = deliveries(place);
        // What a sends comes to c as ever.
        FileWatch.await(trace(place, "c"), text -> deliveries(text) > before, SOON);
        for (String name : NODES) {
          assertEquals(state.get(name), state(place, name));
        }
        for (Running node : nodes) {
          node.signal("TERM");
          node.await(SOON).expectExit(143);
        }
      } finally {
        nodes.forEach(node -> node.process().destroyForcibly());
      }
    }
    for (JsonNode each : told) {
      assertEquals(FRAMES, each.get("sent").asInt());
      assertTrue(each.get("again").asInt() > FRAMES / 8, each::toString);
    }
    assertNothingWasTaken(ANY, trace(place, "a"), 0, trace(place, "b"));
    assertNothingWasTaken(CONTROL, trace(place, "b"), 1, trace(place, "c"));
    place.assertNothingRunsAndNoFileIsAstray();
  }

  private static RaniCommand node(Workplace place, String name) {
    return place.rani(
        "node",
        "--trust",
        "--topology",
        "row.yaml",
        "--name",
        name,
        "--key-file",
        "key",
        "--trace",
        name + ".trace");
  }

  /**
   * Listens to what one host sends to the next, and sends there in its name.
   *
   * @param host whose name he takes, from 1
   * @param from the port that it sends from
   * @param to the port that the next one receives at
   * @param addresses the virtual ones of the two, and of a node beyond
   */
  private static Running stranger(
      NamespaceLan lan, int host, String from, String to, String... addresses) {
    List<String> words = new ArrayList<>(lan.on(4));
    words.addAll(
        List.of(
            "python3",
            Checkout.file("src/test/resources/stranger_lan.py"),
            NamespaceLan.INTERFACE,
            "192.0.2." + host,
            from,
            "192.0.2." + (host + 1),
            to,
            "" + FRAMES,
            "" + PER_SECOND));
    words.addAll(List.of(addresses));
    return Program.start(Path.of("."), words.toArray(String[]::new));
  }

  /** Every change of a node's state so far, in order. */
  private static List<String> state(Workplace place, String node) throws IOException {
    try (Stream<String> lines = Files.lines(trace(place, node))) {
      return lines.filter(line -> CHANGE.matcher(line).find()).toList();
    }
  }

  /** Frames that a node took from its neighbour are no more than those that this one sent. */
  private static void assertNothingWasTaken(Pattern frames, Path sender, int link, Path receiver)
      throws IOException {
    long sent = count(frames, sender, " departure link=" + link + " ");
    long came = count(frames, receiver, " arrival link=0 ");
    Map<String, Long> refused = new TreeMap<>();
    for (String line : Files.readAllLines(receiver)) {
      Matcher reason = REFUSED.matcher(line);
      if (reason.find() && frames.matcher(line).find()) {
        refused.merge(reason.group(1), 1L, Long::sum);
      }
    }
    long taken = came - refused.values().stream().mapToLong(Long::longValue).sum();
    assertTrue(taken <= sent, () -> taken + " of " + sent + " were taken: " + refused);
    assertTrue(came > sent, () -> "the stranger's frames came: " + refused);
    assertTrue(refused.getOrDefault("bad-key", 0L) > 0, refused::toString);
    assertTrue(refused.getOrDefault("replayed", 0L) > 0, refused::toString);
  }

  private static long count(Pattern frames, Path trace, String words) throws IOException {
    try (Stream<String> lines = Files.lines(trace)) {
      return lines.filter(line -> line.contains(words) && frames.matcher(line).find()).count();
    }
  }

  private static Path trace(Workplace place, String node) {
    return place.here().resolve(node + ".trace");
  }

  private static long deliveries(Workplace place) throws IOException {
    return deliveries(Files.readString(trace(place, "c")));
  }

  private static long deliveries(String trace) {
    return trace.lines().filter(line -> line.contains(" delivery at=sink ")).count();
  }
}
