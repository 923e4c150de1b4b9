// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.model.jar.JarStatement;
import rani.world.Facts;

/**
 * Threads that outlive the loaded service that started them. A thread belongs to a jar if its
 * context class loader or its class is the jar's, or a method of the jar is on its stack. Threads
 * inherit the context class loader, which a node sets when it calls a loaded service. Virtual
 * threads are not found, because the JVM does not list them.
 */
final class LeakedThreads {
  private final List<Left> left = new ArrayList<>();

  /** Leaked threads of a service, which is given by name and version. */
  record Left(String service, List<WeakReference<Thread>> threads) {
    List<Thread> alive() {
      return threads.stream()
          .map(WeakReference::get)
          .filter(Objects::nonNull)
          .filter(Thread::isAlive)
          .toList();
    }

    Shown facts() {
      List<Thread> alive = alive();
      return new Shown(service, alive.size(), names(alive).toList());
    }

    private static Stream<String> names(List<Thread> threads) {
      return threads.stream()
          .limit(LoaderLimits.THREADS_NAMED_MAX)
          .map(each -> JarStatement.shown(each.getName()));
    }
  }

  /**
   * Returns the threads of a jar that do not end within {@link LoaderLimits#ENDING_NANOS}. Blocks,
   * so it must not run on a node's thread.
   */
  static Left after(String service, ClassLoader classes) {
    long deadline = System.nanoTime() + LoaderLimits.ENDING_NANOS;
    try {
      for (Thread each : of(classes)) {
        long restMillis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (restMillis > 0) {
          each.join(restMillis);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // threads that still run are reported
    }
    return of(service, of(classes));
  }

  static Left of(String service, List<Thread> threads) {
    return new Left(service, threads.stream().map(WeakReference::new).toList());
  }

  /** Returns the end of a message about leaked threads; empty if there are none. */
  static String text(List<Left> all) {
    StringBuilder text = new StringBuilder();
    for (Left each : all) {
      List<Thread> alive = each.alive();
      int more = alive.size() - LoaderLimits.THREADS_NAMED_MAX;
      if (!alive.isEmpty()) {
        text.append("; ")
            .append(each.service)
            .append(" left ")
            .append(alive.size())
            .append(alive.size() == 1 ? " thread running: " : " threads running: ")
            .append(String.join(", ", Left.names(alive).toList()))
            .append(more > 0 ? " and " + more + " more" : "");
      }
    }
    return text.toString();
  }

  /** Returns the live threads of a jar except the current one, the oldest first. */
  private static List<Thread> of(ClassLoader classes) {
    List<Thread> found = new ArrayList<>();
    int stacks = 0;
    for (Thread each : all()) {
      boolean isOf =
          isWithin(each.getContextClassLoader(), classes)
              || isWithin(each.getClass().getClassLoader(), classes);
      if (!isOf && stacks++ < LoaderLimits.STACKS_MAX) {
        // Class loaders of jars have unique names.
        isOf =
            Arrays.stream(each.getStackTrace())
                .anyMatch(frame -> Objects.equals(frame.getClassLoaderName(), classes.getName()));
      }
      if (isOf && each != Thread.currentThread()) {
        found.add(each);
      }
    }
    return found;
  }

  private static boolean isWithin(@Nullable ClassLoader loader, ClassLoader classes) {
    ClassLoader at = loader;
    while (at != null && at != classes) {
      at = at.getParent();
    }
    return at != null;
  }

  private static List<Thread> all() {
    ThreadGroup root = Objects.requireNonNull(Thread.currentThread().getThreadGroup());
    for (ThreadGroup above = root.getParent(); above != null; above = above.getParent()) {
      root = above;
    }
    Thread[] threads = new Thread[2 * root.activeCount() + 1];
    int count = root.enumerate(threads);
    while (count == threads.length) { // threads beyond the array are left out silently
      threads = new Thread[2 * count];
      count = root.enumerate(threads);
    }
    return Stream.of(threads).limit(count).sorted(Comparator.comparing(Thread::threadId)).toList();
  }

  void add(Left more) {
    if (!more.alive().isEmpty()) {
      left.add(more);
    }
  }

  List<Shown> facts() {
    left.removeIf(each -> each.alive().isEmpty());
    return left.stream().map(Left::facts).toList();
  }

  /** Facts about a service's leaked threads: their number, and the names of the first. */
  record Shown(String service, int threads, List<String> names) implements Facts {}

  void clear() {
    left.clear();
  }
}
