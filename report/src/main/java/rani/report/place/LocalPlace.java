// SPDX-License-Identifier: Apache-2.0
package rani.report.place;

import java.util.Optional;
import rani.ground.LabFailure;
import rani.report.run.SweepRun;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepWatch;

/** The cores of this machine. */
public record LocalPlace() implements SweepPlace {
  private static final String WORD = "local";

  static final Kind KIND =
      new Kind() {
        @Override
        public String form() {
          return WORD;
        }

        @Override
        public Optional<String> word() {
          return Optional.of(WORD);
        }

        @Override
        public Optional<SweepPlace> parse(String text) {
          return text.equals(WORD) ? Optional.of(new LocalPlace()) : Optional.empty();
        }
      };

  @Override
  public String text() {
    return WORD;
  }

  @Override
  public SweepOutcome run(SweepRun.Order order, SweepWatch watch) throws LabFailure {
    return SweepRun.virtual(order, watch);
  }
}
