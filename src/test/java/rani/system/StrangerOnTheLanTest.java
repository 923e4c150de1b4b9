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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Three nodes on a LAN whose links have keys, and a fourth host that sees all they send and sends
 * in the first one's name: every kind of frame forged, what it has heard once more, and garbage.
 */
class StrangerOnTheLanTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int FRAMES = 20_000;
  private static final int PER_SECOND = 20_000;
  private static final Pattern REFUSED = Pattern.compile(" drop reason=(\\S+) link=0 ");

  private static final String ROW =
      """
      topology: row
      defaults: {link: {hello: 200ms, keys: all}}
      nodes:
        a:
          address: 192.0.2.1
          ports: {b: {receive: 40001, send: 40002}}
          services:
            active-filter: {}
            source: {flows: [{to: c, kind: cbr, rate: 100packet/s, packets: 1000000, size: 300B}]}
        b:
          address: 192.0.2.2
          ports: {a: {receive: 40003, send: 40004}, c: {receive: 40005, send: 40006}}
          services: {active-filter: {}, acc-filter: {}, lgc: {}}
          queue: {discipline: red}
        c:
          address: 192.0.2.3
          ports: {b: {receive: 40007, send: 40008}}
          services: {active-filter: {}, sink: {}}
      links: {a -- b: {}, b -- c: {}}
      """;

  @TempDir private Path temporary;

  @Test
  void nothingOfAStrangersIsTakenAndNothingChanges() throws IOException {
    RealPart.program("ip");
    RealPart.program("python3");
    RealPart.need("root".equals(System.getProperty("user.name")), "root, to make namespaces");
    Workplace place = new Workplace(temporary);
    place.write("row.yaml", ROW);
    place.write("key", "a secret that the stranger does not have\n");
    JsonNode told;
    List<Running> nodes = new ArrayList<>();
    try (NamespaceLan lan = new NamespaceLan(4)) {
      try {
        for (String name : List.of("a", "b", "c")) {
          nodes.add(node(place, name).inside(lan.on(1 + nodes.size())).start());
        }
        nodes.getFirst().untilSaid("all links are up; traffic begins");
        told = stranger(lan);
        long before = deliveries(place);
        // What a sends comes to c as ever.
        FileWatch.await(trace(place, "c"), text -> deliveries(text) > before, SOON);
        for (Running node : nodes) {
          node.signal("TERM");
          node.await(SOON).expectExit(143);
        }
      } finally {
        nodes.forEach(node -> node.process().destroyForcibly());
      }
    }
    assertEquals(FRAMES, told.get("sent").asInt());
    assertTrue(told.get("again").asInt() > FRAMES / 8, told::toString);
    assertNothingWasTaken(
        Files.readAllLines(trace(place, "a")), Files.readAllLines(trace(place, "b")));
    for (String name : List.of("a", "b", "c")) {
      assertEquals(
          List.of(),
          Files.readAllLines(trace(place, name)).stream()
              .filter(line -> line.contains(" filter "))
              .toList());
    }
    place.assertNothingRunsAndNoFileIsAstray();
  }

  private static RaniCommand node(Workplace place, String name) {
    return place.rani(
        "node",
        "--topology",
        "row.yaml",
        "--name",
        name,
        "--key-file",
        "key",
        "--trace",
        name + ".trace");
  }

  private static JsonNode stranger(NamespaceLan lan) {
    List<String> words = new ArrayList<>(lan.on(4));
    words.addAll(
        List.of(
            "python3",
            Checkout.file("src/test/resources/stranger_lan.py"),
            NamespaceLan.INTERFACE,
            "192.0.2.1",
            "40002",
            "192.0.2.2",
            "40003",
            "" + FRAMES,
            "" + PER_SECOND));
    return new JsonMapper()
        .readTree(Program.run(Path.of("."), words.toArray(String[]::new)).expectExit(0).out());
  }

  /** Frames that b took from a are no more than those that a sent; all others were refused. */
  private static void assertNothingWasTaken(List<String> sender, List<String> receiver) {
    long sent = count(sender, " departure link=0 ");
    long came = count(receiver, " arrival link=0 ");
    Map<String, Long> refused = new TreeMap<>();
    for (String line : receiver) {
      Matcher reason = REFUSED.matcher(line);
      if (reason.find()) {
        refused.merge(reason.group(1), 1L, Long::sum);
      }
    }
    long taken = came - refused.values().stream().mapToLong(Long::longValue).sum();
    assertTrue(taken <= sent, () -> taken + " of " + sent + " were taken: " + refused);
    assertTrue(came > sent, () -> "the stranger's frames came: " + refused);
    assertTrue(refused.getOrDefault("bad-key", 0L) > 0, refused::toString);
    assertTrue(refused.getOrDefault("replayed", 0L) > 0, refused::toString);
  }

  private static long count(List<String> trace, String words) {
    return trace.stream().filter(line -> line.contains(words)).count();
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
