// SPDX-License-Identifier: Apache-2.0
package rani.report.place;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import rani.ground.LabFailure;
import rani.model.file.Quoted;
import rani.study.deal.BoundedLines;
import rani.study.deal.WorkOrder;
import rani.study.sweep.HandedRow;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.TrialRunner;
import rani.testbed.host.WorkerChannel;
import rani.testbed.host.WorkerEnd;
import tools.jackson.core.JacksonException;

/**
 * The conversation with one worker. What the worker says is not believed: lines are bounded, and a
 * row must be one that the trial may have.
 */
final class WorkerLink implements AutoCloseable {
  /** Time limit for the answer to an order: a JVM has to start, and to make the sweep's plan. */
  static final long ANSWER_SECONDS_MAX = 120;

  /** Limit of the answer to an order, in bytes. */
  private static final int ANSWER_BYTES_MAX = 1 << 16;

  private static final int CODE_DIGITS_SHOWN = 12;

  /** Most characters of a host's text that are shown. */
  private static final int SHOWN_MAX = 300;

  private final int number;
  private final TrialHost host;
  private final SweepPlan plan;
  private final String sweep;
  private final WorkerChannel channel;
  private final InputStream in;
  private final int jobs;
  private final BlockingQueue<String> toSend = new LinkedBlockingQueue<>();
  private final Thread sender;

  /** Receives what a worker does, from one thread. */
  interface Listener {
    /** Returns whether a worker has been handed a trial and has not answered it. */
    boolean isOpen(WorkerLink link, int index);

    /** A row that the trial may have. Throws if the worker must not be listened to any more. */
    void answered(WorkerLink link, HandedRow row) throws IOException;

    /** The worker's process has ended, and its host lives on. */
    void died(WorkerLink link, WorkerEnd end);

    /** The host is lost, or says what it should not. */
    void lost(WorkerLink link, String why);
  }

  private WorkerLink(
      int number, TrialHost host, SweepPlan plan, WorkerChannel channel, InputStream in, int jobs) {
    this.number = number;
    this.host = host;
    this.plan = plan;
    this.sweep = plan.identity().id();
    this.channel = channel;
    this.in = in;
    this.jobs = jobs;
    this.sender = Thread.ofVirtual().unstarted(this::send);
  }

  /**
   * Starts a worker and has it make the sweep's plan.
   *
   * @param number a new one
   * @param jobs how many trials it runs at a time; 0 for as many as its host has cores
   * @param late runs what it is given once {@link #ANSWER_SECONDS_MAX} are over
   * @throws LabFailure if the host cannot run these trials, {@linkplain LabFailure#isOfInput of
   *     input} if it has another build; the message does not name the host
   */
  static WorkerLink open(int number, TrialHost host, SweepPlan plan, int jobs, Executor late)
      throws LabFailure {
    WorkerChannel channel;
    try {
      channel = host.work().worker();
    } catch (IOException e) {
      throw new LabFailure(String.valueOf(e.getMessage()), e);
    }
    AtomicBoolean isLate = new AtomicBoolean();
    CompletableFuture<Void> limit =
        CompletableFuture.runAsync(
            () -> {
              isLate.set(true);
              channel.close(); // which ends the waiting below
            },
            late);
    try {
      return begin(number, host, plan, jobs, channel);
    } catch (LabFailure | IOException | JacksonException e) {
      channel.close();
      if (isLate.get()) {
        throw new LabFailure("a worker did not answer within " + ANSWER_SECONDS_MAX + " s", e);
      }
      throw e instanceof LabFailure refused
          ? refused
          : new LabFailure(String.valueOf(e.getMessage()), e);
    } finally {
      limit.cancel(false);
    }
  }

