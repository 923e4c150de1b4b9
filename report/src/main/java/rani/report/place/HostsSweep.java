// SPDX-License-Identifier: Apache-2.0
package rani.report.place;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Sha256;
import rani.ground.ShutdownHook;
import rani.model.host.TopologyHost;
import rani.report.run.OpenTrials;
import rani.study.deal.TrialDealer;
import rani.study.sweep.CheckedLine;
import rani.study.sweep.HandedRow;
import rani.study.sweep.JsonText;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.TrialRow;
import rani.study.sweep.TrialRunner;
import rani.testbed.host.WorkHost;
import rani.testbed.host.WorkerEnd;

/**
 * Runs the trials of a sweep on hosts. {@link TrialDealer} decides who runs what; this class acts:
 * it opens hosts and workers, hands out, takes rows, and gives up hosts. A host that is lost is not
 * used again in this session.
 */
final class HostsSweep implements WorkerLink.Listener {
  /** Time limit for hosts to be ready: a distribution may have to be sent and prepared. */
  static final long READY_SECONDS_MAX = 300;

  /** Limit of the workers of a host that die; the host is given up then. */
  static final int DEATHS_MAX = 100;

  /** Why a trial broke off that {@link TrialDealer} gave up. The same wherever it ran. */
  static final String FATAL = "it ended each process that ran it, two in turn";

  private final List<TopologyHost> hosts;
  private final int jobs;
  private final Opener opener;
  private final Executor late;
  private final OpenTrials trials;
  private final SweepPlan plan;
  private final TrialDealer dealer;
  private final SequencedMap<Integer, WorkerLink> links = new TreeMap<>();
  private final SequencedMap<Integer, TrialHost> open = new TreeMap<>();

  /** Names of hosts by the numbers of all their workers. */
  private final SequencedMap<Integer, String> names = new LinkedHashMap<>();

  private final long beginNanos = System.nanoTime();
  private int lastNumber;
  private int alive;
  private boolean begun;
  private boolean over;
  private @Nullable Exception trouble;

  /** Opens hosts, which say meanwhile how far they are. */
  @FunctionalInterface
  interface Opener {
    WorkHost open(TopologyHost host, Consumer<String> progress) throws LabFailure;
  }

  /**
   * Runs trials on some hosts, see {@link OpenTrials.Workers#run}.
   *
   * @param jobs how many trials each runs at a time; 0 for as many as it has cores
   */
  static void run(List<TopologyHost> hosts, int jobs, Opener opener, OpenTrials trials)
      throws Exception {
    Executor late =
        CompletableFuture.delayedExecutor(WorkerLink.ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
    run(hosts, jobs, opener, late, trials);
  }

  /**
   * Runs trials on some hosts.
   *
   * @param late see {@link WorkerLink#open}
   */
  static void run(
      List<TopologyHost> hosts, int jobs, Opener opener, Executor late, OpenTrials trials)
      throws Exception {
    new HostsSweep(hosts, jobs, opener, late, trials).run();
  }

  private HostsSweep(
      List<TopologyHost> hosts, int jobs, Opener opener, Executor late, OpenTrials trials) {
    this.hosts = hosts;
    this.jobs = jobs;
    this.opener = opener;
    this.late = late;
    this.trials = trials;
    this.plan = trials.plan();
    this.dealer =
        new TrialDealer(
            LongStream.range(0, plan.ownTrials())
                .map(plan::inTurn)
                .filter(index -> !trials.isFinished(index))
                .iterator(),
            trials.left());
  }

  private void run() throws Exception {
    try (ShutdownHook _ = new ShutdownHook(this::abandon)) {
      openAll();
      begin();
      awaitEnd();
    } finally {
      tell();
      closeAll();
    }
    if (trouble != null) {
      throw trouble;
    }
  }

  private void openAll() throws LabFailure, InterruptedException {
    List<Callable<TrialHost>> opening = new ArrayList<>();
    for (TopologyHost host : hosts) {
      int number = newNumber(); // in the order of the file, no matter which is ready first
      opening.add(() -> open(host, number));
    }
    List<Throwable> failures = new ArrayList<>();
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      List<Future<TrialHost>> all = threads.invokeAll(opening, READY_SECONDS_MAX, TimeUnit.SECONDS);
      for (int k = 0; k < all.size(); k++) {
        switch (all.get(k).state()) {
          case SUCCESS -> {}
          case FAILED -> failures.add(all.get(k).exceptionNow());
          case CANCELLED, RUNNING ->
              failures.add(
                  new LabFailure(
                      "host %s: not ready after %s s"
                          .formatted(hosts.get(k).name(), READY_SECONDS_MAX)));
        }
      }
    } finally {
      threads.shutdownNow(); // without waiting for one that hangs
    }
    for (Throwable failure : failures) {
      if (failure instanceof LabFailure refused && refused.isOfInput()) {
        throw refused; // with another build it would compute something else
      }
    }
    if (links.isEmpty() || failures.stream().anyMatch(RuntimeException.class::isInstance)) {
      throw new LabFailure(
          String.join("\n  ", failures.stream().map(Throwable::getMessage).toList()),
          failures.getFirst());
    }
    failures.forEach(failure -> trials.remark(failure.getMessage() + "; it goes on without it"));
  }

