// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.ground.ShellWords;
import rani.model.file.FileError;
import rani.report.Sensitivity;
import rani.report.SensitivityMarkdown;
import rani.report.run.SweepRun;
import rani.study.experiment.Sweep;
import rani.study.experiment.Tried;
import rani.study.experiment.TriedChoices;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepEstimate;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepPlan;
import rani.study.trial.RunOptions.Mode;
import rani.tools.dataset.DataSetTopologies;
import rani.tools.option.Jobs;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.tools.option.Runs;
import rani.tools.screen.Quantity;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.EXPERIMENTS)
@Command(
    name = "sensitivity",
    description = {
      "Finds which choice of an experiment moves which number.",
      "Runs the experiment with each alternative to what its file chose, in "
          + "virtual time and on the seeds of the file as it is, and says which "
          + "choice decides where ours and the paper disagree."
    },
    footer = {
      "  rani sensitivity config/experiments/red-gateway.yaml",
      "  rani sensitivity my.yaml --metric drops.total --pick delay=300ms --trials 10",
      "  rani sensitivity my.yaml --choice traffic.0.rto-min --markdown",
      "  rani sensitivity my.yaml --estimate",
      "  rani sensitivity --resume --out runs/my-sensitivity-20261120-101500"
    })
public final class SensitivityCommand extends RaniCommand {
  private static final int TRIALS = 5;
  private static final String FOLDER = "-sensitivity";

  @Mixin private final Jobs jobs = new Jobs();

