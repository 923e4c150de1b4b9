// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import rani.ground.Progress;
import rani.live.Transport;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.folder.RunDirectory;
import rani.parts.TestRecord;

/**
 * A schedule whose entries are 50 ms apart does the same to a live network and to a virtual one.
 */
@Isolated("its live run is judged by the clock")
class ScheduleParity {
  private static final int ATTEMPTS_MAX = 10;
  private static final Duration LINGER = Duration.ofMillis(100);
  private static final Pattern DIFFERS = Pattern.compile(" (id|late)=\\d+");
  private static final String NETWORK =
      """
      topology: row
      defaults: {link: {delay: 5ms}}
      nodes: {n1: {}, n2: {}, n3: {}}
      links: {n1 -- n2: {}, n2 -- n3: {}}
      schedule:
        - {at: 50ms, node: n1, inject: {to: n3, port: 7}}
        - {at: 100ms, node: n3, start: echo}
        - {at: 150ms, node: n1, inject: {to: n3, port: 7, size: 100B, count: 2, gap: 50ms}}
        - {at: 250ms, link: n1 -> n2, set: {loss: 100%}}
        - {at: 300ms, node: n1, inject: {to: n3, port: 7}}
        - {at: 350ms, link: n1 -- n2, set: {loss: 0%, delay: 15ms, rate: 2Mbit/s}}
        - {at: 400ms, node: n1, inject: {to: n3, port: 7}}
        - {at: 470ms, cut: n2 -- n3}
        - {at: 520ms, node: n1, inject: {to: n3, port: 7}}
        - {at: 590ms, mend: n2 -- n3}
        - {at: 640ms, node: n1, inject: {to: n3, service: lgc}}
        - {at: 700ms, node: n3, stop: echo}
        - {at: 750ms, node: n1, inject: {to: n3, port: 7}}
      """;

  @TempDir private Path folder;

  @Test
  void everyNodeTellsTheSameEventsInTheSameOrder() throws Exception {
    Topology network = TopologyFile.load(Files.writeString(folder.resolve("row.yaml"), NETWORK));
    List<String> lines = new ArrayList<>();
    VirtualLab virtual =
        new VirtualLab(
            network,
            1,
            line -> lines.add(new String(line, StandardCharsets.US_ASCII).strip()),
            "this test");
    execute(virtual);
    SortedMap<String, List<String>> expected = story(lines);
    assertEquals(3, count(expected, "n1", "reason=no-listener"), "answers of echo");
    assertEquals(2, count(expected, "n3", "reason=no-listener"));
    assertEquals(1, count(expected, "n3", "reason=no-such-service"));
    assertEquals(16, count(expected, "n", "by=schedule"));

    for (int attempt = 1; ; attempt++) {
      RunDirectory directory = RunDirectory.at(folder.resolve("live-" + attempt));
      Trust trust;
      try (LiveLab live =
          LiveLab.inProcess(
              new LivePlan(network, 1, Transport.best(), Optional.of(directory)),
              Progress.SILENT)) {
        execute(live);
        trust = live.trust();
      }
      List<String> told = new ArrayList<>();
      for (String node : network.nodeNames()) {
        List<String> all = Files.readAllLines(directory.trace(node));
        told.addAll(all.subList(1, all.size())); // behind the format
      }
      boolean doubtful = trust.verdict() == Trust.Verdict.DOUBTFUL;
      if (doubtful && attempt < ATTEMPTS_MAX && !story(told).equals(expected)) {
        TestRecord.again("ScheduleParity", String.join("; ", trust.reasons()));
        continue; // a run that was late, and says so, may have been too late for this
      }
      assertEquals(text(expected), text(story(told)));
      return;
    }
  }

  private static void execute(Lab lab) throws Exception {
    lab.start();
    lab.go();
    assertTrue(lab.runUntilDone(Duration.ofSeconds(20)));
    lab.runFor(LINGER);
  }

  /** What each node tells, but for hellos, links and times. */
  private static SortedMap<String, List<String>> story(List<String> lines) {
    SortedMap<String, List<String>> story = new TreeMap<>();
    for (String line : lines) {
      String[] words = line.split(" ", 3);
      if (!line.endsWith(" control") && !words[2].startsWith("link ")) {
        story
            .computeIfAbsent(words[1], node -> new ArrayList<>())
            .add(DIFFERS.matcher(words[2]).replaceAll(""));
      }
    }
    return story;
  }

  private static long count(SortedMap<String, List<String>> story, String node, String word) {
    return story.entrySet().stream()
        .filter(of -> of.getKey().startsWith(node))
        .flatMap(of -> of.getValue().stream())
        .filter(event -> event.contains(word))
        .count();
  }

  private static String text(SortedMap<String, List<String>> story) {
    StringBuilder text = new StringBuilder();
    story.forEach(
        (node, events) -> text.append(node).append(":\n").append(String.join("\n", events)));
    return text.toString();
  }
}
