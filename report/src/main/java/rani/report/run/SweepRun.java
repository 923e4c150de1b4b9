// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.ground.ShutdownHook;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import rani.report.Sensitivity;
import rani.study.experiment.Experiment;
import rani.study.sweep.CheckedLine;
import rani.study.sweep.Journal;
import rani.study.sweep.JournalRows;
import rani.study.sweep.JsonText;
import rani.study.sweep.Provenance;
import rani.study.sweep.RetriedTrial;
import rani.study.sweep.Rows;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepIdentity;
import rani.study.sweep.SweepLock;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.SweepWatch;
import rani.study.sweep.TrialRow;
import rani.study.sweep.TrialRunner;
import rani.study.trial.RunOptions;
import rani.study.trial.Trial;

/**
 * Runs the trials of a sweep, several at a time, and records each result immediately. Jobs share
 * only the work list and the journal: each trial has its own network, time and random streams, so
 * that its result does not depend on the job or the order.
 */
public final class SweepRun {
  private static final double MILLIS_PER_SECOND = 1000;

  private final Order order;
  private final SweepPlan plan;
  private final SweepFolder folder;
  private final SweepWatch watch;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong ran = new AtomicLong();
  private final AtomicLong workMillis = new AtomicLong();
  private BitSet finished = new BitSet();
  private volatile @Nullable Exception trouble;
  private final CountDownLatch interrupted = new CountDownLatch(1);

  /** Whether the sweep may go on without this process. */
  private boolean mayLeave;

  /** Reasons why results of live trials are doubtful. */
  private List<String> doubts = List.of();

  /**
   * The task: a sweep and its folder, which need not exist, the number of concurrent trials, the
   * command as typed, and the command that resumes after an interruption, or "".
   */
  public record Order(
      SweepPlan plan, Path folder, boolean resume, int jobs, String command, String goOn) {}

  private SweepRun(Order order, SweepWatch watch) {
    this.order = order;
    this.plan = order.plan();
    this.folder = new SweepFolder(order.folder());
    this.watch = watch;
  }

  /** Runs a sweep in virtual time. Failed trials do not throw. */
  public static SweepOutcome virtual(Order order, SweepWatch watch) throws LabFailure {
    return in(TrialRunner.virtual(order.plan()), order, watch);
  }

  /** Runs every trial live, one after another, each in its own folder; variants alternate. */
  public static SweepOutcome live(
      Order order, RunOptions options, Progress progress, SweepWatch watch) throws LabFailure {
    List<String> doubts = new ArrayList<>();
    TrialRunner.World world =
        (experiment, key, replay) -> {
          progress.say("trial " + (key.index() + 1) + " of " + order.plan().trials());
          Trial tried =
              RetriedTrial.run(
                  paced(experiment).withoutCaptures(),
                  key.seed(),
                  options,
                  new SweepFolder(order.folder()).trial(key.index()),
                  progress);
          for (String reason : tried.trust().reasons()) {
            doubts.add("trial " + (key.index() + 1) + ": " + reason);
          }
          return tried;
        };
    SweepRun run = new SweepRun(order, watch);
    run.doubts = doubts;
    return run.whole(run.here(world));
  }

  /** Applies the changes that the experiment file has for live runs. */
  private static Experiment paced(Experiment experiment) throws LabFailure {
    try {
      return experiment.forLive();
    } catch (FileError e) {
      throw new LabFailure(e.getMessage(), e);
    }
  }

  /** Runs a sweep with another way of running trials. */
  public static SweepOutcome in(TrialRunner.World world, Order order, SweepWatch watch)
      throws LabFailure {
    SweepRun run = new SweepRun(order, watch);
    return run.whole(run.here(world));
  }

  /** Runs a sweep by workers that may be elsewhere. */
  public static SweepOutcome by(OpenTrials.Workers workers, Order order, SweepWatch watch)
      throws LabFailure {
    return new SweepRun(order, watch).whole(workers);
  }

  /** Does the same, but the workers may leave trials open; there is no outcome then. */
  public static Optional<SweepOutcome> begin(
      OpenTrials.Workers workers, Order order, SweepWatch watch) throws LabFailure {
    SweepRun run = new SweepRun(order, watch);
    run.mayLeave = true;
    return run.execute(workers);
  }

  private SweepOutcome whole(OpenTrials.Workers workers) throws LabFailure {
    return execute(workers).orElseThrow();
  }

