// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.report.hostile.HostilePage;
import rani.study.chaos.SeedRange;
import rani.study.hostile.HostileModule;
import rani.study.hostile.HostileOutcome;
import rani.study.hostile.HostileSeries;
import rani.tools.option.Jobs;
import rani.tools.option.RaniCommand;
import rani.tools.screen.Quantity;
import rani.tools.screen.VerbGroup;
import rani.world.Facts;

@VerbGroup.Of(VerbGroup.EXPERIMENTS)
@Command(
    name = "hostile",
    description = {
      "Runs services in WebAssembly that do harm on purpose.",
      "Each is drawn from a seed and runs on a node in virtual time that others send through. "
          + "Prints a table of what became of them, and fails if others lost more than they may."
    },
    exitCodeList = {
      "0:everything holds",
      "1:something does not; the seed and how to see it again are printed",
      "2:bad usage"
    },
    footer = {
      "  rani hostile --seeds 1..1000 --report hostile.html",
      "  rani hostile --seed 142 --out 142.wasm"
    })
public final class HostileCommand extends RaniCommand {
  private static final int STEPS = 20;
  private static final int SEEDS_DEFAULT = 1000;

  @Mixin private final Jobs jobs = new Jobs();

  @Option(
      names = "--seeds",
      paramLabel = "A..B",
      description = "The range of seeds. Default: 1..1000.")
  private @Nullable String seeds;

  @Option(names = "--seed", paramLabel = "N", description = "This seed alone.")
  private @Nullable Long seed;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Writes the module of a --seed, and runs nothing.")
  private @Nullable Path out;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes the outcome as an HTML page, too.")
  private @Nullable Path report;

  @Option(names = "--json", description = "Prints the outcome as one JSON object, nothing else.")
  private boolean json;

  private final List<HostileOutcome> outcomes = new ArrayList<>();

  @Override
  public Integer call() throws LabFailure {
    HostileSeries series = series();
    if (out != null) {
      return write(series.range().first(), out);
    }
    long beganNanos = System.nanoTime();
    series.run(jobs.atATime(), outcome -> take(outcome, series));
    double seconds = (System.nanoTime() - beganNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    List<HostileOutcome> broken =
        outcomes.stream()
            .filter(each -> each.broken().isPresent())
            .sorted(Comparator.comparingLong(HostileOutcome::seed))
            .toList();
    if (report != null) {
      writeReport(series, report);
    }
    if (json) {
      printJson(
          new Came(
              series.range().first(),
              series.range().last(),
              seconds,
              HostileSeries.sums(outcomes),
              broken.stream()
                  .map(
                      each ->
                          new Broken(
                              each.seed(), each.broken().orElse(""), series.replay(each.seed())))
                  .toList()));
    } else {
      tell(series, seconds, broken.size());
    }
    return exitCode(broken.isEmpty());
  }

  private HostileSeries series() {
    if (seed != null && seeds != null || out != null && seed == null) {
      throw wrong(out == null ? "one --seed or several --seeds, not both" : "--out takes a --seed");
    }
    try {
      long one = seed == null ? 1 : seed;
      return new HostileSeries(
          seeds == null
              ? new SeedRange(one, seed == null ? SEEDS_DEFAULT : one)
              : SeedRange.parse(seeds));
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private int write(long of, Path file) throws LabFailure {
    try {
      Files.write(file, HostileModule.of(of).bytes());
    } catch (IOException e) {
      throw new LabFailure("cannot write " + file, e);
    }
    return OK;
  }

  private void writeReport(HostileSeries series, Path file) throws LabFailure {
    try {
      Files.writeString(file, HostilePage.html(series, outcomes));
    } catch (IOException e) {
      throw new LabFailure("cannot write " + file, e);
    }
  }

  private void take(HostileOutcome outcome, HostileSeries series) {
    outcomes.add(outcome);
    outcome
        .broken()
        .ifPresent(
            what -> {
              progress("seed " + outcome.seed() + ", " + outcome.attack().text() + ": " + what);
              progress("  again: " + series.replay(outcome.seed()));
            });
    long finished = outcomes.size();
    long all = series.range().seeds();
    if (!json && finished * STEPS / all > (finished - 1) * STEPS / all) {
      progress("%d of %d modules".formatted(finished, all));
    }
  }

  private void tell(HostileSeries series, double seconds, int broken) {
    print(
        "| attack | may touch | modules | refused | calls | failed | suspended | longest call "
            + "| others' packets, least | such as |");
    print("|---|---|---|---|---|---|---|---|---|---|");
    for (HostileSeries.Sum sum : HostileSeries.sums(outcomes)) {
      print(
          "| %s | %s | %d | %d | %,d | %,d | %d | %.1f ms | %s | %s |",
          sum.attack(),
          sum.reach(),
          sum.modules(),
          sum.refused(),
          sum.calls(),
          sum.failures(),
          sum.suspended(),
          sum.longestCallMillis(),
          sum.refused() == sum.modules() ? "" : "%,d".formatted(sum.othersLeast()),
          sum.lastFailure().replace('|', '/').lines().findFirst().orElse(""));
    }
    print("");
    print(
        "%d modules, %d refused, %,d calls, %,d failed, %d suspended; %s",
        outcomes.size(),
        outcomes.stream().filter(each -> each.refused().isPresent()).count(),
        outcomes.stream().mapToLong(HostileOutcome::calls).sum(),
        outcomes.stream().mapToLong(HostileOutcome::failures).sum(),
        outcomes.stream().filter(HostileOutcome::suspended).count(),
        Quantity.span(seconds));
    print("%s", broken == 0 ? "everything holds" : broken + " modules do not hold");
  }

  private record Came(
      long firstSeed,
      long lastSeed,
      double seconds,
      List<HostileSeries.Sum> attacks,
      List<Broken> broken)
      implements Facts {}

  private record Broken(long seed, String broken, String again) implements Facts {}
}
