// SPDX-License-Identifier: Apache-2.0
package org.example.probe;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.world.Facts;
import rani.world.Note;
import rani.world.Reply;

/**
 * A service such as users write, for tests to put into jars; it holds a port, a timer and threads.
 */
public final class Probe implements Service {
  /** The system property by which its threads are found. */
  public static final String POOL = "org.example.probe.pool";

  private static boolean hasStarted;
  private static boolean hasGone;

  private final String greeting;
  private final int port;
  private final int threads;
  private @Nullable ThreadPoolExecutor pool;
  private long seen;
  private long wakes;

  /** What it tells, in a class of its own that nothing else must hold on to. */
  public record Tally(long seen) {
    @Override
    public String toString() {
      return "seen " + seen;
    }
  }

  private Probe(String greeting, int port, int threads) {
    this.greeting = greeting;
    this.port = port;
    this.threads = threads;
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    if (greeting.equals("fail") || (greeting.equals("once") && hasStarted)) {
      throw new IllegalStateException("told to fail");
    }
    hasStarted = true;
    // Where a test finds out whether its classes go when it goes.
    System.getProperties()
        .put(Probe.class.getName(), new WeakReference<>(Probe.class.getClassLoader()));
    if (port > 0) {
      context.listen(port);
    }
    if (threads > 0) {
      leaveThreads();
    }
    if (greeting.equals("late")) {
      throw new IllegalStateException("told to fail when its threads are there");
    }
    context.setTimer(3, nowNanos + 1_000_000);
    context.note(nowNanos, "started", Note.of("greeting", greeting));
  }

  /** A pool whose threads wait in the JDK's own code, as a service may forget to shut down. */
  private void leaveThreads() {
    ThreadPoolExecutor made =
        new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    made.prestartAllCoreThreads();
    // Where a test finds it, which ends it.
    System.getProperties().put(POOL, made);
    pool = made;
  }

  @Override
  public void stop(long nowNanos) {
    ThreadPoolExecutor made = pool;
    if (made != null && greeting.equals("tidy")) {
      made.shutdownNow();
    }
  }

  @Override
  public void go(long nowNanos) {
    if (greeting.equals("go-never") || (greeting.equals("go-once") && hasGone)) {
      throw new IllegalStateException("told to fail as it goes");
    }
    hasGone = true;
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    wakes++;
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    seen++;
    return packet.service() == 0 ? Fate.CONSUME : Fate.FORWARD;
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    if (verb.equals("hello")) {
      return Reply.of(new Hello(greeting, Version.text(), seen));
    }
    return Service.super.onCommand(nowNanos, verb, arguments);
  }

  /** The answer to {@code hello}. */
  public record Hello(String greeting, String release, long seen) implements Facts {}

  /** What it shows of itself. */
  public record Shown(Tally tally, long wakes) implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(new Tally(seen), wakes);
  }

  /** Puts probes on menus. */
  public static final class Provider implements ServiceProvider {
    @Override
    public int number() {
      return 4711;
    }

    @Override
    public String name() {
      return "probe";
    }

    @Override
    public Reach reach() {
      return Reach.EVERY_HOP;
    }

    @Override
    public Service create(OptionReader options) {
      return new Probe(
          options.text("greeting", "hello", "What it answers."),
          (int) options.count("port", 0, 0, 65_535, "The UDP port it listens on; 0 for none."),
          (int) options.count("threads", 0, 0, 100, "How many threads it has."));
    }
  }
}
