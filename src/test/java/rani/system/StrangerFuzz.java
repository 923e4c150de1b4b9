// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.HeldPorts;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A node whose neighbour is a program in another language, written from {@code docs/wire-format.md}
 * alone, that sends it good packets, every kind of bad ones, and noise, while strangers try too.
 */
class StrangerFuzz {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Pattern REASON = Pattern.compile(" drop reason=(\\S+)");

  /** Netty reports a buffer as lost when it is collected: often, with so small a nursery. */
  private static final String REPORT_EVERY_LOST_BUFFER =
      " -Dio.netty.leakDetection.level=paranoid -Xmn1m";

  @TempDir private Path temporary;

  @Test
  void aNodeUnderstandsAStrangerAndOutlivesHisNoise() throws IOException, InterruptedException {
    RealPart.program("python3");
    Workplace place = new Workplace(temporary);
    List<Integer> ports = HeldPorts.at("127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1");
    place.write(
        "pair.yaml",
        """
        topology: pair
        nodes:
          left: {ports: {right: {receive: %d, send: %d}}, services: {sink: {}, echo: {}}}
          right: {ports: {left: {receive: %d, send: %d}}}
        links: {left -- right: {}}
        """
            .formatted(ports.toArray()));
    Running node =
        place
            .rani("node", "--topology", "pair.yaml", "--name", "left", "--trace", "left.trace")
            .with("JAVA_TOOL_OPTIONS", place.javaOptions() + REPORT_EVERY_LOST_BUFFER)
            .start();
    try {
      node.untilSaid("link-0 to right: ");
      JsonNode told = stranger(ports);
      assertTrue(node.process().isAlive(), node::toString);
      node.signal("INT");
      Outcome outcome = node.await(SOON).expectExit(130);
      assertFalse(outcome.err().contains("\tat "), outcome::toString);
      assertFalse(outcome.err().contains("LEAK"), outcome::toString);
      assertBooks(Files.readAllLines(place.here().resolve("left.trace")), told);
    } finally {
      node.process().destroyForcibly();
    }
    place.assertNothingRunsAndNoFileIsAstray();
  }

  private static JsonNode stranger(List<Integer> ports) throws IOException, InterruptedException {
    Process python =
        new ProcessBuilder(
                "python3",
                Checkout.file("src/test/resources/stranger.py"),
                "" + ports.get(0),
                "" + ports.get(1),
                "" + ports.get(2),
                "" + ports.get(3))
            .redirectErrorStream(true)
            .start();
    String said = new String(python.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, python.waitFor(), said);
    return new JsonMapper().readTree(said);
  }

  /** Whatever the neighbour sent has arrived, what strangers sent has not, and each was counted. */
  private static void assertBooks(List<String> trace, JsonNode told) {
    List<String> arrivals = trace.stream().filter(line -> line.contains(" arrival ")).toList();
    assertEquals(told.get("arrivals").asInt(), arrivals.size());
    int noise = trace.indexOf(arrivals.get(told.get("arrivals-before-noise").asInt()));
    Map<String, Integer> reasons = new HashMap<>();
    int delivered = 0;
    for (String line : trace.subList(0, noise)) {
      Matcher reason = REASON.matcher(line);
      if (reason.find()) {
        reasons.merge(reason.group(1), 1, Integer::sum);
      }
      delivered += line.contains(" delivery at=sink ") ? 1 : 0;
    }
    Map<String, Integer> expected = new HashMap<>();
    told.get("drops-before-noise")
        .properties()
        .forEach(entry -> expected.put(entry.getKey(), entry.getValue().asInt()));
    assertEquals(expected, reasons);
    assertEquals(told.get("delivered-before-noise").asInt(), delivered);
  }
}
