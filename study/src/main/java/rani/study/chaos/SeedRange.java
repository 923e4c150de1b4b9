// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.ground.LabFailure;

/** The seeds {@code first…last}, at most {@link #SEEDS_MAX}, each of which is one run. */
public record SeedRange(long first, long last) {
  public static final long SEEDS_MAX = 1_000_000;

  private static final Pattern TEXT = Pattern.compile("(\\d{1,18})\\.\\.(\\d{1,18})");

  public SeedRange {
    if (last < first || last - first >= SEEDS_MAX) {
      throw new IllegalArgumentException(
          "seeds are FIRST..LAST, at most " + SEEDS_MAX + ", not " + first + ".." + last);
    }
  }

  /** Parses a range such as {@code 1..1000}. Throws {@link IllegalArgumentException}. */
  public static SeedRange parse(String text) {
    Matcher range = TEXT.matcher(text);
    if (!range.matches()) {
      throw new IllegalArgumentException("`" + text + "` is no range of seeds, such as 1..1000");
    }
    return new SeedRange(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)));
  }

  public long seeds() {
    return last - first + 1;
  }

  /** Runs all seeds on {@code jobs} threads; one result at a time is passed on. */
  public <T> void run(int jobs, LongFunction<T> one, Consumer<T> finished) throws LabFailure {
    AtomicLong next = new AtomicLong(first);
    List<Thread> threads = new ArrayList<>();
    for (int job = 0; job < Math.min(jobs, seeds()); job++) {
      threads.add(
          Thread.ofPlatform().name("seeds-" + job).daemon().start(() -> run(next, one, finished)));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      next.set(last + 1);
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    }
  }

  private <T> void run(AtomicLong next, LongFunction<T> one, Consumer<T> finished) {
    for (long seed = next.getAndIncrement(); seed <= last; seed = next.getAndIncrement()) {
      T outcome = one.apply(seed);
      synchronized (next) {
        finished.accept(outcome);
      }
    }
  }
}
