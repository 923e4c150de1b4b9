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

/** A JVM that runs networks in virtual time, one after the other, as this one was started. */
public final class WorkerJvm {
  /** The hidden verb that makes a JVM a {@link VirtualWorker}. */
  public static final String VERB = "bench-virtual";

  private static final String NAME = "rani";

  /** What the launcher gives the verbs that run virtual time, {@code run} and {@code sweep}. */
  static final String LESS_INLINED = "-XX:InlineSmallCode=1200";

  /** The largest share of processor time of the compilers in a warm JVM. */
  private static final double SHARE_COMPILED = 0.05;

  /** In so many windows one behind the other. */
  private static final int WINDOWS_COMPILED = 2;

  private final Child process;

  /** Takes the last answer to each order. */
  @FunctionalInterface
  public interface Heard {
    /** What was done. */
    void heard(WorkDone done) throws LabFailure;
  }

  /** What is carried out in a window. */
  @FunctionalInterface
  interface Work {
    /** Does it. */
    WorkDone done() throws LabFailure;
  }

  /** Starts it. */
  public WorkerJvm(Workspace workshop) throws LabFailure {
    List<String> command = new ArrayList<>(NodeCommand.ofVerbs().optimized().java());
    // A node's heap is small. This one is what the JVM makes of the machine, as in a sweep.
    command.removeIf(word -> word.startsWith("-Xm"));
    command.add(1, LESS_INLINED);
    command.add(VERB);
    process = workshop.start(NAME, command);
    String _ = process.await("ready"::equals);
  }

  /** Carries out an order. */
  public WorkDone ask(String order) throws LabFailure {
    String said = process.ask(order);
    // Where logging is not configured it goes to standard output, too.
    return WorkDone.parse(WorkDone.isIn(said) ? said : process.await(WorkDone::isIn));
  }

  /**
   * Repeats an order until the compilers have little left to do.
   *
   * @param windowsMax how often at most
   * @return how often
   */
  public int compile(String order, int windowsMax) throws LabFailure {
    return compile(() -> ask(order), windowsMax);
  }

  /** The same with any work. */
  static int compile(Work work, int windowsMax) throws LabFailure {
    int quiet = 0;
    int windows = 0;
    while (quiet < WINDOWS_COMPILED && windows < windowsMax) {
      quiet = work.done().shareBeside() <= SHARE_COMPILED ? quiet + 1 : 0;
      windows++;
    }
    return windows;
  }

  /**
   * One that carries out the same order in each of its windows, however long they should be.
   *
   * @param name in results
   * @param heard receives each result
   */
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
