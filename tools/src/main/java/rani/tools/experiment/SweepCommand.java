// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.io.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.report.place.SweepPlace;
import rani.report.run.SweepRun;
import rani.study.experiment.SweepFile;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepEstimate;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepPlan;
import rani.study.trial.RunOptions.Mode;
import rani.tools.dataset.DataSetTopologies;
import rani.tools.option.AttachedOption;
import rani.tools.option.Jobs;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.tools.option.Runs;
import rani.tools.option.ShardConverter;
import rani.tools.screen.Quantity;
import rani.tools.screen.Screen;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.EXPERIMENTS)
@Command(
    name = "sweep",
    description = {
      "Runs all variants of an experiment in virtual time, on all cores.",
      "Each variant is run as often as the file says; results, statistics and "
          + "a report are written."
    },
    synopsisSubcommandLabel = "[merge|verify]",
    footer = {
      "  rani sweep my.yaml",
      "  rani sweep my.yaml --pick discipline=red --pick discipline=codel --trials 50",
      "  rani sweep --resume --out runs/my-20261120-101500",
      "  rani sweep my.yaml --on lab.yaml --trust",
      "  rani sweep my.yaml --on slurm:partition=short,time=2:00:00",
      "  rani sweep my.yaml --shard 2/4 --out part-2",
      "  rani sweep merge part-1 part-2 part-3 part-4 --out all",
      "  rani sweep verify all --trials 10"
    },
    subcommands = {SweepMergeCommand.class, SweepVerifyCommand.class})
public final class SweepCommand extends RaniCommand {
  /** Largest number of trials that run without a confirmation. */
  static final long UNASKED_MAX = 10_000;

  @Mixin private final Jobs jobs = new Jobs();

  @Parameters(
      paramLabel = "EXPERIMENT",
      arity = "0..1",
      description = NamedFile.AN_EXPERIMENT + " With --resume that of the sweep, if none is given.")
  private @Nullable Path file;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      converter = ShardConverter.class,
      description = "Runs the I-th of N parts, I from 1; `rani sweep merge` joins them.")
  private @Nullable Shard shard;

  @Option(
      names = "--resume",
      description =
          "Goes on with the sweep in --out where it was interrupted; begins it if there is none.")
  private boolean resume;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The sweep's folder, new or empty. Default: one of its own below ./runs.")
  private @Nullable Path out;

  @Mixin private final PlaceOption place = new PlaceOption();

  @Mixin private final AttachedOption attached = new AttachedOption();

  @Mixin private final FiguresOption figures = new FiguresOption();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "The seed of each variant's first trial, in place of the file's; the next has N + 1.")
  private @Nullable Long seed;

  @Option(
      names = {"--trials", "--repeat"},
      paramLabel = "N",
      description = "The number of trials of each variant, in place of the file's.")
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
      names = "--digests",
      description =
          "Gives each trial the digest of its trace, which takes about half as long again.")
  private boolean digests;

  @Option(
      names = "--yes",
      description = "Does not ask before more than " + UNASKED_MAX + " trials.")
  private boolean yes;

  @Option(names = "--json", description = "Prints the outcome as one JSON object, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws FileError, LabFailure {
    attached.follow(file);
    SweepPlan plan = plan();
    SweepPlace where = place.place(screen());
    figures.check(plan);
    int atATime = jobs.atATime();
    boolean begun = resume && SweepFolder.isBegun(Objects.requireNonNull(out));
    if (!yes && !begun && plan.ownTrials() > UNASKED_MAX && !agreed(plan, atATime)) {
      return ExitCodes.BAD_INPUT;
    }
    Path folder = Runs.folder(out, plan.sweep().name());
    progress(announcement(plan, folder));
    Optional<SweepOutcome> outcome =
        place.run(
            where,
            new SweepRun.Order(
                plan,
                folder,
                resume,
                where.jobs(atATime, jobs.isAsked()),
                typed(),
                jobs.goOn("sweep", folder) + place.goOn(where)),
            SweepProgress.of(screen()));
    if (outcome.isEmpty()) {
      return ExitCodes.OK;
    }
    int exitCode = SweepTable.print(outcome.get(), json, screen());
    figures.draw(folder, typed(), json ? _ -> {} : line -> print("%s", line), screen());
    return exitCode;
  }

  private SweepPlan plan() throws FileError, LabFailure {
    if (file == null) {
      if (!resume || out == null) {
        throw wrong("name an experiment file, or --resume with --out");
      }
      if (isToldWhatToRun()) {
        throw wrong(
            "without an experiment file a sweep goes on as it began: no --seed, --trials, --shard,"
                + " --set, --pick or --digests");
      }
      if (!SweepFolder.isBegun(out)) {
        throw wrong(
            out
                + " does not say what sweep it is, as one that was ended while it began does not;"
                + " say its experiment file, and the options that it had");
      }
      SweepPlan plan = SweepPlan.of(SweepFolder.existing(out));
      if (plan.mode() == Mode.LIVE) {
        throw wrong(out + " holds a live run, which cannot be gone on with");
      }
      return plan;
    }
    if (resume && out == null) {
      throw wrong("--resume goes with --out");
    }
    file = NamedFile.experiment(file, screen());
    return Plans.of(
        spec,
        SweepFile.load(file, sets, picks, new DataSetTopologies(screen())),
        Mode.VIRTUAL,
        trials,
        seed,
        shard == null ? Shard.WHOLE : shard,
        digests);
  }

  private boolean isToldWhatToRun() {
    boolean whichTrials = seed != null || trials != null || shard != null;
    return whichTrials || digests || !sets.isEmpty() || !picks.isEmpty();
  }

  /** Returns the line that announces a sweep. */
  static String announcement(SweepPlan plan, Path folder) {
    return "%s: %s, %s%s, in %s"
        .formatted(
            plan.sweep().name(),
            Quantity.count(plan.sweep().variants(), "variant", "variants"),
            Quantity.count(plan.ownTrials(), "trial", "trials"),
            plan.shard().isWhole() ? "" : " of shard " + plan.shard(),
            folder);
  }

  private boolean agreed(SweepPlan plan, int atATime) {
    progress("trying a few of %,d trials".formatted(plan.ownTrials()));
    String what =
        "%,d trials, %d at a time, take %s"
            .formatted(
                plan.ownTrials(),
                atATime,
                SweepEstimate.seconds(plan, atATime)
                    .map(seconds -> "about " + Quantity.span(seconds))
                    .orElse("long: not one was done in ten seconds"));
    return agreed(what, screen());
  }

  /** Asks for confirmation at a terminal. */
  static boolean agreed(String what, Screen screen) {
    Console console = System.console();
    if (console == null || !console.isTerminal()) {
      screen.progress(what + "; nothing was begun. With --yes they are run");
      return false;
    }
    String answer = console.readLine("rani: %s. Run them? [y/N] ", what);
    return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
  }
}