  private Optional<SweepOutcome> execute(OpenTrials.Workers workers) throws LabFailure {
    folder.make();
    if (!order.resume()) {
      SweepLock.check(folder.path());
      if (!folder.isEmpty()) {
        throw new LabFailure(
            folder.path()
                + " is not empty; a sweep has a folder of its own, or goes on with --resume");
      }
    }
    try (SweepLock lock = SweepLock.take(folder.path())) {
      return executeLocked(workers);
    } catch (IOException e) {
      throw new LabFailure(
          "cannot write to %s: %s; finished trials are kept, and once that is mended this goes on: "
                  .formatted(folder.path(), e.getMessage())
              + order.goOn(),
          e);
    }
  }

  private Optional<SweepOutcome> executeLocked(OpenTrials.Workers workers)
      throws IOException, LabFailure {
    prepare();
    Provenance provenance = Provenance.begin(plan, folder, "run", order.command(), order.jobs());
    long whole = recall(provenance);
    if (finished.cardinality() < plan.ownTrials()) {
      try (Journal journal = Journal.open(folder.journal(), plan.identity().id(), whole);
          ShutdownHook end = new ShutdownHook(() -> interrupt(journal))) {
        work(journal, provenance, workers);
      }
    } else if (!Files.exists(folder.journal())) {
      WholeFile.write(folder.journal(), ""); // there are more shards than trials
    }
    if (isInterrupted()) {
      throw new LabFailure("interrupted");
    }
    if (mayLeave && finished.cardinality() < plan.ownTrials()) {
      return Optional.empty();
    }
    SweepOutcome outcome = Results.write(plan, folder, provenance.command());
    if (!doubts.isEmpty()) {
      provenance.note("doubts", doubts);
    }
    provenance.end(ran.get(), workMillis.get() / MILLIS_PER_SECOND);
    return Optional.of(outcome.withDoubts(doubts));
  }

  /** Initializes a new folder, or checks that an existing folder is of this sweep. */
  private void prepare() throws IOException, LabFailure {
    if (!Files.exists(folder.identityFile())) {
      if (Files.exists(folder.journal()) || !onlyBegun()) {
        throw new LabFailure(
            folder.path() + " is no folder of a sweep: it has no " + SweepFolder.IDENTITY);
      }
      WholeFile.write(folder.experiment(), plan.sweep().text());
      WholeFile.write(folder.identityFile(), plan.identity().json());
      Optional<Path> recorded = plan.sweep().recorded();
      if (recorded.isPresent()) {
        Sensitivity known =
            Sensitivity.copy(recorded.get(), plan.sweep().fileDigest().orElse(""), folder.path());
        watch.recorded(known.stale());
      }
      return;
    }
    SweepIdentity before = folder.identity();
    Optional<String> difference = before.difference(plan.identity());
    if (difference.isEmpty() && !before.part().equals(plan.shard())) {
      difference = Optional.of("the shard is " + plan.shard() + ", not " + before.part());
    }
    if (difference.isPresent()) {
      throw new LabFailure(
          "the sweep in " + folder.path() + " is another, since " + difference.get());
    }
  }

  /** Returns whether an earlier run ended before it recorded its task. */
  private boolean onlyBegun() throws IOException {
    Set<Path> known = Set.of(folder.experiment(), folder.path().resolve(SweepLock.FILE));
    try (Stream<Path> files = Files.list(folder.path())) {
      return files.allMatch(file -> known.contains(file) || WholeFile.isUnfinished(file));
    }
  }

  /** Finds finished trials; returns the end of the journal's intact part, for new rows. */
  private long recall(Provenance provenance) throws IOException, LabFailure {
    if (!Files.exists(folder.journal()) || InputFile.isDevice(folder.journal())) {
      return 0; // devices are not read; writing to one may fail, as on any disk
    }
    try (Rows rows = JournalRows.of(folder)) {
      finished = rows.finished();
      rows.remarks().forEach(watch::remark);
      if (rows.damaged().isEmpty()) {
        return rows.wholeBytes();
      }
      provenance.note("damage", rows.remarks());
      mend(rows);
      return Files.size(folder.journal());
    }
  }

  /** Removes damaged lines from the journal, after saving a copy. */
  private void mend(Rows rows) throws IOException {
    Files.copy(folder.journal(), folder.damagedJournal(), StandardCopyOption.REPLACE_EXISTING);
    WholeFile.write(folder.journal(), rows::copy);
    watch.remark(
        "trials are run again where damage left no whole line of them; "
            + folder.damagedJournal()
            + " keeps the journal as it was");
  }

