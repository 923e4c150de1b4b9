// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;
import org.opentest4j.TestAbortedException;
import rani.ground.FolderRemoval;
import rani.nodehost.session.RandomExperiment;
import rani.parts.RealPart;
import rani.service.metric.MetricRow;
import rani.study.experiment.ExperimentFile;
import rani.study.observe.MetricSheet;

/** The metrics of random experiments are what {@code oracle/oracle.py} makes of their packets. */
@AddLifecycleHook(OracleProperties.Python.class)
class OracleProperties {
  /** Of random experiments. */
  static final long SEED_MAX = 1_000_000;

  /** Skips all without Python. */
  static final class Python implements SkipExecutionHook {
    @Override
    public SkipResult shouldBeSkipped(LifecycleContext context) {
      try {
        RealPart.program("python3");
        return SkipResult.doNotSkip();
      } catch (TestAbortedException lacks) {
        return SkipResult.skip(lacks.getMessage());
      }
    }
  }

  @Example
  void itComputesEachRowOfTheSheetOrSaysWhyNot() throws Exception {
    Set<String> sheet =
        MetricSheet.rows().stream()
            .map(MetricRow::pattern)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> told = Oracle.rows();
    for (String untold : Oracle.untold().keySet()) {
      assertTrue(told.add(untold), untold);
    }
    assertEquals(sheet, told);
  }

  /** The same networks in every build; {@code .ci/oracle} draws others. */
  @Property(
      tries = 25,
      seed = "1993",
      shrinking = ShrinkingMode.OFF,
      edgeCases = EdgeCasesMode.NONE)
  void packetsTellTheSame(@ForAll @LongRange(min = 1, max = SEED_MAX) long seed) throws Exception {
    assertEquals(List.of(), compare(seed).differences(), new RandomExperiment(seed).text());
  }

  /** One random experiment with its oracle; a run that differs stays where it is. */
  static Oracle.Comparison compare(long seed) throws Exception {
    Path folder = Files.createTempDirectory("oracle");
    Path file = folder.resolve("random.yaml");
    Files.writeString(file, new RandomExperiment(seed).text());
    Oracle.Comparison told =
        Oracle.compare(ExperimentFile.load(file, List.of()), seed, folder.resolve("run"));
    if (told.differences().isEmpty()) {
      FolderRemoval.remove(folder);
    }
    return told;
  }
}
