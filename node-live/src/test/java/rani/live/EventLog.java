// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import rani.node.TraceLines;
import rani.world.NodeTrace;

/** A node's trace, to be waited on. */
final class EventLog implements TraceLines.Sink {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final String node;
  private final List<String> lines = new ArrayList<>();

  EventLog(String node) {
    this.node = node;
  }

  NodeTrace trace() {
    return new TraceLines(node, this);
  }

  @Override
  public synchronized void line(byte[] ascii) {
    lines.add(new String(ascii, StandardCharsets.US_ASCII).strip());
    notifyAll();
  }

  /** Waits until so many lines contain all of the words. */
  synchronized List<String> await(int count, String... words) {
    return await(count, line -> hasAll(line, words));
  }

  /** Looks at each line once: there may be many. */
  private List<String> await(int count, Predicate<String> wanted) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    List<String> found = new ArrayList<>();
    int seen = 0;
    while (true) {
      for (; seen < lines.size(); seen++) {
        if (wanted.test(lines.get(seen))) {
          found.add(lines.get(seen));
        }
      }
      if (found.size() >= count) {
        return found;
      }
      long leftNanos = deadline - System.nanoTime();
      if (leftNanos <= 0) {
        throw new AssertionError(
            "only " + found.size() + " of " + count + " came at " + node + ": " + tail());
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  synchronized long count(String... words) {
    return lines.stream().filter(line -> hasAll(line, words)).count();
  }

  /** How many lines contain some words before the first that contains others. */
  synchronized long countBefore(String words, String others) {
    return lines.stream()
        .takeWhile(line -> !line.contains(others))
        .filter(line -> line.contains(words))
        .count();
  }

  private static boolean hasAll(String line, String... words) {
    for (String word : words) {
      if (!line.contains(word)) {
        return false;
      }
    }
    return true;
  }

  private String tail() {
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
  }

  /** A line's time, in nanoseconds. */
  static long nanos(String line) {
    return Long.parseLong(line.substring(0, line.indexOf(' ')).replace(".", ""));
  }
}
