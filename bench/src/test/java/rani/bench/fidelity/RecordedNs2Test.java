// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.bench.fidelity.NetworkCase.Outcome;
import rani.bench.fidelity.NetworkCase.Pair;
import rani.bench.fidelity.NetworkCase.Point;
import rani.ground.LabFailure;
import rani.study.experiment.Experiment;
import rani.wire.Dscp;

/**
 * What {@code rani fidelity} compares, against recorded runs of ns-2; {@code record.sh} made them.
 */
class RecordedNs2Test {
  /** ns-2 rounds its times to a microsecond; what its acknowledgements lack in length is longer. */
  private static final double MICROS_MAX = 2;

  @TempDir private Path folder;

  private static List<String> lines(String name) throws IOException {
    try (InputStream in = RecordedNs2Test.class.getResourceAsStream(name)) {
      assertNotNull(in, name);
      var text = new InputStreamReader(new GZIPInputStream(in), StandardCharsets.US_ASCII);
      return new BufferedReader(text).lines().toList();
    }
  }

  /** Runs by the words of their commands. */
  private static Map<String, List<String>> runs(String name) throws IOException {
    Map<String, List<String>> runs = new LinkedHashMap<>();
    List<String> run = new ArrayList<>();
    for (String line : lines(name)) {
      if (line.startsWith("# ")) {
        run = new ArrayList<>();
        runs.put(line.substring(2), run);
      } else if (!line.equals("end")) {
        run.add(line);
      }
    }
    return runs;
  }

  @Test
  void sendersWithNs2sProfileSendWhatNs2SendsUntilATimeout() throws IOException, LabFailure {
    int compared = 0;
    for (Map.Entry<String, List<String>> run : runs("flow.txt.gz").entrySet()) {
      Sends theirs = Sends.parse(run.getValue());
      if (theirs.timeouts() > 0) {
        continue;
      }
      String[] words = run.getKey().split(" ");
      var flow = new FlowCase.Flow(words[1], Double.parseDouble(words[2]));
      String text = FlowCase.text(flow, Integer.parseInt(words[4]), words[6], FlowCase.NS_2);
      Path file = Files.writeString(folder.resolve("flow.yaml"), text);
      Sends ours = FlowCase.sends(Sides.read(file));
      assertTrue(ours.sameSequence(theirs), () -> run.getKey() + ": " + ours.parting(theirs));
      if (words[6].equals("none")) {
        assertEquals(theirs.all().size(), ours.alike(theirs, MICROS_MAX), run.getKey());
      }
      compared++;
    }
    assertTrue(compared >= COMPARED_MIN, "only " + compared);
  }

  /** So many of the recorded runs have no timeout. */
  private static final int COMPARED_MIN = 30;

  @Test
  void theNetworkOfUnresponsiveFlowControlCarriesWhatItCarriesInNs2()
      throws IOException, LabFailure {
    List<Outcome> theirs = new ArrayList<>();
    List<Outcome> ours = new ArrayList<>();
    Point point = UfcStudy.point("newreno", "rio-c", 1, 500, 20, 4);
    Experiment experiment = Sides.read(Files.writeString(folder.resolve("ufc.yaml"), point.text()));
    for (Map.Entry<String, List<String>> run : runs("ufc.txt.gz").entrySet()) {
      String[] words = run.getKey().split(" ");
      assertEquals(point.words(), List.of(words).subList(4, words.length));
      theirs.add(NetworkCase.theirs(point, run.getValue()));
      ours.add(NetworkCase.ours(point, experiment, Integer.parseInt(words[2])));
    }
    assertEquals(point.seeds(), theirs.size());
    Pair pair = new Pair(point, theirs, ours);
    for (Pair flows : List.of(UfcStudy.tcp(pair), UfcStudy.udp(pair))) {
      assertTrue(
          flows.verdict().compareTo(Verdict.OPEN) < 0,
          () -> flows.point().label() + ": " + Markdown.percent(flows.difference()));
    }
    Interval wasted = Interval.relative(droppedLast(ours, point), droppedLast(theirs, point));
    assertTrue(Math.abs(wasted.mean()) < 0.02, () -> "dropped last: " + Markdown.percent(wasted));
  }

  /** What the last queue dropped of what it must drop last. */
  private static Interval droppedLast(List<Outcome> outcomes, Point point) {
    int at = Dscp.PRECEDENCES * (point.queues().size() - 1);
    return Interval.of(outcomes.stream().map(each -> each.marked().get(at).drops()).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"packets", "bytes"})
  void redByNs2sRulesHasItsAverageAndAllowsItsDecisions(String mode)
      throws IOException, LabFailure {
    List<Arrival> arrivals = Arrival.parse(lines("red-" + mode + "-arrivals.txt.gz"));
    List<String> told = runs("red-" + mode + ".txt.gz").values().iterator().next();
    RedTrace trace = RedTrace.parse(arrivals, told, mode.equals("bytes") ? 1000 : 1);
    RedTrace.Beside beside = trace.beside(mode, "ns-2");
    assertTrue(beside.dropped() > 100, beside::toString);
    assertTrue(beside.agrees(), beside::toString);
    assertTrue(!trace.beside(mode, "1993").agrees(), "1993's rules would do as well");
  }
}
