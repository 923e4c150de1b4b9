// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.study.trial.RunOptions;

/** Checks a sweep's files for damage, and compares repeated trials with them byte by byte. */
public final class SweepVerify {
  static final int DIFFERENCES_MAX = 10;

  private final SweepPlan plan;
  private final Rows rows;
  private final Rows.Place[] byHash;
  private final long[] indices;
  private final AtomicLong next = new AtomicLong();
  private final List<String> differences = new ArrayList<>();
  private final List<String> damage = new ArrayList<>();
  private long differing;
  private long damaged;
  private @Nullable Exception trouble;

  /**
   * The result: numbers of repeated trials, of those that differ and of damaged lines. Of the last
   * two, the first ones are described in a line each.
   */
  public record Verdict(
      long trials, long differing, List<String> differences, long damaged, List<String> damage) {
    public Verdict {
      differences = List.copyOf(differences);
      damage = List.copyOf(damage);
    }

    public boolean passed() {
      return differing == 0 && damaged == 0;
    }

    /** Returns one JSON object, with a line feed at the end. */
    public String json() {
      return JsonText.page(this);
    }
  }

  private SweepVerify(SweepPlan plan, Rows rows, long[] indices) throws IOException {
    this.plan = plan;
    this.rows = rows;
    this.byHash = rows.byHash();
    this.indices = indices;
  }

  /**
   * Verifies the results in a folder of virtual trials that this code has run; of an unfinished
   * sweep, those in its journal. Repeats all trials, or at most {@code most}, chosen evenly.
   */
  public static Verdict verify(SweepFolder folder, OptionalLong most, int jobs, SweepWatch watch)
      throws LabFailure, FileError {
    SweepPlan plan = SweepPlan.of(folder);
    Optional<String> difference = folder.identity().difference(plan.identity());
    if (difference.isPresent()) {
      throw new LabFailure(folder.path() + " cannot be verified here: " + difference.get());
    }
    if (plan.mode() == RunOptions.Mode.LIVE) {
      throw new LabFailure(folder.path() + " holds live trials, which nothing repeats to the byte");
    }
    boolean whole = Files.exists(folder.results());
    try (Rows rows = whole ? Rows.ofResults(folder.results()) : JournalRows.of(folder)) {
      long[] own =
          whole
              ? LongStream.range(0, plan.ownTrials()).map(plan.shard()::index).toArray()
              : rows.finished().stream().asLongStream().toArray();
      SweepVerify verify = new SweepVerify(plan, rows, chosen(own, most));
      if (whole && rows.count() != own.length && rows.damaged().isEmpty()) {
        verify.differ(folder.results() + " has " + rows.count() + " rows, not " + own.length);
      }
      verify.add(rows.damaged());
      if (whole) {
        try (Rows journal = JournalRows.of(folder)) {
          verify.add(journal.damaged());
        }
      }
      return verify.execute(jobs, watch);
    } catch (IOException e) {
      throw new LabFailure("cannot read the results in " + folder.path() + ": " + e, e);
    }
  }

  private void add(DamagedLines lines) {
    damaged += lines.count();
    damage.addAll(lines.told());
  }

  private static long[] chosen(long[] indices, OptionalLong most) {
    long count = Math.min(most.orElse(indices.length), indices.length);
    return LongStream.range(0, count)
        .map(k -> indices[(int) (k * indices.length / count)])
        .toArray();
  }

  private Verdict execute(int jobs, SweepWatch watch) throws IOException, LabFailure {
    watch.begin(indices.length, 0, jobs);
    List<Thread> threads = new ArrayList<>();
    for (int k = 1; k <= jobs; k++) {
      threads.add(Thread.ofPlatform().name("job-" + k).daemon().start(() -> job(watch)));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    } finally {
      watch.end();
    }
    synchronized (this) {
      switch (trouble) {
        case null -> {}
        case IOException e -> throw e;
        case LabFailure e -> throw e;
        case Exception e -> throw new LabFailure("cannot verify: " + e, e);
      }
      return new Verdict(indices.length, differing, differences, damaged, damage);
    }
  }

  private void job(SweepWatch watch) {
    TrialRunner runner = new TrialRunner(plan, TrialRunner.virtual(plan));
    try {
      for (long k = next.getAndIncrement(); k < indices.length; k = next.getAndIncrement()) {
        TrialRow row = runner.row(plan.key(indices[(int) k]));
        synchronized (this) {
          compare(row);
          watch.finished(row);
        }
      }
    } catch (IOException | LabFailure | RuntimeException e) {
      synchronized (this) {
        trouble = e;
      }
      next.set(indices.length);
    }
  }

  private void compare(TrialRow row) throws IOException, LabFailure {
    byte[] ours = JsonText.line(row).getBytes(StandardCharsets.UTF_8);
    TrialRow nearest = null;
    for (Rows.Place place : rows.find(byHash, row.trial())) {
      if (Arrays.equals(CheckedLine.object(rows.bytes(place)), ours)) {
        return;
      }
      TrialRow other = rows.row(place);
      if (nearest == null
          || (other.parameters().equals(row.parameters())
              && other.repetition() == row.repetition())) {
        nearest = other;
      }
    }
    differ(
        "trial %s… (%s): %s"
            .formatted(
                SweepIdentity.brief(row.trial()),
                row.replay(),
                nearest == null ? "it is not among the results" : RowDifference.of(nearest, row)));
  }

  private synchronized void differ(String difference) {
    differing++;
    if (differences.size() < DIFFERENCES_MAX) {
      differences.add(difference);
    }
  }
}