  private void work(Journal journal, Provenance provenance, OpenTrials.Workers workers)
      throws IOException, LabFailure {
    watch.begin(plan.ownTrials(), finished.cardinality(), order.jobs());
    try {
      workers.run(new Recorder(journal, provenance));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      trouble = e;
    } catch (Exception e) {
      trouble = e;
    } finally {
      watch.end();
    }
    switch (trouble) {
      case null -> {}
      case IOException e -> throw e;
      case LabFailure e -> throw e;
      case Exception e -> throw new LabFailure("the sweep broke off: " + e, e);
    }
  }

  /** Returns workers that are threads of this JVM. */
  private OpenTrials.Workers here(TrialRunner.World world) {
    return trials -> {
      List<Thread> jobs = new ArrayList<>();
      for (int k = 1; k <= order.jobs(); k++) {
        jobs.add(
            Thread.ofPlatform()
                .name("job-" + k)
                .daemon()
                .start(() -> job((Recorder) trials, world)));
      }
      for (Thread job : jobs) {
        job.join();
      }
    };
  }

  private void job(Recorder recorder, TrialRunner.World world) {
    TrialRunner runner = new TrialRunner(plan, world);
    try {
      for (long k = next.getAndIncrement(); k < plan.ownTrials(); k = next.getAndIncrement()) {
        long index = plan.inTurn(k);
        if (trouble != null || isInterrupted()) {
          return;
        }
        if (!recorder.isFinished(index)) {
          run(runner, index, recorder);
        }
      }
    } catch (IOException | RuntimeException e) {
      trouble = e;
    } catch (Error e) { // e.g. out of memory: the sweep must not continue with fewer jobs
      trouble = new IllegalStateException(e.toString(), e);
    }
  }

  private void run(TrialRunner runner, long index, Recorder recorder) throws IOException {
    long beginNanos = System.nanoTime();
    TrialRow row = runner.row(plan.key(index));
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNanos);
    if (isInterrupted()) {
      return; // the interruption has ended the live trial's nodes
    }
    recorder.record(index, millis, CheckedLine.of(JsonText.line(row)), row);
  }

  /** Writes rows into the journal, one call at a time. */
  private final class Recorder implements OpenTrials {
    private final Journal journal;
    private final Provenance provenance;

    Recorder(Journal journal, Provenance provenance) {
      this.journal = journal;
      this.provenance = provenance;
    }

    @Override
    public SweepPlan plan() {
      return plan;
    }

    @Override
    public synchronized boolean isFinished(long index) {
      return finished.get((int) index);
    }

    @Override
    public synchronized long left() {
      return plan.ownTrials() - finished.cardinality();
    }

    @Override
    public boolean isInterrupted() {
      return SweepRun.this.isInterrupted();
    }

    @Override
    public boolean isInterruptedWithin(long millis) throws InterruptedException {
      return interrupted.await(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized boolean take(long index, long millis, byte[] row) throws IOException {
      Optional<TrialRow> read = Rows.whole(row);
      if (read.isPresent()) {
        record(index, millis, new String(row, StandardCharsets.UTF_8), read.get());
      }
      return read.isPresent();
    }

    synchronized void record(long index, long millis, String line, TrialRow row)
        throws IOException {
      if (finished.get((int) index) || isInterrupted()) {
        return;
      }
      journal.append(index, millis, line);
      finished.set((int) index);
      ran.incrementAndGet();
      workMillis.addAndGet(millis);
      synchronized (watch) {
        watch.finished(row);
      }
    }

    @Override
    public synchronized void contradict(long index, long millis, byte[] row) throws IOException {
      if (!isInterrupted()) {
        journal.append(index, millis, new String(row, StandardCharsets.UTF_8));
      }
    }

    @Override
    public synchronized void note(int jobs, String key, List<?> values) {
      provenance.jobs(jobs);
      provenance.note(key, values);
    }

    @Override
    public void remark(String line) {
      synchronized (watch) {
        watch.remark(line);
      }
    }
  }

  private boolean isInterrupted() {
    return interrupted.getCount() == 0;
  }

  private void interrupt(Journal journal) {
    interrupted.countDown();
    try {
      journal.close();
    } catch (IOException e) {
      trouble = e; // trials that are not on disk are run again
    }
    watch.interrupted(order.goOn());
  }
}
