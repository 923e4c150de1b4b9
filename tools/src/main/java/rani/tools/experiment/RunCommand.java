// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.nodehost.folder.RunDirectory;
import rani.report.Sensitivity;
import rani.report.paper.Figures;
import rani.report.run.ExperimentRun;
import rani.report.run.SweepRun;
import rani.study.expectation.Expectation;
import rani.study.experiment.Experiment;
import rani.study.experiment.RunRule;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepPlan;
import rani.study.trial.ExperimentResult;
import rani.study.trial.RunOptions;
import rani.study.trial.RunOptions.Mode;
import rani.study.trial.ServicesAtEnd;
import rani.testbed.Trust;
import rani.tools.dataset.DataSetTopologies;
import rani.tools.option.Jobs;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.tools.option.Runs;
import rani.tools.option.TraceLimitOption;
import rani.tools.option.TrustOption;
import rani.tools.screen.Quantity;
import rani.tools.screen.VerbGroup;
import rani.tools.window.RunWindow;

@VerbGroup.Of(VerbGroup.EXPERIMENTS)
@Command(
    name = "run",
    description = {
      "Runs an experiment, live or in virtual time, and reports on it.",
      "The report shows the results beside the paper's figures. Of a file with "
          + "variables it runs every variant, one after the other."
    },
    footer = {
      "  rani run config/experiments/hello.yaml",
      "  rani run config/experiments/hello.yaml --mode virtual --seed 7 --json",
      "  rani run config/experiments/ring-reroute.yaml --open",
      "  rani run my.yaml --set 'topology.links.n7 -- n8.delay=300ms' --trials 5",
      "  rani run sweep.yaml --mode virtual --pick limiter=codel --trials 1 --seed 7"
    })
public final class RunCommand extends RaniCommand {
  /** The most services that failed of which a line is printed. */
  private static final int FAILURES_MAX = 10;

  @Parameters(paramLabel = "EXPERIMENT", description = NamedFile.AN_EXPERIMENT)
  private Path file;

  @Option(
      names = "--mode",
      paramLabel = "live|virtual",
      defaultValue = "live",
      description = "Real JVMs and sockets, or virtual time. Default: ${DEFAULT-VALUE}.")
  private Mode mode;

  @Option(names = "--in-process", description = "Keeps the nodes of a live run in one JVM.")
  private boolean inProcess;

