// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** What a process writes to one of its streams, as it comes. */
final class Transcript {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final StringBuilder text = new StringBuilder();
  private boolean ended;

  /** Reads until the stream ends. */
  Transcript(InputStream stream) {
    Thread.ofPlatform().daemon().start(() -> read(stream));
  }

  private void read(InputStream stream) {
    char[] chunk = new char[4096];
    try (Reader reader = new InputStreamReader(stream, UTF_8)) {
      for (int length = reader.read(chunk); length >= 0; length = reader.read(chunk)) {
        add(new String(chunk, 0, length), false);
      }
      add("", true);
    } catch (IOException e) {
      add("\n[the rest cannot be read: " + e + "]\n", true);
    }
  }

  private void add(String piece, boolean last) {
    lock.lock();
    try {
      text.append(piece);
      ended = last;
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Everything so far. */
  String text() {
    lock.lock();
    try {
      return text.toString();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a line like this; false if the stream ends without one, or time is up. */
  boolean await(Predicate<String> line, Duration limit) {
    BooleanSupplier seen = () -> text.toString().lines().anyMatch(line);
    return until(() -> ended || seen.getAsBoolean(), limit) && text().lines().anyMatch(line);
  }

  /** Waits until all that has come is like this; false if time is up, or the stream ends before. */
  boolean awaitText(Predicate<String> wanted, Duration limit) {
    BooleanSupplier seen = () -> wanted.test(text.toString());
    return until(() -> ended || seen.getAsBoolean(), limit) && wanted.test(text());
  }

  /** Waits for the end of the stream; false if time is up before. */
  boolean awaitEnd(Duration limit) {
    return until(() -> ended, limit);
  }

  private boolean until(BooleanSupplier condition, Duration limit) {
    lock.lock();
    try {
      long leftNanos = limit.toNanos();
      while (!condition.getAsBoolean()) {
        if (leftNanos <= 0) {
          return false;
        }
        leftNanos = more.awaitNanos(leftNanos);
      }
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    } finally {
      lock.unlock();
    }
  }
}
