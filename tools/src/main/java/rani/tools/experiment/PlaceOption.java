// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.ground.ShellWords;
import rani.model.file.FileError;
import rani.model.file.UnitError;
import rani.report.place.LocalPlace;
import rani.report.place.SweepPlace;
import rani.report.run.SweepRun;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepWatch;
import rani.tools.option.OptionGroup;
import rani.tools.option.TrustOption;
import rani.tools.screen.Screen;

/** The option {@code --on} of commands that run trials. */
final class PlaceOption extends OptionGroup {
  private static final String NAME = "--on";
  private static final String DETACHABLE = "--detach goes with --on slurm";

  /** The words that name a place which is no file. */
  private static final class Words implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return SweepPlace.words().iterator();
    }
  }

  @Option(
      names = NAME,
      paramLabel = "FILE",
      completionCandidates = Words.class,
      description =
          "Where trials run: on the hosts of a topology, or of a file that has only `hosts`, or one"
              + " of ${COMPLETION-CANDIDATES}. slurm may have options: slurm:KEY=VALUE,..., such as"
              + " slurm:partition=short,time=2:00:00,cpus=8,tasks=64. Default: local.")
  private @Nullable String where;

  @Option(
      names = "--detach",
      description =
          "With --on slurm: submits what is to run, and a job that writes the results, and ends.")
  private boolean detach;

  @Mixin private final TrustOption trust = new TrustOption();

  /** Returns where trials run, after its powers were shown; fails if they need more trust. */
  SweepPlace place(Screen screen) throws FileError {
    if (where == null) {
      return local();
    }
    try {
      SweepPlace place = SweepPlace.parse(where);
      if (detach && !place.mayDetach()) {
        throw wrong(DETACHABLE);
      }
      trust.check(Path.of(where), place.powers(), screen);
      return place;
    } catch (UnitError e) {
      throw wrong(NAME + ": " + e.getMessage() + (e.hint().isEmpty() ? "" : "; " + e.hint()));
    }
  }

  private SweepPlace local() {
    if (detach) {
      throw wrong(DETACHABLE);
    }
    return new LocalPlace();
  }

  /** Runs the sweep; empty if trials run without this process. */
  Optional<SweepOutcome> run(SweepPlace place, SweepRun.Order order, SweepWatch watch)
      throws LabFailure {
    return detach ? place.submit(order, watch) : Optional.of(place.run(order, watch));
  }

  /** Returns what the command that goes on has behind its other words; begins with a blank. */
  String goOn(SweepPlace place) {
    if (where == null) {
      return "";
    }
    return " " + ShellWords.join(List.of(NAME, place.text())) + (trust.isGiven() ? " --trust" : "");
  }
}
