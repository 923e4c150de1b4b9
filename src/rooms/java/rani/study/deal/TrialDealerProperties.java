// SPDX-License-Identifier: Apache-2.0
package rani.study.deal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Workers in virtual steps, which run what they are handed in order, some of them slowly, are lost
 * and die. The oracle is what has to come of it: each trial once, and none given up that kills no
 * worker.
 */
class TrialDealerProperties {
  private static final int STEPS_MAX = 200_000;
  private static final int COPIES_MAX = 2;

  /** A worker: a queue, and as many trials at a time as it has jobs. */
  private static final class Worker {
    private final int number;
    private final int jobs;
    private final int speed;
    private final Deque<Integer> queue = new ArrayDeque<>();
    private final TreeMap<Integer, Integer> running = new TreeMap<>();

    Worker(int number, int jobs, int speed) {
      this.number = number;
      this.jobs = jobs;
      this.speed = speed;
    }
  }

  /** One sweep, played from a seed. */
  private static final class Play {
    private final Random random;
    private final int trials;
    private final Set<Integer> killers = new TreeSet<>();
    private final TrialDealer dealer;
    private final List<Worker> workers = new ArrayList<>();
    private final TreeMap<Integer, Integer> recorded = new TreeMap<>();
    private final TreeMap<Integer, Integer> handedOut = new TreeMap<>();
    private final TreeMap<Integer, Integer> reasons = new TreeMap<>();
    private final Set<Integer> givenUp = new TreeSet<>();
    private int lastNumber;
    private int lossesLeft;
    private boolean mayBeKilled = true;

    Play(long seed, int trials, int hosts, int losses) {
      this.random = new Random(seed);
      this.trials = trials;
      this.lossesLeft = losses;
      this.dealer = new TrialDealer(LongStream.range(0, trials).iterator(), trials);
      for (int k = 0; k < trials / 20; k++) {
        killers.add(random.nextInt(trials));
      }
      for (int k = 0; k < hosts; k++) {
        add();
      }
    }

    void add() {
      Worker worker = new Worker(++lastNumber, 1 + random.nextInt(4), 1 + random.nextInt(9));
      workers.add(worker);
      dealer.join(worker.number, worker.jobs);
    }

    void play() {
      for (int step = 0; !dealer.isDone(); step++) {
        assertTrue(step < STEPS_MAX, "it does not end");
        deal();
        step(workers.get(random.nextInt(workers.size())));
        if (lossesLeft > 0 && random.nextInt(20) == 0) {
          lossesLeft--;
          lose(workers.get(random.nextInt(workers.size())));
        }
      }
    }

    private void deal() {
      for (Worker worker : workers) {
        boolean wasIdle = worker.queue.isEmpty() && worker.running.isEmpty();
        List<Integer> dealt = dealer.deal(worker.number);
        for (int trial : dealt) {
          assertFalse(recorded.containsKey(trial), "it is recorded");
          assertFalse(worker.queue.contains(trial) || worker.running.containsKey(trial), "twice");
          handedOut.merge(trial, 1, Integer::sum);
          worker.queue.add(trial);
          assertTrue(holders(trial) <= COPIES_MAX, "too many copies");
        }
        assertTrue(wasIdle || dealt.isEmpty() || worker.queue.size() <= 1_001 * worker.jobs);
      }
    }

    private long holders(int trial) {
      return workers.stream()
          .filter(each -> each.queue.contains(trial) || each.running.containsKey(trial))
          .count();
    }

    /** Lets a worker begin what it can, and one trial go on. */
    private void step(Worker worker) {
      while (worker.running.size() < worker.jobs && !worker.queue.isEmpty()) {
        worker.running.put(worker.queue.removeFirst(), worker.speed);
      }
      if (worker.running.isEmpty()) {
        return;
      }
      List<Integer> running = List.copyOf(worker.running.keySet());
      int trial = running.get(random.nextInt(running.size()));
      if (killers.contains(trial)) {
        die(worker);
      } else if (mayBeKilled && random.nextInt(500) == 0) {
        mayBeKilled = false; // by someone, once
        die(worker);
      } else if (worker.running.merge(trial, -1, Integer::sum) == 0) {
        worker.running.remove(trial);
        answer(worker, trial);
      }
    }

    private void answer(Worker worker, int trial) {
      TrialDealer.Verdict verdict =
          dealer.answered(worker.number, trial, worker.speed, "row " + trial);
      if (recorded.containsKey(trial)) {
        assertEquals(new TrialDealer.Verdict.Same(), verdict);
      } else {
        assertEquals(new TrialDealer.Verdict.Recorded(), verdict);
        recorded.put(trial, worker.number);
      }
    }

    private void blame(Worker worker) {
      worker.queue.forEach(trial -> reasons.merge(trial, 1, Integer::sum));
      worker.running.keySet().forEach(trial -> reasons.merge(trial, 1, Integer::sum));
    }

    private void die(Worker worker) {
      blame(worker);
      workers.remove(worker);
      for (int trial : dealer.died(worker.number)) {
        assertTrue(givenUp.add(trial), "given up twice");
      }
      add();
    }

    private void lose(Worker worker) {
      blame(worker);
      workers.remove(worker);
      int _ = dealer.lost(worker.number);
      if (workers.isEmpty()) {
        add();
      }
    }

    void assertWhole() {
      assertEquals(killers, givenUp);
      assertEquals(trials, recorded.size() + givenUp.size());
      handedOut.forEach(
          (trial, times) ->
              assertTrue(
                  times <= COPIES_MAX * (1 + reasons.getOrDefault(trial, 0)),
                  () -> "trial " + trial + " was handed out " + times + " times"));
    }
  }

  @Property(tries = 300)
  void each_trial_is_recorded_once_whatever_becomes_of_workers(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 200) int trials,
      @ForAll @IntRange(min = 1, max = 6) int hosts,
      @ForAll @IntRange(min = 0, max = 12) int losses) {
    Play play = new Play(seed, trials, hosts, losses);
    play.play();
    play.assertWhole();
  }
}