  @Parameters(
      paramLabel = "EXPERIMENT",
      arity = "0..1",
      description =
          NamedFile.AN_EXPERIMENT + " With --resume that of the folder, if none is given.")
  private @Nullable Path file;

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      description = "Looks at this number; repeatable. Default: those that the paper prints.")
  private List<String> metrics = List.of();

  @Option(
      names = "--choice",
      paramLabel = "NAME",
      description = "Tries this choice; repeatable. Default: all of the file.")
  private List<String> choices = List.of();

  @Option(
      names = "--pick",
      paramLabel = "VARIABLE=VALUE",
      description = "Narrows a variable of the file to a value; repeatable.")
  private List<String> picks = List.of();

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Changes the experiment or its topology before it is checked; repeatable.")
  private List<String> sets = List.of();

  @Option(
      names = {"--trials", "--repeat"},
      paramLabel = "N",
      description = "The number of trials of each alternative. Default: " + TRIALS + ".")
  private @Nullable Integer trials;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The seed of the first trial, in place of the file's; the next has N + 1.")
  private @Nullable Long seed;

  @Option(
      names = "--resume",
      description = "Goes on in --out where it was interrupted; begins if there is nothing yet.")
  private boolean resume;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder, new or empty. Default: one of its own below ./runs.")
  private @Nullable Path out;

  @Option(
      names = "--record",
      description =
          "Keeps the outcome in the folder `sensitivity` beside the file, for reports of its runs.")
  private boolean record;

  @Option(names = "--estimate", description = "Says how long it would take, and runs nothing.")
  private boolean estimate;

  @Option(
      names = "--yes",
      description = "Does not ask before more than " + SweepCommand.UNASKED_MAX + " trials.")
  private boolean yes;

  @Option(names = "--json", description = "Prints the outcome as one JSON object, nothing else.")
  private boolean json;

  @Option(names = "--markdown", description = "Prints the outcome as a table for a document.")
  private boolean markdown;

  @Override
  public Integer call() throws FileError, LabFailure {
    checkOptions();
    SweepPlan plan = plan();
    int atATime = jobs.atATime();
    boolean begun = resume && SweepFolder.isBegun(Objects.requireNonNull(out));
    if (!begun) {
      announce(plan, atATime);
      if (estimate) {
        return OK;
      }
      long trialsToRun = plan.ownTrials();
      if (!yes
          && trialsToRun > SweepCommand.UNASKED_MAX
          && !SweepCommand.agreed("%,d trials".formatted(trialsToRun), screen())) {
        return ExitCodes.BAD_INPUT;
      }
    }
    Path folder = Runs.folder(out, plan.sweep().name() + FOLDER);
    progress("in " + folder);
    SweepOutcome outcome =
        SweepRun.virtual(
            new SweepRun.Order(
                plan, folder, resume, atATime, typed(), jobs.goOn("sensitivity", folder)),
            SweepProgress.ofVerifying(screen()));
    Sensitivity found = Sensitivity.read(folder.resolve(Sensitivity.NAME));
    if (record && file != null) {
      progress("recorded in " + found.recordBeside(file, command(file, plan)));
    }
    if (json) {
      printWhole(found.json());
    } else if (markdown) {
      printWhole(SensitivityMarkdown.of(found));
    } else {
      SensitivityTable.print(found, outcome, screen());
    }
    return exitCode(found.failed() == 0);
  }

  private void checkOptions() throws FileError {
    if (json && markdown) {
      throw wrong("--json or --markdown, not both");
    }
    if (resume && (out == null || estimate)) {
      throw wrong(estimate ? "--estimate runs nothing" : "--resume goes with --out");
    }
    if (file == null) {
      if (!resume) {
        throw wrong("name an experiment file, or --resume with --out");
      }
      if (isToldWhatToRun() || trials != null || seed != null || record) {
        throw wrong("without an experiment file it goes on as it began: --resume and --out alone");
      }
    } else {
      file = NamedFile.experiment(file, screen());
    }
    if (record && isToldWhatToRun()) {
      throw wrong(
          "--record keeps what all choices of the file do to all its numbers: without --metric,"
              + " --choice, --pick and --set");
    }
  }

  private boolean isToldWhatToRun() {
    return !metrics.isEmpty() || !choices.isEmpty() || !picks.isEmpty() || !sets.isEmpty();
  }

  private SweepPlan plan() throws FileError, LabFailure {
    if (file == null) {
      SweepPlan plan = SweepPlan.of(SweepFolder.existing(Objects.requireNonNull(out)));
      if (plan.sweep().tried().isEmpty()) {
        throw wrong(out + " holds a sweep, which `rani sweep --resume` goes on with");
      }
      return plan;
    }
    Sweep sweep =
        TriedChoices.of(file, sets, picks, choices, metrics, new DataSetTopologies(screen()));
    Tried tried = sweep.tried().orElseThrow();
    if (tried.choices().stream().allMatch(choice -> choice.alternatives().isEmpty())) {
      throw wrong(file + " names no alternatives: `choices` has none that fit");
    }
    return Plans.of(
        spec, sweep, Mode.VIRTUAL, trials == null ? TRIALS : trials, seed, Shard.WHOLE, false);
  }

  private void announce(SweepPlan plan, int atATime) {
    Tried tried = plan.sweep().tried().orElseThrow();
    int alternatives =
        tried.choices().stream().mapToInt(choice -> choice.alternatives().size()).sum();
    long variants = tried.numbers().stream().map(Tried.Number::labels).distinct().count();
    progress(
        "%s: %s, %s with %s in %s, %s"
            .formatted(
                plan.sweep().name(),
                Quantity.count(tried.choices().size(), "choice", "choices"),
                Quantity.count(alternatives, "alternative", "alternatives"),
                Quantity.count(tried.numbers().size(), "number", "numbers"),
                Quantity.count(variants, "variant", "variants"),
                Quantity.count(plan.ownTrials(), "trial", "trials")));
    tried.setAside().forEach(why -> progress("inherited, not tried: " + why));
    progress(
        SweepEstimate.seconds(plan, atATime)
            .map(seconds -> "about " + Quantity.span(seconds) + ", " + atATime + " at a time")
            .orElse("it takes long: not one trial was done in ten seconds"));
  }

  /** Returns the command that reproduces the outcome, independent of the file's folder. */
  private String command(Path of, SweepPlan plan) {
    List<String> words = new ArrayList<>(List.of("rani", "sensitivity", "" + of.getFileName()));
    words.addAll(List.of("--trials", "" + plan.repetitions()));
    if (seed != null) {
      words.addAll(List.of("--seed", seed.toString()));
    }
    return ShellWords.join(words);
  }
}
