// SPDX-License-Identifier: Apache-2.0
package rani.study.deal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides which worker runs which trials. It has no clock, thread or connection: it takes what
 * happened, and answers what to hand out.
 *
 * <ul>
 *   <li>A worker is given work for {@link #LEAD_MILLIS} ahead, by the mean time of its trials; at
 *       the end of the sweep less, so that all end together.
 *   <li>What a lost worker has not answered is handed out again, before anything else.
 *   <li>A worker that died may have been killed by one of the trials that it was running. These are
 *       run again one by one, each alone in a worker. One that was alone in {@link #KILLS_MAX}
 *       workers that died is given up.
 *   <li>When nothing is left, idle workers are given copies of what others have not answered. The
 *       first answer counts, and the second has to be the same.
 * </ul>
 *
 * A trial is named by its index in the sweep.
 */
public final class TrialDealer {
  /** How much work a worker has ahead, in milliseconds. */
  static final long LEAD_MILLIS = 1_000;

  /** Limit of the trials that a job has ahead, however short they are. */
  static final int AHEAD_MAX = 1_000;

  /** Number of workers that a trial kills, alone in them, before it is given up. */
  static final int KILLS_MAX = 2;

  /** How many of the trials that are left a worker is given at most: one part in so many. */
  private static final int LEFT_PARTS = 2;

  private final PrimitiveIterator.OfLong fresh;
  private final Deque<Integer> returned = new ArrayDeque<>();
  private final Deque<Integer> suspects = new ArrayDeque<>();

  /** Suspected trials, and how many workers that they were alone in died. */
  private final SequencedMap<Integer, Integer> kills = new LinkedHashMap<>();

  private final SequencedMap<Integer, Worker> workers = new LinkedHashMap<>();

  /** Digests of answers to trials of which a copy is still out. */
  private final SequencedMap<Integer, First> firsts = new LinkedHashMap<>();

  private long left;

  /** What an answer is. */
  public sealed interface Verdict {
    /** The trial's first: to be recorded. */
    record Recorded() implements Verdict {}

    /** The second, and the same; or it comes after the trial was given up. */
    record Same() implements Verdict {}

    /** The second, and another than that of an earlier worker. */
    record Differs(int worker) implements Verdict {}

    /** The worker was not given the trial, or has answered it. */
    record Unasked() implements Verdict {}
  }

  private record First(int worker, String digest) {
    /** Stands for the answer to a trial that was given up. */
    static final First GIVEN_UP = new First(0, "");
  }

  private static final class Worker {
    private final int jobs;
    private final SequencedSet<Integer> open = new LinkedHashSet<>();
    private double meanMillis = Double.NaN;

    /** Whether the worker runs one trial alone. */
    private boolean alone;

    Worker(int jobs) {
      this.jobs = jobs;
    }

    boolean isKnown() {
      return !Double.isNaN(meanMillis);
    }

    /** Returns when it will have answered everything, in milliseconds; NaN if not known. */
    double restMillis() {
      return open.size() * meanMillis / jobs;
    }
  }

  /**
   * Creates a dealer.
   *
   * @param fresh the trials that are to be run, in order
   * @param trials their number
   */
  public TrialDealer(PrimitiveIterator.OfLong fresh, long trials) {
    this.fresh = fresh;
    this.left = trials;
  }

  /** Adds a worker, by a number that no other worker had, that runs so many trials at once. */
  public void join(int worker, int jobs) {
    if (jobs < 1 || workers.putIfAbsent(worker, new Worker(jobs)) != null) {
      throw new IllegalArgumentException("worker " + worker + " with " + jobs + " jobs");
    }
  }

  /** Returns whether every trial is answered or given up. */
  public boolean isDone() {
    return left == 0;
  }

  /** Returns the trials that a worker has not answered, in the order in which it got them. */
  List<Integer> open(int worker) {
    Worker each = workers.get(worker);
    return each == null ? List.of() : List.copyOf(each.open);
  }

  /** Returns whether a worker was handed a trial and has not answered it. */
  public boolean isOpen(int worker, int trial) {
    Worker each = workers.get(worker);
    return each != null && each.open.contains(trial);
  }

  /** Returns what a worker is to be handed now, in order; empty if it is to wait. */
  public List<Integer> deal(int worker) {
    Worker to = workers.get(worker);
    if (to == null || to.alone || isDone()) {
      return List.of();
    }
    if (!suspects.isEmpty()) {
      return to.open.isEmpty() ? alone(to, suspects.removeFirst()) : List.of();
    }
    List<Integer> given = new ArrayList<>();
    for (int more = wanted(to); more > 0; more--) {
      OptionalInt trial = next();
      if (trial.isEmpty()) {
        break;
      }
      to.open.add(trial.getAsInt());
      given.add(trial.getAsInt());
    }
    while (isIdle(to)) {
      Optional<Copy> copy = copyFor(to);
      if (copy.isEmpty()) {
        break;
      }
      int trial = copy.get().trial();
      if (copy.get().from().alone) {
        return to.open.isEmpty() ? alone(to, trial) : given;
      }
      to.open.add(trial);
      given.add(trial);
    }
    return given;
  }

  private static List<Integer> alone(Worker to, int trial) {
    to.alone = true;
    to.open.add(trial);
    return List.of(trial);
  }

  private static boolean isIdle(Worker worker) {
    return worker.open.size() < worker.jobs;
  }

  private OptionalInt next() {
    if (!returned.isEmpty()) {
      return OptionalInt.of(returned.removeFirst());
    }
    return fresh.hasNext() ? OptionalInt.of((int) fresh.nextLong()) : OptionalInt.empty();
  }

  /** Returns the number of trials that a worker should get in addition, in batches. */
  private int wanted(Worker to) {
    double ahead = to.isKnown() ? LEAD_MILLIS / Math.max(to.meanMillis, 1e-3) : 0;
    long most = (1 + (long) Math.min(ahead, AHEAD_MAX)) * to.jobs;
    long allJobs = workers.values().stream().mapToLong(each -> each.jobs).sum();
    long fair = left * to.jobs / (LEFT_PARTS * allJobs);
    long target = Math.max(to.jobs, Math.min(most, fair));
    long wanted = target - to.open.size();
    return isIdle(to) || wanted > target / 4 ? (int) Math.max(wanted, 0) : 0;
  }

  private record Copy(int trial, Worker from) {}

  /**
   * Returns the last trial of the worker that has most to do, of those that no second worker has. A
   * suspected one is copied only from where it is alone, or two workers in turn might give it to
   * each other for ever, each of which it kills among others.
   */
  private Optional<Copy> copyFor(Worker to) {
    @Nullable Copy found = null;
    for (Worker from : workers.values()) {
      if (from == to || (found != null && !isSlower(from, found.from()))) {
        continue;
      }
      for (int trial : from.open.reversed()) {
        boolean mayBeCopied = from.alone || !kills.containsKey(trial);
        if (mayBeCopied && !firsts.containsKey(trial) && holders(trial) == 1) {
          found = new Copy(trial, from);
          break;
        }
      }
    }
    return Optional.ofNullable(found);
  }

  /** Reports whether a worker is done later than another; one that never answered is slowest. */
  private static boolean isSlower(Worker a, Worker b) {
    return b.isKnown() && (!a.isKnown() || a.restMillis() > b.restMillis());
  }

  private long holders(int trial) {
    return workers.values().stream().filter(each -> each.open.contains(trial)).count();
  }

  /**
   * Takes the answer to a trial, which ran for so long.
   *
   * @param digest of the answer, to compare it with another one
   */
  public Verdict answered(int worker, int trial, long millis, String digest) {
    Worker from = workers.get(worker);
    if (from == null || !from.open.remove(trial)) {
      return new Verdict.Unasked();
    }
    from.alone = false;
    from.meanMillis = from.isKnown() ? 0.75 * from.meanMillis + 0.25 * millis : millis;
    First first = firsts.remove(trial);
    if (first != null) {
      return first == First.GIVEN_UP || first.digest().equals(digest)
          ? new Verdict.Same()
          : new Verdict.Differs(first.worker());
    }
    if (holders(trial) > 0) {
      firsts.put(trial, new First(worker, digest));
    }
    kills.remove(trial);
    left--;
    return new Verdict.Recorded();
  }

  /**
   * Takes a worker away without blame on its trials, as its host is lost. Returns how many are
   * handed out again.
   */
  public int lost(int worker) {
    Worker gone = workers.remove(worker);
    if (gone == null) {
      return 0;
    }
    int again = 0;
    for (int trial : gone.open.reversed()) {
      if (firsts.remove(trial) == null && holders(trial) == 0) {
        (gone.alone ? suspects : returned).addFirst(trial);
        again++;
      }
    }
    return again;
  }

  /**
   * Takes a worker away that died, perhaps by one of the trials that it was running, which are the
   * first it has not answered. Returns the trials that are given up: they are to be recorded as
   * failed.
   */
  public List<Integer> died(int worker) {
    Worker gone = workers.get(worker);
    if (gone == null) {
      return List.of();
    }
    List<Integer> running = gone.open.stream().limit(gone.jobs).toList();
    gone.open.removeAll(running);
    boolean wasAlone = running.size() == 1;
    gone.alone = false;
    int _ = lost(worker);
    List<Integer> givenUp = new ArrayList<>();
    for (int trial : running) {
      if (firsts.remove(trial) != null) {
        continue; // another worker has answered it
      }
      int times = kills.merge(trial, wasAlone ? 1 : 0, Integer::sum);
      if (times >= KILLS_MAX) {
        kills.remove(trial);
        left--;
        givenUp.add(trial);
        if (holders(trial) > 0) {
          firsts.put(trial, First.GIVEN_UP);
        }
      } else if (holders(trial) == 0) {
        suspects.addLast(trial);
      }
    }
    return givenUp;
  }
}