  private TrialHost open(TopologyHost named, int number) throws LabFailure {
    TrialHost host = new TrialHost(opener.open(named, trials::remark));
    try {
      WorkerLink link = WorkerLink.open(number, host, plan, jobs, late);
      synchronized (this) {
        if (begun || over) {
          throw new LabFailure("it was ready too late");
        }
        host.runs(link.jobs());
        open.put(number, host);
        links.put(link.number(), link);
        names.put(link.number(), host.name());
      }
      return host;
    } catch (LabFailure e) {
      host.work().close();
      String why = "host " + host.name() + ": " + e.getMessage();
      throw e.isOfInput() ? LabFailure.ofInput(why) : new LabFailure(why, e);
    } catch (RuntimeException e) {
      host.work().close();
      throw e;
    }
  }

  private synchronized int newNumber() {
    return ++lastNumber;
  }

  private synchronized void begin() {
    begun = true;
    alive = links.size();
    for (WorkerLink link : links.values()) {
      dealer.join(link.number(), link.jobs());
      trials.remark("host %s: %s at a time".formatted(link.host().name(), counted(link.jobs())));
    }
    deal();
    links.values().forEach(this::listenTo);
  }

  private static String counted(long many) {
    return many == 1 ? "1 trial" : many + " trials";
  }

  private void listenTo(WorkerLink link) {
    Thread.ofVirtual().start(() -> link.listen(this));
  }

  private synchronized void awaitEnd() throws InterruptedException {
    while (!over && !dealer.isDone() && !trials.isInterrupted()) {
      wait();
    }
    over = true;
  }

  /** Hands out what the dealer decides now. */
  private void deal() {
    for (WorkerLink link : links.values()) {
      List<Integer> dealt = dealer.deal(link.number());
      if (!dealt.isEmpty()) {
        link.hand(dealt);
      }
    }
    if (dealer.isDone()) {
      notifyAll();
    }
  }

  private void fail(Exception why) {
    trouble = why;
    over = true;
    notifyAll();
  }

  @Override
  public synchronized boolean isOpen(WorkerLink link, int index) {
    return dealer.isOpen(link.number(), index);
  }

  @Override
  public synchronized void answered(WorkerLink link, HandedRow row) throws IOException {
    if (over) {
      return;
    }
    byte[] line = row.line().getBytes(StandardCharsets.UTF_8);
    long sinceBeginNanos = System.nanoTime() - beginNanos;
    long millis = Math.min(row.millis(), TimeUnit.NANOSECONDS.toMillis(sinceBeginNanos));
    TrialDealer.Verdict verdict =
        dealer.answered(link.number(), row.index(), millis, Sha256.hex(row.line()));
    switch (verdict) {
      case TrialDealer.Verdict.Recorded _ -> {
        link.host().recorded(millis);
        record(row.index(), millis, line);
      }
      case TrialDealer.Verdict.Same _ -> link.host().compared();
      case TrialDealer.Verdict.Differs differs -> contradict(link, row, line, differs.worker());
      case TrialDealer.Verdict.Unasked _ ->
          throw new IOException("it answers trial " + row.index() + ", which it was not given");
    }
    deal();
  }

