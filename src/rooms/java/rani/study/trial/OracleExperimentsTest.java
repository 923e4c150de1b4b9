// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import rani.ground.FolderRemoval;
import rani.parts.RealPart;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.experiment.Variant;

/**
 * Every metric of every shipped experiment, whole and with its first seed, is what {@code
 * oracle/oracle.py} makes of its packets. {@code .ci/oracle} runs it.
 */
@EnabledIfSystemProperty(
    named = "rani.oracle",
    matches = "\\d+ \\d+ .*",
    disabledReason = "takes an hour or more; .ci/oracle")
class OracleExperimentsTest {
  private static final Path EXPERIMENTS = Path.of("../..", "config", "experiments");
  private static final String ROW = "%-28s %-52s %9s %12s %9s%n";
  private static final int SHOWN_MAX = 8;

  @Test
  void packetsTellTheSame() throws Exception {
    RealPart.program("python3");
    List<String> words = words();
    int variants = Integer.parseInt(words.getFirst());
    List<String> names = words.size() > 2 ? words.subList(2, words.size()) : shipped();
    List<String> differences = new ArrayList<>();
    System.out.printf(ROW, "experiment", "variant", "metrics", "differences", "seconds");
    for (String name : names) {
      Sweep sweep = SweepFile.load(EXPERIMENTS.resolve(name + ".yaml"), List.of(), List.of());
      for (long index : chosen(sweep.variants(), variants)) {
        differences.addAll(compare(name, sweep, index));
      }
    }
    assertEquals(List.of(), differences);
  }

  /** Beside those that every build has. */
  @Test
  void packetsOfRandomNetworksTellTheSame() throws Exception {
    RealPart.program("python3");
    Random chance = new Random();
    List<Long> different = new ArrayList<>();
    int networks = Integer.parseInt(words().get(1));
    for (int k = 0; k < networks; k++) {
      long seed = chance.nextLong(1, OracleProperties.SEED_MAX);
      List<String> differences = OracleProperties.compare(seed).differences();
      if (!differences.isEmpty()) {
        different.add(seed);
        System.out.println("random-" + seed + ": " + differences);
      }
    }
    System.out.printf("%d random networks, %d of them differ%n", networks, different.size());
    assertEquals(List.of(), different);
  }

  /** How many variants, how many random networks, and the experiments' names. */
  private static List<String> words() {
    return List.of(System.getProperty("rani.oracle", "").strip().split(" "));
  }

  private static List<String> shipped() throws Exception {
    try (Stream<Path> files = Files.list(EXPERIMENTS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".yaml"))
          .map(name -> name.substring(0, name.length() - ".yaml".length()))
          .sorted()
          .toList();
    }
  }

  /** All of them, or the first, the last, and some that lie evenly between. */
  private static List<Long> chosen(long all, int most) {
    long some = Math.min(all, most);
    return LongStream.range(0, some)
        .map(k -> some == 1 ? 0 : k * (all - 1) / (some - 1))
        .boxed()
        .toList();
  }

  private static List<String> compare(String name, Sweep sweep, long index) throws Exception {
    Variant variant = sweep.variant(index);
    String labels =
        variant.labels().entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(" "));
    Path folder = Files.createTempDirectory("oracle");
    long beganNanos = System.nanoTime();
    try {
      Oracle.Comparison told =
          Oracle.compare(variant.experiment(), sweep.seed(index, 0), folder.resolve("run"));
      System.out.printf(
          ROW,
          name,
          labels,
          told.compared(),
          told.differences().size(),
          String.format(Locale.ROOT, "%.1f", (System.nanoTime() - beganNanos) / 1e9));
      told.differences().stream()
          .limit(SHOWN_MAX)
          .forEach(each -> System.out.println("    " + each));
      return told.differences().stream().map(each -> name + " " + labels + ": " + each).toList();
    } finally {
      FolderRemoval.remove(folder);
    }
  }
}
