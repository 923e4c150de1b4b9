// SPDX-License-Identifier: Apache-2.0
package rani.tools.generate;

import picocli.CommandLine.Option;
import rani.link.LinkTrace;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.tools.option.RaniCommand;

/** What all models have in common: a seed, a duration, and how values are read. */
abstract class GenerateModelCommand extends RaniCommand {
  private static final long MILLISECOND_NANOS = 1_000_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all that is drawn. Default: ${DEFAULT-VALUE}.")
  long seed;

  @Option(
      names = "--duration",
      paramLabel = "DURATION",
      defaultValue = "60s",
      description = "Length of the trace, 1s to 24 h (1440min). Default: ${DEFAULT-VALUE}.")
  private String duration = "";

  @Override
  public final Integer call() {
    try {
      printWhole(text());
      return OK;
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  /**
   * Returns the file.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  abstract String text();

  final long durationNanos() {
    long nanos = nanos("--duration", duration);
    if (nanos < 1_000 * MILLISECOND_NANOS || nanos > LinkTrace.NANOS_MAX) {
      throw wrong("--duration: a trace lasts 1s…1440min");
    }
    return nanos;
  }

  final int durationMillis() {
    return (int) (durationNanos() / MILLISECOND_NANOS);
  }

  final long nanos(String option, String text) {
    try {
      return Units.durationNanos(text);
    } catch (UnitError e) {
      throw wrong(option + ": ", e);
    }
  }

  final double fraction(String option, String text) {
    try {
      return Units.fraction(text);
    } catch (UnitError e) {
      throw wrong(option + ": ", e);
    }
  }

  final long bitsPerSecond(String option, String text) {
    try {
      return (long) Math.rint(Units.bitsPerSecond(text));
    } catch (UnitError e) {
      throw wrong(option + ": ", e);
    }
  }
}
