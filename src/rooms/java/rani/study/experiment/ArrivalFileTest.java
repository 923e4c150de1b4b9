// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.model.file.FileError;
import rani.study.trial.Trial;
import rani.study.trial.VirtualTrial;

/** Files of recorded arrivals that a flow replays. */
class ArrivalFileTest {
  private static final String REPLAY =
      """
      experiment: replayed
      title: Three packets
      topology: {topology: t, nodes: {n1: {}, n2: {}}, links: {n1 -- n2: {delay: 1ms}}}
      traffic: [{from: n1, to: n2, kind: replay, file: there.txt}]
      run: {until: traffic-done, linger: 1s, max: 10s}
      """;

  @TempDir private Path folder;

  private Experiment read(String arrivals) throws IOException, FileError {
    Files.writeString(folder.resolve("there.txt"), arrivals);
    return load(REPLAY, folder.resolve("replayed.yaml"));
  }

  private static Experiment load(String text, Path file) throws IOException, FileError {
    Files.writeString(file, text);
    return SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
  }

  private static Trial run(Experiment experiment) throws Exception {
    return VirtualTrial.run(experiment, 1, Optional.empty(), "none");
  }

  private static double lastDeliverySeconds(Trial trial) {
    return Objects.requireNonNull(trial.metrics().get("last-delivery-seconds.n1"));
  }

  @Test
  void whatWasRecordedIsSentAgainAlsoFromTheFolderOfTheRun() throws Exception {
    Experiment read = read("# seconds bytes\n0.5 1000\n0.5,40\n\n1.25\t500\n");

    Trial trial = run(read);
    assertEquals(3.0, trial.metrics().get("offered.n1"));
    assertEquals(1.251, lastDeliverySeconds(trial), 1e-6);

    Files.delete(folder.resolve("there.txt"));
    Experiment again = load(ExperimentText.print(read), folder.resolve("again.yaml"));
    assertEquals(trial.metrics(), run(again).metrics());
  }

  @Test
  void aCompressedRunReplaysFaster() throws Exception {
    Files.writeString(folder.resolve("there.txt"), "0.5 1000\n1.25 500\n");
    Experiment twice = load(REPLAY + "compress: 2\n", folder.resolve("twice.yaml"));

    assertEquals(0.6255, lastDeliverySeconds(run(twice)), 1e-6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.1 1000;0.2 x | there.txt:2:1 | `0.2 x` is no arrival",
        "0.1 x | there.txt:1:1 | no arrival; write seconds and bytes",
        "0.1 1000;;0.05 1000 | there.txt:3:1 | before the one above it",
        "0.1 20 | there.txt:1:1 | a packet has 36",
        "90000 100 | there.txt:1:1 | at most 86400 s",
        "# nothing | there.txt | there are no arrivals in it",
      })
  void whatIsNoListIsNamedWithItsFileAndLine(String lines, String place, String why) {
    FileError error = assertThrows(FileError.class, () -> read(lines.replace(';', '\n')));
    String told = error.problems().getFirst().toString();
    assertTrue(told.contains(place) && told.contains(why), told);
  }

  @Test
  void onlyARegularFileOfABoundedSizeIsRead() throws Exception {
    Files.createDirectory(folder.resolve("there.txt"));
    FileError folderError =
        assertThrows(FileError.class, () -> load(REPLAY, folder.resolve("replayed.yaml")));
    assertTrue(folderError.problems().getFirst().message().contains("this is a directory"));
    Files.delete(folder.resolve("there.txt"));

    FileError large =
        assertThrows(FileError.class, () -> read("#".repeat(ArrivalFile.FILE_BYTES_MAX + 1)));
    assertTrue(large.problems().getFirst().message().contains("at most 3000000 bytes are read"));
  }
}
