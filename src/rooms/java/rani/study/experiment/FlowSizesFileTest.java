// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.model.file.FileError;
import rani.services.traffic.FlowSizes;
import rani.study.flow.FlowCompletion;
import rani.study.trial.Trial;
import rani.study.trial.VirtualTrial;

/** Files of distributions of sizes that transfers draw from. */
class FlowSizesFileTest {
  private static final int TRANSFERS = 400;
  private static final String EXPERIMENT =
      """
      experiment: sized
      topology: {topology: t, nodes: {n1: {}, n2: {}}, links: {n1 -- n2: {delay: 1ms}}}
      traffic:
        - {from: n1, to: n2, kind: transfers, arrival-rate: 100/s, transfers: 400, sizes: SIZES}
      run: {until: traffic-done, linger: 1s, max: 100s}
      """;

  @TempDir private Path folder;

  private Experiment read(String sizes) throws IOException, FileError {
    return load(EXPERIMENT.replace("SIZES", sizes));
  }

  private Experiment load(String text) throws IOException, FileError {
    Path file = Files.writeString(folder.resolve("sized.yaml"), text);
    return SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
  }

  private static List<Long> bytes(Experiment experiment) throws Exception {
    Trial trial = VirtualTrial.run(experiment, 1, Optional.empty(), "none");
    return trial.observations().flowCompletions().stream().map(FlowCompletion::bytes).toList();
  }

  @Test
  void sizesAreDrawnFromTheFileAlsoInTheFolderOfTheRun() throws Exception {
    Path file = folder.resolve("mine.csv");
    Files.writeString(file, "# measured\nbytes,share\n1000,0.25\n\n1000\t0.5\n5000 , 1\n");
    Experiment read = read("mine.csv");

    List<Long> drawn = bytes(read);
    assertEquals(TRANSFERS, drawn.size());
    // Half have the very first size, the others lie evenly between; four standard errors each.
    long first = drawn.stream().filter(each -> each == 1000).count();
    assertEquals(TRANSFERS / 2.0, first, 4 * Math.sqrt(TRANSFERS / 4.0));
    List<Long> others = drawn.stream().filter(each -> each != 1000).toList();
    assertTrue(others.stream().allMatch(each -> each > 1000 && each <= 5000), others::toString);
    double mean = others.stream().mapToLong(Long::longValue).average().orElseThrow();
    assertEquals(3000, mean, 4 * 4000 / Math.sqrt(12.0 * others.size()));

    assertEquals(drawn, bytes(read("[1000 0.25, 1000 0.5, 5000 1]")), "the same points, written");
    Files.delete(file);
    assertEquals(drawn, bytes(load(ExperimentText.print(read))), "without the file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1000,0.5;2000,x | f.csv:2:1 | bytes and the share of flows up to that",
        "hello | f.csv:1:1 | no point; write bytes and the share of flows",
        "bytes,share;size,part;1000,1 | f.csv:2:1 | no point",
        "1000,0.5;2000,1.5 | f.csv:2:1 | a share of flows is 0…1, not 1.5",
        "5,1 | f.csv:1:1 | a flow has 6…1073741824 bytes, not 5",
        "1000,0.5;500,1 | f.csv: | point 2 is below the one before it",
        "1000,0.5 | f.csv: | the last point's share of flows is 1",
        "# nothing | f.csv: | a distribution has 1…10000 points",
      })
  void whatIsNoDistributionIsNamedWithItsFileAndLine(String lines, String place, String why)
      throws Exception {
    Files.writeString(folder.resolve("f.csv"), lines.replace(';', '\n'));
    String told = refusal("f.csv");
    assertTrue(told.contains(place) && told.contains(why), told);
  }

  private String refusal(String sizes) {
    return assertThrows(FileError.class, () -> read(sizes)).problems().getFirst().toString();
  }

  @Test
  void aFileThatCannotBeReadIsNamedWhereItIsAskedFor() throws Exception {
    Files.createDirectory(folder.resolve("folder.csv"));

    assertTrue(refusal("none.csv").contains("sized.yaml:4:85: `sizes`: "));
    assertTrue(refusal("none.csv").contains("none.csv`: no such file"));
    assertTrue(refusal("folder.csv").contains("this is a directory"));
    assertTrue(refusal("'${size}.csv'").contains("the name of a file, which cannot vary"));
  }

  @Test
  void aFileIsBoundedAndAForeignOnesTextIsNotShown() throws Exception {
    Files.writeString(
        folder.resolve("many.csv"), "1000,0\n".repeat(FlowSizes.POINTS_MAX) + "1000,1\n");
    Files.writeString(
        folder.resolve("large.csv"), "1000,1" + " ".repeat(FlowSizesFile.FILE_BYTES_MAX));
    Files.writeString(folder.resolve("secret.csv"), "root:secret:0:0\n");

    assertTrue(refusal("many.csv").contains("a distribution has 1…10000 points"));
    assertTrue(refusal("large.csv").contains("at most 400000 bytes are read"));
    assertFalse(refusal("secret.csv").contains("root"));
  }
}