  @Option(
      names = "--transport",
      paramLabel = "mmsg|epoll|nio",
      description = "What carries a live run's datagrams. Default: the best that there is here.")
  private @Nullable Transport transport;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The seed of the first trial, in place of the file's; the next has N + 1.")
  private @Nullable Long seed;

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "The number of trials, 1…10000, in place of the file's.")
  private @Nullable Integer trials;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Changes the experiment or its topology before it is checked; repeatable.")
  private List<String> sets = List.of();

  @Option(
      names = "--pick",
      paramLabel = "VARIABLE=VALUE",
      description = "Narrows a variable to a value; repeatable.")
  private List<String> picks = List.of();

  @Option(
      names = "--compress",
      paramLabel = "N",
      description =
          "Runs it N times faster: gaps, delays and timers divided by N, rates multiplied. In place"
              + " of the file's, in either mode.")
  private @Nullable String compress;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run's folder, new or empty. Default: one of its own below ./runs.")
  private @Nullable Path out;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Writes every event of the first trial to this file, in order.")
  private @Nullable Path trace;

  @Option(
      names = "--open",
      description =
          "Shows it in the browser, until Ctrl-C: a live run from its beginning on, for which it"
              + " waits up to 30 s, one in virtual time as it is computed.")
  private boolean open;

  @Option(names = "--why", description = "Lists the reasons of a doubtful verdict.")
  private boolean why;

  @Option(names = "--json", description = "Prints the result as one JSON object, nothing else.")
  private boolean json;

  @Mixin private final FiguresOption figures = new FiguresOption();

  @Mixin private final TraceLimitOption traceLimit = new TraceLimitOption();

  @Mixin private final TrustOption trust = new TrustOption();

  @Override
  public Integer call() throws FileError, LabFailure {
    file = NamedFile.experiment(file, screen());
    Sweep sweep = SweepFile.load(file, changes(), picks, new DataSetTopologies(screen()));
    int wanted = trials == null ? sweep.repeat() : trials;
    if (wanted < 1 || wanted > Experiment.TRIALS_MAX) {
      throw wrong("--trials is 1…" + Experiment.TRIALS_MAX + ", not " + wanted);
    }
    if (inProcess && mode == Mode.VIRTUAL) {
      throw wrong("--in-process goes with --mode live");
    }
    SweepPlan plan = Plans.of(spec, sweep, mode, trials, seed, Shard.WHOLE, true);
    figures.check(plan);
    RunOptions options =
        new RunOptions(
            mode,
            inProcess,
            transport == null ? Transport.best() : transport,
            plan.key(0).seed(),
            wanted,
            Optional.ofNullable(trace),
            typed());
    if (mode == Mode.LIVE) { // virtual time uses no powers
      trust.check(file, sweep.powers(Experiment.TRIALS_MAX), screen());
    }
    return sweep.variants() == 1 && plan.hasSeedsInARow()
        ? runOne(sweep, options)
        : runEach(plan, options);
  }

  /** Returns the edits of the file that options ask for, the pace included. */
  private List<String> changes() {
    List<String> changes = new ArrayList<>(sets);
    changes.addAll(traceLimit.edits());
    if (compress != null) {
      changes.add("compress=" + compress);
      changes.add("live.compress=" + compress);
    }
    return changes;
  }

  private int runOne(Sweep sweep, RunOptions options) throws LabFailure, FileError {
    Experiment given = sweep.variant(0).experiment();
    Experiment experiment = mode == Mode.LIVE ? given.forLive() : given;
    RunDirectory directory =
        out == null
            ? RunDirectory.create(experiment.name(), LocalDateTime.now())
            : RunDirectory.at(out);
    String pace = experiment.pace().inWords();
    progress(
        experiment.name() + (pace.isEmpty() ? "" : ", " + pace + ",") + " in " + directory.path());
    if (mode == Mode.LIVE && options.trials() > 1) {
      progress(howLong(experiment, options.trials()));
    }
    if (sweep.recorded().isPresent()) {
      Sensitivity known =
          Sensitivity.copy(sweep.recorded().get(), sweep.fileDigest().orElse(""), directory.path());
      SweepProgress.tellRecorded(known.stale(), screen());
    }
    if (!open) {
      ExperimentRun run = new ExperimentRun(experiment, options, directory, clock());
      run.plot(sweep.plots(), sweep.labels(0));
      return execute(run, directory.path());
    }
    boolean follows = mode == Mode.LIVE && !inProcess && options.trials() == 1;
    try (RunWindow window = new RunWindow(directory, follows, screen(), clock())) {
      ExperimentRun run = new ExperimentRun(experiment, options, directory, window);
      run.plot(sweep.plots(), sweep.labels(0));
      if (mode == Mode.VIRTUAL) {
        run.show(window.open(experiment, options));
      }
      int exitCode = execute(run, directory.path());
      window.showEnd();
      return exitCode;
    }
  }

  private LiveClock clock() {
    return new LiveClock(
        screen(), spec.commandLine().getErr(), mode == Mode.LIVE && SweepProgress.isTerminal());
  }

  /** Says how long live trials take, one after the other, before their user waits for them. */
  private static String howLong(Experiment experiment, int trials) {
    RunRule rule = experiment.run();
    long nanos = rule.endNanosMax();
    return "%s live, one after the other, take %s%s; --mode virtual needs no such wait"
        .formatted(
            Figures.counted(trials, "trial"),
            rule.untilTrafficDone() ? "up to " : "",
            Quantity.time(Math.multiplyExact(nanos, (long) trials)));
  }

  private int execute(ExperimentRun run, Path folder) throws LabFailure, FileError {
    ExperimentResult result = run.execute();
    if (json) {
      printWhole(result.json());
    } else {
      print(result);
    }
    draw(folder);
    return exitCode(result.passed());
  }

  /** Runs every trial of every variant, one after the other. */
  private int runEach(SweepPlan plan, RunOptions options) throws LabFailure, FileError {
    if (plan.trials() > Experiment.TRIALS_MAX) {
      throw wrong(
          "%,d trials are too many to be run one after the other; `rani sweep` runs them"
              .formatted(plan.trials()));
    }
    if (open || trace != null) {
      String option = open ? "--open" : "--trace";
      throw wrong(option + " goes with a single variant; --pick chooses one");
    }
    Path folder = Runs.folder(out, plan.sweep().name());
    progress(SweepCommand.announcement(plan, folder));
    SweepProgress watch =
        mode == Mode.LIVE ? SweepProgress.inLines(screen()) : SweepProgress.of(screen());
    SweepOutcome outcome =
        mode == Mode.LIVE
            ? SweepRun.live(order(plan, folder, options, ""), options, clock(), watch)
            : SweepRun.virtual(
                order(plan, folder, options, new Jobs().goOn("sweep", folder)), watch);
    int exitCode = SweepTable.print(outcome, json, screen());
    draw(folder);
    return exitCode;
  }

  private void draw(Path folder) throws LabFailure, FileError {
    figures.draw(folder, typed(), json ? _ -> {} : line -> print("%s", line), screen());
  }

  private static SweepRun.Order order(
      SweepPlan plan, Path folder, RunOptions options, String goOn) {
    return new SweepRun.Order(plan, folder, false, 1, options.command(), goOn);
  }

  private static String verdict(ExperimentResult result) {
    int all = result.trials().size();
    if (result.passed()) {
      return all == 1 ? "passed" : "passed: " + all + " trials";
    }
    long failed = result.trials().stream().filter(trial -> !trial.passed()).count();
    long seed = result.representative().seed();
    return all == 1
        ? "failed, with seed " + seed
        : "failed: %d of %d trials; above is the first of them, with seed %d"
            .formatted(failed, all, seed);
  }

  private void print(ExperimentResult result) {
    Trust trusted = result.trust();
    int reasons = trusted.reasons().size();
    if (trusted.verdict() == Trust.Verdict.DOUBTFUL) {
      print(
          "doubtful: this machine was too busy; try again on a quiet one, or with --mode virtual");
    }
    for (Expectation.Result one : result.representative().expectations()) {
      String name = one.expectation().name();
      if (one.passed()) {
        print(
            "ok      %s: %s (%s)",
            name,
            Figures.measured(one, result.representative().metrics()),
            one.expectation().bound());
      } else {
        print("FAILED  %s: %s", name, one.reason());
      }
    }
    List<ServicesAtEnd.Failure> failed = result.serviceFailures();
    failed.stream().limit(FAILURES_MAX).forEach(one -> print("WARNING %s", one.words()));
    if (failed.size() > FAILURES_MAX) {
      print("WARNING and %d more services, in the report", failed.size() - FAILURES_MAX);
    }
    result.digest().ifPresent(digest -> print("digest %s", digest));
    print(
        "trust  %s%s",
        trusted.verdict().text(),
        why || reasons == 0
            ? ""
            : " (" + Figures.counted(reasons, "reason") + " in the report, and by --why)");
    if (why) {
      trusted.reasons().forEach(reason -> print("       %s", reason));
    }
    print("report %s", result.report());
    print("%s", verdict(result));
  }
}
