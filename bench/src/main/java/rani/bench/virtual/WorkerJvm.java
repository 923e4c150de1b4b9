// SPDX-License-Identifier: Apache-2.0
package rani.bench.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import rani.bench.harness.Child;
import rani.bench.harness.Contender;
import rani.bench.harness.Sample;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import rani.testbed.process.NodeCommand;

/** A JVM that runs networks in virtual time, one after another, with the options of this JVM. */
public final class WorkerJvm {
  /** The hidden verb whose JVM runs {@link VirtualWorker}. */
  public static final String VERB = "bench-virtual";

  private static final String NAME = "rani";

  /** JVM option that the launcher gives to the verbs {@code run} and {@code sweep}. */
  static final String LESS_INLINED = "-XX:InlineSmallCode=1200";

  /** The largest share of the compilers' processor time in a warm JVM. */
  private static final double SHARE_COMPILED = 0.05;

  /** Consecutive windows below that share after which the JVM is warm. */
  private static final int WINDOWS_COMPILED = 2;

  private final Child process;

  /** Checks or records a report. */
  @FunctionalInterface
  public interface Heard {
    void heard(WorkDone done) throws LabFailure;
  }

  @FunctionalInterface
  interface Work {
    WorkDone done() throws LabFailure;
  }

  public WorkerJvm(Workspace workshop) throws LabFailure {
    List<String> command = new ArrayList<>(NodeCommand.ofVerbs().optimized().java());
    // Keeps the default heap size, as in a sweep; a node's JVM has a small heap.
    command.removeIf(word -> word.startsWith("-Xm"));
    command.add(1, LESS_INLINED);
    command.add(VERB);
    process = workshop.start(NAME, command);
    String _ = process.await("ready"::equals);
  }

  /** Executes a command, and returns the report. */
  public WorkDone ask(String order) throws LabFailure {
    String said = process.ask(order);
    // Without a logging configuration, log lines go to standard output, too.
    return WorkDone.parse(WorkDone.isIn(said) ? said : process.await(WorkDone::isIn));
  }

  /** Repeats a command until the compilers have little left to do; returns the repetitions. */
  public int compile(String order, int windowsMax) throws LabFailure {
    return compile(() -> ask(order), windowsMax);
  }

  static int compile(Work work, int windowsMax) throws LabFailure {
    int quiet = 0;
    int windows = 0;
    while (quiet < WINDOWS_COMPILED && windows < windowsMax) {
      quiet = work.done().shareBeside() <= SHARE_COMPILED ? quiet + 1 : 0;
      windows++;
    }
    return windows;
  }

  /** Returns a contender that executes the same command in each window, whatever its length. */
  public Contender contender(String name, String order, Heard heard) {
    return new Contender() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Sample window(Duration length) throws LabFailure {
        WorkDone done = ask(order);
        heard.heard(done);
        return new Sample(done.hops(), done.wallNanos(), done.cpuNanos());
      }
    };
  }
}
