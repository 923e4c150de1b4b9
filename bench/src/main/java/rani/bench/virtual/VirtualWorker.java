// SPDX-License-Identifier: Apache-2.0
package rani.bench.virtual;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import rani.model.file.FileError;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentFile;

/**
 * Executes measurements of virtual time in a JVM of its own. Commands are lines, {@code chain NODES
 * PACKETS}, {@code rows NODES PACKETS ROWS} and {@code acc SECONDS}; each is answered by a line of
 * {@link WorkDone}.
 */
public final class VirtualWorker {
  private static final long SECOND = 1_000_000_000;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  private VirtualWorker() {}

  /** Executes commands until the input ends. */
  public static void run(BufferedReader orders, PrintStream answers) throws IOException, FileError {
    VirtualWorker worker = new VirtualWorker();
    answers.println("ready");
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      String[] words = order.split(" ");
      WorkDone done =
          switch (words[0]) {
            case "chain" ->
                worker.chain(number(words, 1), Networks.CHAIN_FLOWS, number(words, 2), 1);
            case "rows" ->
                worker.chain(
                    number(words, 1), Networks.ROW_FLOWS, number(words, 2), number(words, 3));
            case "acc" -> worker.work(Networks.acc(number(words, 1)), 1, number(words, 1) * SECOND);
            default -> throw new IOException("no order: " + order);
          };
      answers.println(done.line());
    }
  }

  private static int number(String[] words, int place) {
    return Integer.parseInt(words[place]);
  }

  private WorkDone chain(int nodes, int flows, int packets, int rows)
      throws IOException, FileError {
    String text = Networks.chain(nodes, flows, packets);
    return work(text, rows, Networks.chainNanos(nodes, packets));
  }

  private WorkDone work(String text, int rows, long nanos) throws IOException, FileError {
    Experiment experiment = read(text);
    long heapBefore = heapBytes(rows);
    VirtualRun run = new VirtualRun(experiment, rows);
    long heapBytes = heapBytes(rows) - heapBefore;
    long cpuBefore = system.getProcessCpuTime();
    long ownBefore = threads.getCurrentThreadCpuTime();
    long wallBefore = System.nanoTime();
    run.go();
    run.goOn(nanos);
    long wallNanos = System.nanoTime() - wallBefore;
    long ownNanos = threads.getCurrentThreadCpuTime() - ownBefore;
    long cpuAfter = system.getProcessCpuTime();
    long cpuNanos = cpuAfter - cpuBefore;
    return new WorkDone(
        run.hops(), run.events(), wallNanos, cpuNanos, cpuNanos - ownNanos, cpuAfter, heapBytes);
  }

  /** Returns the heap in use; 0 for a single row, because the garbage collection takes time. */
  private static long heapBytes(int rows) {
    if (rows == 1) {
      return 0;
    }
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static Experiment read(String text) throws IOException, FileError {
    Path file = Files.createTempFile("rani-bench-", ".yaml");
    try {
      Files.writeString(file, text);
      return ExperimentFile.load(file, List.of());
    } finally {
      Files.delete(file);
    }
  }
}
