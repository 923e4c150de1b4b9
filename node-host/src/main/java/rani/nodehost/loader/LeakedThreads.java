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
 * Threads that outlive the service from a jar that started them. A thread belongs to a jar if its
 * context class loader is the jar's, which threads inherit and a node sets when it calls a loaded
 * service; or if its class is from the jar; or if a method of the jar is on its stack. Virtual
 * threads are not found, since the JVM does not list them.
 */
final class LeakedThreads {
  private final List<Left> left = new ArrayList<>();

  /**
   * The leaked threads of a service.
   *
   * @param service its name and version
   * @param threads by weak references
   */
  record Left(String service, List<WeakReference<Thread>> threads) {
    /** The threads that still run. */
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
   * Searches for them off the node's thread, and waits for those that are about to end. Blocks for
   * at most {@link LoaderLimits#ENDING_NANOS}, besides the search.
   *
   * @param service its name and version
   * @param classes the jar's class loader
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
      Thread.currentThread().interrupt(); // those that still run are reported
    }
    return of(service, of(classes));
  }

  static Left of(String service, List<Thread> threads) {
    return new Left(service, threads.stream().map(WeakReference::new).toList());
  }

  /** A phrase that ends a message; empty if no thread leaked. */
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

  /** The live threads of a jar except this one, oldest first. */
  private static List<Thread> of(ClassLoader classes) {
    List<Thread> found = new ArrayList<>();
    int stacks = 0;
    for (Thread each : all()) {
      boolean isOf =
          isWithin(each.getContextClassLoader(), classes)
              || isWithin(each.getClass().getClassLoader(), classes);
      if (!isOf && stacks < LoaderLimits.STACKS_MAX) {
        stacks++;
        isOf = Arrays.stream(each.getStackTrace()).anyMatch(frame -> isOf(frame, classes));
      }
      if (isOf && each != Thread.currentThread()) {
        found.add(each);
      }
    }
    return found;
  }

  /** Class loaders of jars have unique names. */
  private static boolean isOf(StackTraceElement frame, ClassLoader classes) {
    return Objects.equals(frame.getClassLoaderName(), classes.getName());
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
    while (count == threads.length) { // those that do not fit are not reported
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

  /** The threads that still run, as facts. */
  List<Shown> facts() {
    left.removeIf(each -> each.alive().isEmpty());
    return left.stream().map(Left::facts).toList();
  }

  /** What a service has left. */
  record Shown(String service, int threads, List<String> names) implements Facts {}

  void clear() {
    left.clear();
  }
}
