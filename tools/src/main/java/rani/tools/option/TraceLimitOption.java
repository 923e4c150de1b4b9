// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.study.experiment.LiveRule;

/** The option {@code --trace-limit} of commands that run live networks. */
public final class TraceLimitOption extends OptionGroup {
  @Option(
      names = "--trace-limit",
      paramLabel = "SIZE",
      description =
          "What the traces of a live network may have together, a like share for each node; one"
              + " that has had its share ends and says so. Default: 8GB, or half of what is free.")
  private @Nullable String limit;

  /** Returns the option as an edit of an experiment. */
  public List<String> edits() {
    return limit == null ? List.of() : List.of("live.trace-limit=" + limit);
  }

  /** Returns the limit in bytes; empty if there is none. */
  public OptionalLong bytes() {
    if (limit == null) {
      return OptionalLong.empty();
    }
    try {
      long bytes = Units.sizeBytes(limit);
      if (bytes < LiveRule.TRACE_BYTES_MIN) {
        throw new UnitError("at least " + Units.printSize(LiveRule.TRACE_BYTES_MIN));
      }
      return OptionalLong.of(bytes);
    } catch (UnitError e) {
      throw wrong("--trace-limit: " + e.getMessage());
    }
  }
}
