// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import rani.ground.LabFailure;
import rani.model.file.Units;
import rani.nodehost.session.TraceTarget;
import rani.study.experiment.LiveRule;

/**
 * The disk space for the traces of a live run. Each node has an equal share, at which its trace
 * ends; see {@link rani.live.TraceFile}.
 *
 * @param bytesMax limit of the total size
 * @param freeBytes free space on the traces' file system
 * @param isSaid whether a user or a file has set the limit explicitly
 */
public record TraceBudget(long bytesMax, long freeBytes, boolean isSaid) {
  private static final int FREE_SHARE = 2;

  /** Smallest size of traces that is worth a remark. */
  private static final long TOLD_BYTES_MIN = 100_000_000;

  /** Returns the budget in a folder, with the limit set by a user or a file, if there is one. */
  public static TraceBudget of(Path folder, OptionalLong said) {
    long free = folder.toFile().getUsableSpace();
    return new TraceBudget(
        said.orElse(Math.clamp(free / FREE_SHARE, LiveRule.TRACE_BYTES_MIN, TraceTarget.BYTES_MAX)),
        free,
        said.isPresent());
  }

  /**
   * Returns a remark on the traces of a run, empty if there is none. Throws {@link LabFailure} if
   * they do not fit and no limit was set explicitly.
   */
  public Optional<String> judge(TraceForecast forecast, int nodes) throws LabFailure {
    boolean fits = forecast.busiestBytes() <= bytesMax / nodes;
    String comes =
        "traces come to about "
            + size(forecast.bytes())
            + (forecast.isUpperEnd() ? " if it takes all of " : " in ")
            + Units.printDuration(forecast.spanNanos());
    if (!fits && !isSaid && !forecast.isUpperEnd()) {
      throw new LabFailure(
          comes
              + ", "
              + share(forecast, nodes)
              + "; "
              + size(freeBytes)
              + " are free. Say how much they may have, behind which they end: --trace-limit "
              + Units.printSize(Math.max(1, bytesMax / 1_000_000) * 1_000_000));
    }
    if (!fits) {
      return Optional.of(comes + ", " + share(forecast, nodes) + ", and end there");
    }
    return forecast.bytes() < TOLD_BYTES_MIN
        ? Optional.empty()
        : Optional.of(comes + "; " + size(freeBytes) + " are free");
  }

  private String share(TraceForecast forecast, int nodes) {
    return "that of the busiest node to %s, where each of %s may have %s"
        .formatted(size(forecast.busiestBytes()), nodes, size(bytesMax / nodes));
  }

  static String size(long bytes) {
    if (bytes >= 1_000_000_000) {
      return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
    }
    return String.format(Locale.ROOT, "%d MB", Math.max(1, Math.round(bytes / 1e6)));
  }
}
