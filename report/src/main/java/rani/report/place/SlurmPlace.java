// SPDX-License-Identifier: Apache-2.0
package rani.report.place;

import java.util.Optional;
import rani.ground.LabFailure;
import rani.model.file.UnitError;
import rani.report.run.SweepRun;
import rani.report.slurm.SlurmOptions;
import rani.report.slurm.SlurmSweep;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepWatch;

/** The nodes of a cluster, by Slurm: {@code slurm}, or {@code slurm:KEY=VALUE,…}. */
public record SlurmPlace(SlurmOptions options) implements SweepPlace {
  private static final String WORD = "slurm";
  private static final String BEGINNING = WORD + ":";

  static final Kind KIND =
      new Kind() {
        @Override
        public String form() {
          return WORD + "[:KEY=VALUE,…]";
        }

        @Override
        public Optional<String> word() {
          return Optional.of(WORD);
        }

        @Override
        public Optional<SweepPlace> parse(String text) throws UnitError {
          if (!text.equals(WORD) && !text.startsWith(BEGINNING)) {
            return Optional.empty();
          }
          String options = text.equals(WORD) ? "" : text.substring(BEGINNING.length());
          return Optional.of(new SlurmPlace(SlurmOptions.parse(options)));
        }
      };

  @Override
  public String text() {
    return options.values().isEmpty() ? WORD : BEGINNING + options.text();
  }

  @Override
  public boolean mayDetach() {
    return true;
  }

  @Override
  public SweepOutcome run(SweepRun.Order order, SweepWatch watch) throws LabFailure {
    return SlurmSweep.run(options, order, watch);
  }

  @Override
  public Optional<SweepOutcome> submit(SweepRun.Order order, SweepWatch watch) throws LabFailure {
    return SlurmSweep.submit(options, order, watch);
  }
}