  private static WorkerLink begin(
      int number, TrialHost host, SweepPlan plan, int jobs, WorkerChannel channel)
      throws LabFailure, IOException {
    WorkOrder order = new WorkOrder(plan.identity(), plan.sweep().text(), jobs);
    channel.out().write((order.line() + "\n").getBytes(StandardCharsets.UTF_8));
    channel.out().flush();
    InputStream in = new BufferedInputStream(channel.in());
    byte[] line = BoundedLines.read(in, ANSWER_BYTES_MAX);
    Optional<WorkerEnd> end = WorkerEnd.parse(line);
    if (line.length == 0 || end.isPresent()) {
      throw new IOException(
          end.map(WorkerLink::inWords)
              .or(() -> host.work().lost())
              .orElse("no worker was started there"));
    }
    WorkOrder.Answer answer = WorkOrder.Answer.parse(line);
    check(answer, plan);
    int agreed = Math.clamp(answer.jobs(), 1, jobs == 0 ? WorkOrder.JOBS_MAX : jobs);
    WorkerLink link = new WorkerLink(number, host, plan, channel, in, agreed);
    link.sender.start();
    return link;
  }

  private static void check(WorkOrder.Answer answer, SweepPlan plan) throws LabFailure {
    if (!answer.failure().isEmpty()) {
      throw LabFailure.ofInput("it cannot run these trials: " + shown(answer.failure()));
    }
    if (!answer.code().equals(plan.code())) {
      throw LabFailure.ofInput(
          "its code is another: %s…, not %s…; all hosts need the same build and plug-ins"
              .formatted(shown(brief(answer.code())), brief(plan.code())));
    }
    if (!answer.sweep().equals(plan.identity().id())) {
      throw LabFailure.ofInput("it makes another sweep of this file");
    }
  }

  private static String brief(String code) {
    return code.substring(0, Math.min(CODE_DIGITS_SHOWN, code.length()));
  }

  /** Returns the text of another host without control characters, shortened. */
  static String shown(String text) {
    return Quoted.plain(text.strip(), SHOWN_MAX);
  }

  /** Returns how a worker has ended, in words. */
  static String inWords(WorkerEnd end) {
    String said = shown(end.said());
    return "a worker ended with exit code " + end.ended() + (said.isEmpty() ? "" : ": " + said);
  }

  int number() {
    return number;
  }

  TrialHost host() {
    return host;
  }

  int jobs() {
    return jobs;
  }

  /** Hands out trials. Does not wait for the host. */
  void hand(List<Integer> trials) {
    toSend.add(trials.stream().map(String::valueOf).collect(Collectors.joining(" ", "", "\n")));
  }

  private void send() {
    try {
      while (true) {
        channel.out().write(toSend.take().getBytes(StandardCharsets.US_ASCII));
        channel.out().flush();
      }
    } catch (IOException e) {
      return; // the reader hears of the end, too
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads what the worker says, to its end; then tells the listener about that. */
  void listen(Listener listener) {
    try {
      read(listener);
    } finally {
      sender.interrupt(); // no one is there who takes an order
    }
  }

  private void read(Listener listener) {
    TrialRunner judge = new TrialRunner(plan, TrialRunner.virtual(plan));
    String why = "its connection ended";
    try {
      for (byte[] line = BoundedLines.read(in, HandedRow.LINE_BYTES_MAX);
          line.length > 0;
          line = BoundedLines.read(in, HandedRow.LINE_BYTES_MAX)) {
        Optional<WorkerEnd> end = WorkerEnd.parse(line);
        if (end.isPresent()) {
          listener.died(this, end.get());
          return;
        }
        listener.answered(this, checked(HandedRow.parse(line, sweep), judge, listener));
      }
    } catch (IOException | RuntimeException e) {
      why = String.valueOf(e.getMessage());
    }
    listener.lost(this, shown(host.work().lost().orElse(why)));
  }

  private HandedRow checked(HandedRow row, TrialRunner judge, Listener listener)
      throws IOException {
    if (!listener.isOpen(this, row.index())) {
      throw new IOException("it answers trial " + row.index() + ", which it was not given");
    }
    if (!judge.mayBe(row.row(), plan.key(row.index()))) {
      throw new IOException("its row of trial " + row.index() + " is none of that trial");
    }
    return row;
  }

  /** Ends the worker at once. */
  @Override
  public void close() {
    channel.close();
  }
}