  private void record(long index, long millis, byte[] line) {
    try {
      if (!trials.take(index, millis, line)) {
        fail(new LabFailure("trial " + index + " has a row that cannot be recorded"));
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  private void contradict(WorkerLink link, HandedRow row, byte[] line, int first) {
    try {
      trials.contradict(row.index(), row.millis(), line);
      fail(
          new LabFailure(
              ("host %s and host %s ran the same trial (index %s, %s) and came to different"
                      + " results; neither is believed, and --resume runs it again. Where code and"
                      + " seed are the same this must not be: one of the machines computes wrongly")
                  .formatted(nameOf(first), link.host().name(), row.index(), row.row().replay())));
    } catch (IOException e) {
      fail(e);
    }
  }

  private String nameOf(int worker) {
    return names.getOrDefault(worker, "?");
  }

  @Override
  public void died(WorkerLink link, WorkerEnd end) {
    TrialHost host = link.host();
    boolean again;
    synchronized (this) {
      if (over) {
        return;
      }
      links.remove(link.number());
      for (int index : dealer.died(link.number())) {
        giveUp(index);
      }
      again = host.died() < DEATHS_MAX;
      trials.remark("host " + host.name() + ": " + WorkerLink.inWords(end));
      deal();
    }
    String why = DEATHS_MAX + " of its workers died";
    if (again) {
      try {
        WorkerLink next = WorkerLink.open(newNumber(), host, plan, host.jobs(), late);
        if (joined(next)) {
          next.listen(this);
        }
        return;
      } catch (LabFailure e) {
        why = String.valueOf(e.getMessage());
      }
    }
    synchronized (this) {
      lose(host, why, 0);
    }
  }

  private synchronized boolean joined(WorkerLink link) {
    if (over) {
      link.close();
      return false;
    }
    links.put(link.number(), link);
    names.put(link.number(), link.host().name());
    dealer.join(link.number(), link.jobs());
    deal();
    return true;
  }

  private void giveUp(int index) {
    TrialRunner runner = new TrialRunner(plan, TrialRunner.virtual(plan));
    TrialRow row = runner.fatal(plan.key(index), FATAL);
    record(index, 0, CheckedLine.of(JsonText.line(row)).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public synchronized void lost(WorkerLink link, String why) {
    if (over || links.remove(link.number()) == null) {
      return;
    }
    lose(link.host(), why, dealer.lost(link.number()));
  }

  private void lose(TrialHost host, String why, int again) {
    if (over) {
      return;
    }
    host.lose(why);
    alive--;
    Thread.ofVirtual().start(host.work()::abandon);
    trials.remark(
        "host %s is lost: %s%s"
            .formatted(
                host.name(),
                why,
                again == 0 ? "" : "; " + counted(again) + " that it had are run elsewhere"));
    if (alive == 0) {
      fail(new LabFailure("no host is left; finished trials are kept, --resume goes on"));
      return;
    }
    deal();
  }

  /** Tells how many trials each host ran, to the user and in provenance. */
  private synchronized void tell() {
    over = true;
    for (TrialHost host : open.values()) {
      trials.remark("host %s ran %s".formatted(host.name(), counted(host.trials())));
    }
    trials.note(
        open.values().stream().mapToInt(TrialHost::jobs).sum(),
        "hosts",
        open.values().stream().map(TrialHost::told).toList());
  }

  private void closeAll() {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (TrialHost host : opened()) {
        threads.execute(host.isLost() ? host.work()::abandon : host.work()::close);
      }
    }
  }

  private synchronized List<TrialHost> opened() {
    return List.copyOf(open.values());
  }

  /** Ends everything as the JVM ends. */
  private void abandon() {
    synchronized (this) {
      over = true;
      notifyAll();
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      opened().forEach(host -> threads.execute(host.work()::abandon));
    }
  }
}
