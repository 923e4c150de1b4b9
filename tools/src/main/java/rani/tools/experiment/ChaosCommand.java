// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.study.chaos.ChaosOutcome;
import rani.study.chaos.ChaosPlan;
import rani.study.chaos.ChaosSeries;
import rani.study.chaos.ReasonsReached;
import rani.study.chaos.SeedRange;
import rani.tools.option.Jobs;
import rani.tools.option.RaniCommand;
import rani.tools.screen.Quantity;
import rani.tools.screen.VerbGroup;
import rani.world.Facts;
import rani.world.Inline;

@VerbGroup.Of(VerbGroup.EXPERIMENTS)
@Command(
    name = "chaos",
    description = {
      "Searches for bugs by networks, traffic and faults made by seed.",
      "Runs each in virtual time, checks invariants after every event, checks "
          + "deliveries at their destinations, and whether the network recovers."
    },
    exitCodeList = {
      "0:everything holds",
      "1:something does not; the seed and how to see it again are printed; or a thousand seeds or"
          + " more have not reached every reason for which nodes drop packets",
      "2:bad usage"
    },
    footer = {
      "  rani chaos --nodes 100 --seeds 1..1000",
      "  rani chaos --nodes 100 --seed 142 --print"
    })
public final class ChaosCommand extends RaniCommand {
  private static final int SEEDS_DEFAULT = 100;
  private static final int STEPS = 20;

  @Mixin private final Jobs jobs = new Jobs();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "100",
      description = "The number of nodes of every network, 3…1000. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--seeds",
      paramLabel = "A..B",
      description = "The range of seeds. Default: 1..100.")
  private @Nullable String seeds;

  @Option(names = "--seed", paramLabel = "N", description = "This seed alone.")
  private @Nullable Long seed;

  @Option(
      names = "--print",
      description = "Prints the network of a --seed and its faults, and runs nothing.")
  private boolean print;

  @Option(names = "--json", description = "Prints the outcome as one JSON object, nothing else.")
  private boolean json;

  private long finished;
  private long events;
  private long frames;
  private long faults;
  private long connections;
  private ChaosOutcome.Judged judged = ChaosOutcome.Judged.NONE;
  private final ReasonsReached reasons = new ReasonsReached();
  private final List<ChaosOutcome> broken = new ArrayList<>();

  @Override
  public Integer call() throws LabFailure {
    ChaosSeries series = series();
    if (print) {
      return printed();
    }
    int atATime = jobs.atATime();
    long beginNanos = System.nanoTime();
    series.run(atATime, outcome -> take(outcome, series));
    double seconds = (System.nanoTime() - beginNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    if (json) {
      printJson(facts(series, seconds));
    } else {
      tell(series, seconds);
    }
    boolean reached = reasons.missing().isEmpty() || !series.mustReachAll();
    return exitCode(broken.isEmpty() && reached);
  }

  private void tell(ChaosSeries series, double seconds) {
    print(
        "%d seeds of %d nodes: %d faults, %,d frames, %d connections, %,d events, each followed"
            + " by a look at the books; %s",
        series.seeds(), nodes, faults, frames, connections, events, Quantity.span(seconds));
    print(
        "judged where they arrived: %,d messages, %,d bytes of streams, %,d datagrams; %d excused",
        judged.messages(), judged.streamBytes(), judged.datagrams(), judged.excused());
    int all = reasons.frames().size();
    List<String> missing = reasons.missing();
    print(
        "reasons for drops reached: %d of %d%s",
        all - missing.size(), all, missing.isEmpty() ? "" : "; not " + String.join(", ", missing));
    print("%s", verdict(series, missing));
  }

  private String verdict(ChaosSeries series, List<String> missing) {
    if (!broken.isEmpty()) {
      return broken.size() + " seeds do not hold";
    }
    return missing.isEmpty() || !series.mustReachAll()
        ? "everything holds"
        : "what was reached holds; " + series.seeds() + " seeds have to reach every reason";
  }

  private ChaosSeries series() {
    if (seed != null && seeds != null || print && seed == null) {
      throw wrong(print ? "--print takes one --seed" : "one --seed or several --seeds, not both");
    }
    try {
      long one = seed == null ? 1 : seed;
      return new ChaosSeries(
          nodes,
          seeds == null
              ? new SeedRange(one, seed == null ? SEEDS_DEFAULT : one)
              : SeedRange.parse(seeds));
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private int printed() {
    ChaosPlan plan = ChaosPlan.of(seed == null ? 1 : seed, nodes);
    printWhole(plan.plainFile());
    plan.faultLines().forEach(line -> print("# %s", line));
    return OK;
  }

  private void take(ChaosOutcome outcome, ChaosSeries series) {
    finished++;
    events += outcome.events();
    frames += outcome.frames();
    faults += outcome.faults();
    connections += outcome.connections();
    judged = judged.plus(outcome.judged());
    reasons.add(outcome);
    if (outcome.broken().isPresent()) {
      broken.add(outcome);
      progress("seed " + outcome.seed() + ": " + outcome.broken().get());
      progress("  again: " + series.replay(outcome.seed()));
    }
    if (!json && finished * STEPS / series.seeds() > (finished - 1) * STEPS / series.seeds()) {
      progress("%d of %d seeds".formatted(finished, series.seeds()));
    }
  }

  private record Came(
      int nodes,
      long firstSeed,
      long lastSeed,
      long seeds,
      long faults,
      long frames,
      long connections,
      long events,
      double seconds,
      @Inline ChaosOutcome.Judged judged,
      SequencedMap<String, Long> drops,
      List<String> reasonsMissing,
      List<Broken> broken)
      implements Facts {}

  private record Broken(long seed, String broken, String again) implements Facts {}

  private Facts facts(ChaosSeries series, double seconds) {
    return new Came(
        nodes,
        series.range().first(),
        series.range().last(),
        finished,
        faults,
        frames,
        connections,
        events,
        seconds,
        judged,
        reasons.frames(),
        reasons.missing(),
        ChaosSeries.sorted(broken).stream()
            .map(
                each ->
                    new Broken(each.seed(), each.broken().orElse(""), series.replay(each.seed())))
            .toList());
  }
}
