// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.topology.TopologyText;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentFile;
import rani.study.trace.TraceSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The recording of the run in which LGC's filter walks, and what becomes of spoilt traces. */
class RunReplayTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static Experiment experiment;
  private static JsonNode recording;

  @BeforeAll
  static void run() throws LabFailure, FileError {
    experiment =
        ExperimentFile.load(Path.of("../../config/experiments/lgc-2-mobility.yaml"), List.of());
    TraceSource source = new TraceSource.OfReplay(experiment, 1, Optional.empty(), List.of());
    recording = JSON.readTree(RunReplay.ofTrial(experiment, source).orElseThrow());
  }

  private static int node(String name) {
    List<String> names = experiment.topology().nodeNames();
    return names.indexOf(name);
  }

  private static List<JsonNode> marks(String kind) {
    return recording
        .get("marks")
        .valueStream()
        .filter(mark -> mark.get("kind").asString().equals(kind))
        .toList();
  }

  @Test
  void theFilterStandsAtI3ThenI2ThenI1() {
    List<JsonNode> filters = recording.get("filters").valueStream().toList();
    assertEquals(
        List.of(node("i3"), node("i2"), node("i1")),
        filters.stream().map(filter -> filter.get("node").asInt()).toList());
    for (int i = 1; i < filters.size(); i++) {
      assertTrue(filters.get(i - 1).get("from").asDouble() < filters.get(i).get("from").asDouble());
    }
    assertEquals(node("n1"), filters.getFirst().get("source").asInt());
  }

  @Test
  void anActiveFilterMessageTravelsFromNodeToNode() {
    List<JsonNode> messages = marks("message");
    assertEquals(2, messages.size());
    assertEquals(node("i3"), messages.getFirst().get("node").asInt());
    assertEquals(node("i2"), messages.getFirst().get("to").asInt());
    assertEquals(node("i1"), messages.getLast().get("to").asInt());
    assertEquals(1, marks("trigger").size());
  }

  @Test
  void whatIsDeliveredAndCaughtAddsUpToWhatTheSourceOffered() {
    double delivered = 0;
    double offered = 0;
    double dropped = 0;
    int reasonsMax = recording.get("reasonsMax").asInt();
    for (JsonNode step : recording.get("steps")) {
      JsonNode flow = step.path("f").path(Integer.toString(node("n1")));
      delivered += flow.path(0).asDouble(0);
      offered += flow.path(2).asDouble(0);
      for (var entry : step.path("x").properties()) {
        int place = Integer.parseInt(entry.getKey()) / reasonsMax;
        if (place % (experiment.topology().nodes().size() + 1) == node("n1")) {
          dropped += entry.getValue().get(0).asDouble();
        }
      }
    }
    assertEquals(250, offered);
    assertEquals(offered, delivered + dropped);
  }

  @Test
  void theQueueHoldsWhatTheTraceSays() {
    int own = 0; // i3's is the only queue of a node
    double peak = 0;
    for (JsonNode step : recording.get("steps")) {
      JsonNode queue = step.path("q").path(Integer.toString(own));
      if (queue.isArray()) {
        double shares = 0;
        for (int i = 4; i < queue.size(); i += 2) {
          shares += queue.get(i).asDouble();
        }
        assertEquals(queue.get(0).asDouble(), shares);
        peak = Math.max(peak, queue.get(1).asDouble());
      }
    }
    assertTrue(peak > 35 && peak <= 60, "the most that waited was " + peak);
    assertEquals(0, recording.get("leftOut").size());
  }

  @Test
  void aLongRunHasNoMoreStepsThanAShortOne() {
    Steps steps = new Steps(25, 1_000_000);
    for (long k = 1; k <= 1_000_000; k++) {
      Step step = new Step(k * 1_000_000);
      step.passed(0, 1, 1000, 1);
      steps.add(step);
    }
    List<Step.Shown> kept = steps.shown();
    assertTrue(kept.size() <= 1500, "there are " + kept.size());
    double packets =
        JSON.valueToTree(kept)
            .valueStream()
            .mapToDouble(step -> step.get("d").get("0").get(0).asDouble())
            .sum();
    assertEquals(1_000_000, packets);
  }

  @Test
  void aRecordingBeyondItsBudgetIsThinnedAndSaysSoWithoutLosingPackets() throws Exception {
    TraceSource source = new TraceSource.OfReplay(experiment, 1, Optional.empty(), List.of());
    TraceRecorder recorder = new TraceRecorder(experiment.network(), source.knowsGo());
    source.read(recorder);
    recorder.end();
    Recording.Head head = new Recording.Head("thin", true, List.of("a remark"));
    int whole = recorder.recording().json(head, Integer.MAX_VALUE).orElseThrow().length();

    String thin = recorder.recording().json(head, whole / 3).orElseThrow();
    assertTrue(thin.length() <= whole / 3, thin.length() + " of " + whole);
    JsonNode thinned = JSON.readTree(thin);
    assertEquals("a remark", thinned.at("/remarks/0").asString());
    assertTrue(thinned.at("/remarks/1").asString().contains("is thinned"), thin.substring(0, 300));
    assertEquals(delivered(recording), delivered(thinned));
    assertEquals(Optional.empty(), recorder.recording().json(head, 1000), "the network is larger");
  }

  private static double delivered(JsonNode of) {
    return of.get("steps")
        .valueStream()
        .flatMap(step -> step.path("f").valueStream())
        .mapToDouble(flow -> flow.get(0).asDouble())
        .sum();
  }

  @Test
  void onLinksWithoutLossNoMoreArrivesThanWasSent() {
    for (int direction = 0; direction < 2 * experiment.network().links().size(); direction++) {
      double sent = 0;
      double arrived = 0;
      for (JsonNode step : recording.get("steps")) {
        JsonNode passed = step.path("d").path(Integer.toString(direction));
        sent += passed.path(0).asDouble(0);
        arrived += passed.path(2).asDouble(0);
        assertTrue(arrived <= sent, direction + ": arrived " + arrived + " of " + sent);
      }
    }
  }

  @Test
  void aTraceThatIsCutOffIsShownUpToThere(@TempDir Path folder) throws Exception {
    writeTrace(folder, "0.500000000 i3 link link=0 state=down\n0.6000000");
    JsonNode cut = JSON.readTree(RunReplay.of(folder, Optional.empty(), List.of()).recording());
    assertEquals(1, cut.get("marks").size());
    assertTrue(cut.get("remarks").toString().contains("ends in the middle"), cut.toString());
  }

  @Test
  void aTraceThatIsSpoiltIsShownUpToThere(@TempDir Path folder) throws Exception {
    writeTrace(folder, "0.500000000 i3 link link=0 state=down\nnonsense\n");
    JsonNode spoilt = JSON.readTree(RunReplay.of(folder, Optional.empty(), List.of()).recording());
    assertEquals(1, spoilt.get("marks").size());
    assertTrue(
        spoilt.get("remarks").toString().contains("the recording ends here"), spoilt.toString());
  }

  private static void writeTrace(Path folder, String lines) throws IOException {
    Files.writeString(folder.resolve("topology.yaml"), TopologyText.print(experiment.network()));
    Files.createDirectory(folder.resolve("trace"));
    Files.writeString(folder.resolve("trace").resolve("i3.trace"), lines);
  }
}
