// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.ground.LabFailure;
import rani.ground.Version;
import rani.parts.SlowTest;
import rani.report.ReportFile;
import rani.report.Sensitivity;
import rani.report.window.RunReplay;
import rani.study.sweep.CheckedLine;
import rani.study.sweep.JsonText;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepIdentity;
import rani.study.sweep.TrialRow;
import rani.system.RaniCommand.Outcome;
import rani.testbed.RunRecord;
import rani.testbed.RunStart;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What each release left behind ({@code .ci/golden}) is read, shown and measured again by this
 * version: as it is, with keys that no version knows, and without each key that may be missing.
 */
@SlowTest
class ReleasedFoldersTest {
  private static final Path RELEASED =
      Checkout.root().resolve("src/test/resources/golden/released");
  private static final JsonMapper JSON = new JsonMapper();
  private static final OtherFormat CAMEL = new OtherFormat(false);
  private static final OtherFormat KEBAB = new OtherFormat(true);
  private static final List<String> RUNS = List.of("virtual", "trials", "live");

  /**
   * Releases whose virtual runs this version does not repeat, with the reason. What it prints then
   * names both versions.
   */
  private static final Map<String, String> DIFFERENT = Map.of();

  @TempDir private Path folder;

  static Stream<Path> releases() throws IOException {
    try (Stream<Path> all = Files.list(RELEASED)) {
      return all.filter(Files::isDirectory).sorted().toList().stream();
    }
  }

  @Test
  void theLastReleaseHasLeftItsFolder() throws IOException {
    assertTrue(releases().findAny().isPresent());
  }

  @ParameterizedTest
  @MethodSource("releases")
  void whatAReleaseLeftIsReadShownAndMeasuredAgain(Path release) throws Exception {
    check(copy(release), release.getFileName().toString());
  }

  @ParameterizedTest
  @MethodSource("releases")
  void keysOfALaterVersionChangeNothing(Path release) throws Exception {
    Path all = copy(release);
    for (String run : List.of("virtual", "trials", "live", "sweep", "sensitivity")) {
      CAMEL.addEverywhere(all.resolve(run).resolve(ReportFile.NAME), ReportFile.Form.class);
    }
    for (String run : RUNS) {
      OtherFormat.addEverywhere(all.resolve(run).resolve("result.json"));
    }
    KEBAB.addEverywhere(all.resolve("live/run.json"), RunRecord.class);
    KEBAB.addEverywhere(all.resolve("live/start.json"), RunStart.class);
    KEBAB.addEverywhere(all.resolve("sensitivity/sensitivity.json"), Sensitivity.class);
    for (String sweep : List.of("sweep", "sensitivity")) {
      CAMEL.addEverywhere(all.resolve(sweep).resolve("sweep.json"), SweepIdentity.class);
      OtherFormat.addEverywhere(all.resolve(sweep).resolve("provenance.json"));
    }
    rows(all.resolve("sweep/results.jsonl"), row -> CAMEL.addEverywhere(row, TrialRow.class));
    rows(all.resolve("sweep/journal.jsonl"), ReleasedFoldersTest::laterEntry);
    try (Stream<Path> traces = Files.list(all.resolve("live/trace"))) {
      for (Path trace : traces.toList()) {
        rows(trace, line -> line.startsWith("#") ? line + "\n# later" : line + " later=1");
      }
    }
    check(all, release.getFileName().toString());
  }

  /** A line of a journal, whose row has its own checksum. */
  private static String laterEntry(String line) {
    String row = line.substring(line.indexOf("\"row\":") + 6, line.lastIndexOf(",\"crc32c\""));
    String head = line.substring(0, line.indexOf(row));
    return CheckedLine.of(head + CAMEL.addEverywhere(row, TrialRow.class) + "}");
  }

  private interface Change {
    String of(String line);
  }

