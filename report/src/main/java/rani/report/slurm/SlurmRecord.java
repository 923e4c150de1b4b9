// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.file.InputFile;
import rani.model.file.UnitError;
import rani.model.file.WholeFile;
import rani.study.sweep.JsonText;
import rani.study.sweep.Shard;
import tools.jackson.core.JacksonException;

/**
 * What is kept of a sweep's jobs in its folder, so that a later process finds them.
 *
 * @param name of the array's jobs, which no other job has
 * @param shards into which the sweep is divided, the same for all jobs
 * @param options as typed
 * @param jobs numbers of the arrays' jobs, in the order in which they were submitted
 * @param losses by shard: how it was lost last
 */
record SlurmRecord(
    String name, int shards, String options, List<Long> jobs, SequencedMap<Integer, Loss> losses) {
  private static final int BYTES_MAX = 64 << 20;
  private static final int NAME_LENGTH_MAX = 24;
  private static final Pattern NAME = Pattern.compile("rani-[A-Za-z0-9_.-]{1,64}");

  /**
   * How often a shard was lost in the same way in a row, without one more trial.
   *
   * @param left trials that were still to be run then
   */
  record Loss(String state, int times, long left) {
    /** Returns this loss once more, or another one. */
    static Loss after(@Nullable Loss before, String state, long left) {
      return before != null && before.state.equals(state) && before.left == left
          ? new Loss(state, before.times + 1, left)
          : new Loss(state, 1, left);
    }
  }

  SlurmRecord {
    jobs = List.copyOf(jobs);
    losses = new TreeMap<>(losses);
  }

  /** Returns the record of a sweep that has no jobs yet. */
  static SlurmRecord of(String experiment, int shards, SlurmOptions options) {
    String kept = experiment.replaceAll("[^A-Za-z0-9_.-]", "-");
    String name =
        "rani-%s-%s"
            .formatted(
                kept.substring(0, Math.min(NAME_LENGTH_MAX, kept.length())),
                HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()));
    return new SlurmRecord(name, shards, options.text(), List.of(), new TreeMap<>());
  }

  SlurmRecord with(long job) {
    List<Long> all = new ArrayList<>(jobs);
    all.add(job);
    return new SlurmRecord(name, shards, options, all, losses);
  }

  SlurmRecord withOptions(SlurmOptions others) {
    return new SlurmRecord(name, shards, others.text(), jobs, losses);
  }

  SlurmRecord withLosses(SequencedMap<Integer, Loss> others) {
    return new SlurmRecord(name, shards, options, jobs, others);
  }

  void write(Path file) throws IOException {
    WholeFile.write(file, JsonText.page(this));
  }

  /** Reads a record; fails if the file is not one. */
  static SlurmRecord read(Path file) throws LabFailure {
    try {
      SlurmRecord record =
          JsonText.read(
              InputFile.text(file, BYTES_MAX).getBytes(StandardCharsets.UTF_8), SlurmRecord.class);
      if (!NAME.matcher(record.name).matches()
          || record.shards < 1
          || record.shards > Shard.SHARDS_MAX) {
        throw new LabFailure(file + " is not what a sweep on Slurm wrote");
      }
      SlurmOptions _ = record.asked();
      return record;
    } catch (IOException | JacksonException e) {
      throw new LabFailure(file + " is not what a sweep on Slurm wrote: " + e.getMessage(), e);
    }
  }

  /** Returns the options. */
  SlurmOptions asked() throws LabFailure {
    try {
      return SlurmOptions.parse(options);
    } catch (UnitError e) {
      throw new LabFailure(e.getMessage(), e);
    }
  }
}
