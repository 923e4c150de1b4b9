// SPDX-License-Identifier: Apache-2.0
package rani.study.deal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.study.experiment.SweepFile;
import rani.study.sweep.CodeVersion;
import rani.study.sweep.HandedRow;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepIdentity;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.TrialRow;
import rani.study.sweep.TrialRunner;
import rani.study.trial.RunOptions;
import tools.jackson.core.JacksonException;

/**
 * Runs trials that another process deals out, in this one. It is given a {@link WorkOrder}, then
 * lines of indexes of trials, separated by blanks, and answers by a {@link WorkOrder.Answer}, then
 * by the lines of a journal, in any order. It ends with its input, whatever it is at.
 */
public final class TrialWorker {
  /** Limit of the order, in bytes: an experiment with all that it refers to. */
  private static final int ORDER_BYTES_MAX = 64 << 20;

  private final SweepPlan plan;
  private final String id;
  private final OutputStream out;
  private final Consumer<Throwable> onTrouble;
  private final BlockingQueue<Integer> given = new LinkedBlockingQueue<>();

  private TrialWorker(SweepPlan plan, OutputStream out, Consumer<Throwable> onTrouble) {
    this.onTrouble = onTrouble;
    this.plan = plan;
    this.id = plan.identity().id();
    this.out = out;
  }

  /**
   * Works until the input ends. What it writes down for itself is in a folder that is removed by
   * the one who started it.
   *
   * @param onTrouble ends the process, if no one listens any more or a job cannot go on
   */
  public static void run(
      InputStream from, OutputStream out, Path folder, Consumer<Throwable> onTrouble)
      throws IOException {
    InputStream in = new BufferedInputStream(from);
    byte[] first = BoundedLines.read(in, ORDER_BYTES_MAX);
    if (first.length == 0) {
      return;
    }
    try {
      WorkOrder order = WorkOrder.parse(first);
      SweepPlan plan = plan(order, folder);
      int jobs = order.jobs() == 0 ? Runtime.getRuntime().availableProcessors() : order.jobs();
      jobs = Math.clamp(jobs, 1, WorkOrder.JOBS_MAX);
      TrialWorker worker = new TrialWorker(plan, out, onTrouble);
      worker.say(new WorkOrder.Answer(CodeVersion.hex(), worker.id, jobs, "").line() + "\n");
      for (int k = 1; k <= jobs; k++) {
        Thread _ = Thread.ofPlatform().name("job-" + k).daemon().start(worker::job);
      }
      worker.listen(in);
    } catch (FileError | LabFailure | JacksonException | IllegalArgumentException e) {
      String why = String.valueOf(e.getMessage());
      out.write((WorkOrder.Answer.failed(why).line() + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }

  /** Returns the plan of a sweep that another process began, with this process's code. */
  private static SweepPlan plan(WorkOrder order, Path folder)
      throws IOException, FileError, LabFailure {
    Path file = folder.resolve(SweepFolder.EXPERIMENT);
    Files.writeString(file, order.experiment());
    SweepIdentity sweep = order.sweep();
    return new SweepPlan(
        SweepFile.load(file, List.of(), List.of()),
        RunOptions.Mode.valueOf(sweep.mode().toUpperCase(Locale.ROOT)),
        null,
        OptionalInt.of(sweep.repeat()),
        sweep.seed() == null ? OptionalLong.empty() : OptionalLong.of(sweep.seed()),
        sweep.part(),
        sweep.digests());
  }

  private void listen(InputStream in) throws IOException {
    for (byte[] line = BoundedLines.read(in, HandedRow.LINE_BYTES_MAX);
        line.length > 0;
        line = BoundedLines.read(in, HandedRow.LINE_BYTES_MAX)) {
      for (String word : new String(line, StandardCharsets.US_ASCII).split(" ")) {
        int index = Integer.parseInt(word);
        if (index < 0 || index >= plan.trials()) {
          throw new IOException("there is no trial " + index);
        }
        given.add(index);
      }
    }
  }

  private void job() {
    TrialRunner runner = new TrialRunner(plan, TrialRunner.virtual(plan));
    try {
      while (true) {
        int index = given.take();
        long beginNanos = System.nanoTime();
        TrialRow row = runner.row(plan.key(index));
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNanos);
        say(HandedRow.text(index, millis, id, row));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | Error e) { // the worker must not go on with fewer jobs
      onTrouble.accept(e);
    }
  }

  private void say(String line) throws IOException {
    synchronized (out) {
      out.write(line.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }
}