  private static void rows(Path file, Change change) throws IOException {
    StringBuilder changed = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      changed.append(change.of(line)).append('\n');
    }
    Files.writeString(file, changed);
  }

  private interface Reader {
    void read(Path file) throws IOException, LabFailure;
  }

  @ParameterizedTest
  @MethodSource("releases")
  void withoutAKeyAFileIsReadOrTheKeyIsNamed(Path release) throws Exception {
    int read = 0;
    for (String run : List.of("virtual", "trials", "live", "sweep", "sensitivity")) {
      Path file = release.resolve(run).resolve(ReportFile.NAME);
      read += without(CAMEL, file, ReportFile.Form.class, this::report);
    }
    read +=
        without(KEBAB, release.resolve("live/run.json"), RunRecord.class, this::assertRunIsRead);
    read +=
        without(
            KEBAB,
            release.resolve("live/start.json"),
            RunStart.class,
            file -> assertNotNull(RunStart.read(file)));
    read +=
        without(
            KEBAB,
            release.resolve("sensitivity/sensitivity.json"),
            Sensitivity.class,
            file -> assertNotNull(Sensitivity.read(file)));
    read +=
        without(
            CAMEL,
            release.resolve("sweep/sweep.json"),
            SweepIdentity.class,
            file -> assertNotNull(new SweepFolder(folderOf(file)).identity()));
    String row = Files.readAllLines(release.resolve("sweep/results.jsonl")).getFirst();
    for (Map.Entry<OtherFormat.Key, String> one :
        CAMEL.withoutEach(row, TrialRow.class).entrySet()) {
      byte[] text = one.getValue().getBytes(StandardCharsets.UTF_8);
      if (one.getKey().hasDefault()) {
        assertNotNull(JsonText.read(text, TrialRow.class), one.getKey()::toString);
        read++;
      } else {
        assertThrows(JacksonException.class, () -> JsonText.read(text, TrialRow.class));
      }
    }
    assertTrue(read > 50, "keys that may be missing: " + read);
  }

  private static Path folderOf(Path file) {
    return Objects.requireNonNull(file.getParent());
  }

  private void report(Path file) throws IOException, LabFailure {
    Path page = ReportFile.read(folderOf(file)).write(folderOf(file));
    assertTrue(Files.size(page) > 0);
  }

  private void assertRunIsRead(Path file) throws LabFailure {
    assertNotNull(RunRecord.read(file));
  }

  /** Returns how many keys may be missing. */
  private int without(OtherFormat format, Path file, Class<?> kind, Reader reader)
      throws IOException, LabFailure {
    Path place = Files.createTempDirectory(folder, "without");
    Path changed = place.resolve(Objects.requireNonNull(file.getFileName()));
    int read = 0;
    Map<OtherFormat.Key, String> all = format.withoutEach(Files.readString(file), kind);
    for (Map.Entry<OtherFormat.Key, String> one : all.entrySet()) {
      Files.writeString(changed, one.getValue());
      OtherFormat.Key key = one.getKey();
      if (file.endsWith(ReportFile.NAME) && !holdsAReport(one.getValue())) {
        assertThrows(LabFailure.class, () -> reader.read(changed), key::toString);
      } else if (key.hasDefault()) {
        reader.read(changed);
        read++;
      } else {
        LabFailure refused =
            assertThrows(LabFailure.class, () -> reader.read(changed), key::toString);
        String name = key.place().substring(key.place().lastIndexOf('.') + 1);
        assertTrue(String.valueOf(refused.getMessage()).contains(name), refused::toString);
      }
    }
    return read;
  }

  private static boolean holdsAReport(String text) {
    JsonNode file = JSON.readTree(text);
    return Stream.of("run", "sweep", "choices").anyMatch(file::hasNonNull);
  }

  @ParameterizedTest
  @MethodSource("releases")
  void aFormatThatIsNotKnownIsRefusedWithBothVersions(Path release) throws Exception {
    Path all = copy(release);
    for (String file : List.of("virtual/report.json", "sweep/sweep.json", "trials/result.json")) {
      Path changed = all.resolve(file);
      String text = Files.readString(changed);
      Files.writeString(
          changed,
          text.replaceFirst("\"format\"( ?: ?)\\d+", "\"format\"$199")
              .replaceFirst("\"rani\"( ?: ?)\"[^\"]*\"", "\"rani\"$1\"9.8.7\""));
      String run = "" + changed.getParent();
      Outcome outcome =
          file.startsWith("virtual")
              ? InThisJvm.rani("report", run)
              : InThisJvm.rani("measure", run);
      outcome.expectExit(3);
      assertTrue(
          outcome
              .err()
              .contains(
                  changed.getFileName()
                      + " has format 99 and was written by rani 9.8.7; rani "
                      + Version.TEXT
                      + " reads formats up to 1"),
          outcome::toString);
    }
  }

  private void check(Path all, String version) throws Exception {
    for (String run : List.of("virtual", "trials", "live", "sweep", "sensitivity")) {
      InThisJvm.rani("report", "" + all.resolve(run)).expectExit(0);
      String page = Files.readString(all.resolve(run).resolve("report.html"));
      assertTrue(page.contains("What a release leaves behind"), run);
    }
    Outcome index = InThisJvm.rani("report", "--index", "" + all).expectExit(0);
    assertEquals("", index.err());

    String virtual = "" + all.resolve("virtual");
    String live = "" + all.resolve("live");
    String sweep = "" + all.resolve("sweep");
    assertMeasuredAgain(all, version);
    Outcome compared =
        InThisJvm.rani(
            "compare",
            virtual,
            "" + all.resolve("trials"),
            live,
            sweep,
            "--pick=rate=60packet/s",
            "--json");
    JsonNode others = JSON.readTree(compared.expectExit(0).out()).get("others");
    assertEquals(1, others.get(0).get("same-digests").asInt(), "of the trial that is in both");
    InThisJvm.rani("compare", sweep, sweep, "--json").expectExit(0);
    for (String run : List.of(virtual, live, sweep)) {
      Path figures = Files.createTempDirectory(folder, "figures");
      InThisJvm.rani("plot", run, "--format=tex", "-o", "" + figures).expectExit(0);
      try (Stream<Path> made = Files.list(figures)) {
        assertTrue(made.findAny().isPresent(), run);
      }
    }
    assertEquals(deliveries(virtual), deliveries("" + all.resolve("trials")));
    assertTrue(deliveries(live) > 0);
    assertTrue(deliveries("" + all.resolve("live/trace/n3.trace")) > 0);
    String trial = Files.readString(all.resolve("sweep/results.jsonl")).substring(10, 26);
    Outcome ofTrial = InThisJvm.rani("trace", sweep, "--trial", trial, "--limit=1");
    assertTrue(ofTrial.expectExit(0).out().contains(" n1 "), ofTrial::toString);
    for (String run : List.of("virtual", "live")) {
      RunReplay replay = RunReplay.of(all.resolve(run), Optional.empty(), List.of());
      JsonNode played = JSON.readTree(replay.recording());
      assertEquals(3, played.get("network").get("nodes").size());
      assertEquals(0, played.get("remarks").size(), played.get("remarks")::toString);
      assertFalse(played.get("steps").isEmpty(), run);
    }
    assertEquals(
        List.of("n1", "n2", "n3"),
        RunRecord.read(all.resolve("live/run.json")).nodes().stream()
            .map(node -> node.name())
            .toList());
    assertFalse(Sensitivity.read(all.resolve("sensitivity/sensitivity.json")).numbers().isEmpty());
  }

  private static long deliveries(String run) {
    Outcome traced = InThisJvm.rani("trace", run, "--kind=delivery").expectExit(0);
    return traced.out().lines().count();
  }

  private void assertMeasuredAgain(Path all, String version) throws IOException {
    for (String run : RUNS) {
      Outcome measured = InThisJvm.rani("measure", "" + all.resolve(run), "--json");
      if (DIFFERENT.containsKey(version) && !run.equals("live")) {
        assertTrue(
            Pattern.compile("rani \\S+ ran it, and rani \\S+ differs")
                .matcher(measured.err())
                .find(),
            measured.expectExit(1)::toString);
        continue;
      }
      JsonNode now = JSON.readTree(measured.expectExit(0).out());
      JsonNode recorded = recorded(all.resolve(run));
      List<String> compared = new ArrayList<>();
      for (Map.Entry<String, JsonNode> metric : now.get("metrics").properties()) {
        assertEquals(recorded.get(metric.getKey()), metric.getValue(), metric.getKey());
        compared.add(metric.getKey());
      }
      assertTrue(compared.contains("queue.n2.queued-max"), compared::toString);
    }
    Outcome measured = InThisJvm.rani("measure", "" + all.resolve("sweep"), "--json");
    JsonNode now = JSON.readTree(measured.out());
    measured.expectExit(DIFFERENT.containsKey(version) ? 1 : 0);
    assertEquals(2, now.get("variants").size());
  }

  /** The metrics of the first trial, as the report has them. */
  private static JsonNode recorded(Path run) throws IOException {
    JsonNode report = JSON.readTree(Files.readString(run.resolve(ReportFile.NAME))).get("run");
    JsonNode trials = report.get("trials");
    return trials.isEmpty() ? report.get("metrics") : trials.get(0).get("metrics");
  }

  private Path copy(Path release) throws IOException {
    Path copy = folder.resolve("released");
    try (Stream<Path> all = Files.walk(release)) {
      for (Path each : all.toList()) {
        Path to = copy.resolve(release.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(to);
        } else {
          Files.copy(each, to);
        }
      }
    }
    return copy;
  }
}
