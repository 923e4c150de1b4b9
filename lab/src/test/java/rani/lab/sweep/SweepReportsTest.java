// SPDX-License-Identifier: Apache-2.0
package rani.lab.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.lab.experiment.SweepFile;
import rani.lab.report.SweepReportInput;

/** What a sweep's page is made of. */
class SweepReportsTest {
  @TempDir private Path folder;

  @Test
  void whatThePaperPrintsIsThatOfItsVariants() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    Files.writeString(
        sample.file(),
        Files.readString(sample.file())
            .replace(
                "experiment: sample\n",
                """
                experiment: sample
                paper:
                  cite: A. Author, 1984
                  points:
                    - {at: {delay: 2ms, loss: 0%}, values: {through.a: 100%}}
                    - {at: {delay: 1ms, loss: 30%}, values: {through.a: <80%, delivered.a: 14}}
                """));

    List<SweepReportInput.PaperValues> printed =
        SweepReports.paper(SweepFile.load(sample.file(), List.of(), List.of()));

    assertEquals(
        List.of(
            new SweepReportInput.PaperValues(
                labels("1ms", "30%"), values("through.a", "<80%", "delivered.a", "14")),
            new SweepReportInput.PaperValues(labels("2ms", "0%"), values("through.a", "100%"))),
        printed);
  }

  @Test
  void whereThePaperPrintsNothingNothingIsShown() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    assertEquals(
        List.of(), SweepReports.paper(SweepFile.load(sample.file(), List.of(), List.of())));
  }

  private static SequencedMap<String, String> labels(String delay, String loss) {
    return values("delay", delay, "loss", loss);
  }

  private static SequencedMap<String, String> values(String... keysAndValues) {
    SequencedMap<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return values;
  }
}
