// SPDX-License-Identifier: Apache-2.0
package rani.bench.virtual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.study.experiment.ExperimentFile;

class VirtualRunTest {
  private static final int FLOWS = 10;
  private static final int PACKETS = 300;

  @TempDir private Path folder;

  /** What a packet costs at its ends is the same in both; twenty more nodes only carry it. */
  @Test
  void aHopAllocatesNothing() throws Exception {
    long _ = bytesOfLaterPackets(10); // classes are loaded
    long bytes = bytesOfLaterPackets(30) - bytesOfLaterPackets(10);
    long hops = 20L * FLOWS * PACKETS;

    assertTrue(bytes < hops / 2, () -> bytes + " more bytes for " + hops + " more hops");
  }

  /** As many packets, after as many that found everything to be made. */
  private long bytesOfLaterPackets(int nodes) throws IOException, FileError {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long nanos = Networks.chainNanos(nodes, PACKETS);
    VirtualRun run = run(nodes, 1, 2 * PACKETS);
    run.go();
    run.goOn(nanos);
    long hopsBefore = run.hops();
    long before = threads.getCurrentThreadAllocatedBytes();
    run.goOn(nanos);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(run.hops() - hopsBefore > (nodes - 1L) * FLOWS * PACKETS * 9 / 10);
    return bytes;
  }

  private VirtualRun run(int nodes, int rows) throws IOException, FileError {
    return run(nodes, rows, PACKETS);
  }

  private VirtualRun run(int nodes, int rows, int packets) throws IOException, FileError {
    Path file = folder.resolve("chain.yaml");
    Files.writeString(file, Networks.chain(nodes, FLOWS, packets));
    return new VirtualRun(ExperimentFile.load(file, List.of()), rows);
  }

  @Test
  void rowsDoTheSameSideBySide() throws Exception {
    VirtualRun one = run(10, 1);
    VirtualRun three = run(10, 3);
    one.go();
    three.go();
    one.goOn(Networks.chainNanos(10, PACKETS));
    three.goOn(Networks.chainNanos(10, PACKETS));

    assertEquals(3 * one.hops(), three.hops());
    assertEquals(one.deliveries("n10"), three.deliveries("n10-2"));
  }

  @Test
  void aWorkerSaysWhatItDid() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    VirtualWorker.run(
        new BufferedReader(new StringReader("chain 10 20\nrows 10 20 2\nacc 10\n")),
        new PrintStream(said, true, StandardCharsets.UTF_8));

    List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals("ready", lines.getFirst());
    WorkDone chain = WorkDone.parse(lines.get(1));
    WorkDone rows = WorkDone.parse(lines.get(2));
    assertEquals(100 * 20 * 9, chain.hops());
    assertEquals(2 * 10 * 20 * 9, rows.hops());
    assertTrue(chain.events() > 2 * chain.hops(), chain::toString);
    assertTrue(WorkDone.parse(lines.get(3)).hops() > 1000);
    assertTrue(chain.cpuNanos() > chain.besideNanos(), chain::toString);
    assertEquals(chain, WorkDone.parse(chain.line()));
    assertThrows(LabFailure.class, () -> WorkDone.parse("done 1 2"));
  }

  @Test
  void aWorkerIsStartedAsTheLauncherStartsTrials() throws IOException {
    String launcher = Files.readString(Path.of("..", "rani"));

    assertTrue(launcher.contains("\nless_inlined=" + WorkerJvm.LESS_INLINED + "\n"));
    Pattern verbs = Pattern.compile("\n  sweep( \\| [a-z]+)*\\) compilers=\\$less_inlined ;;\n");
    assertTrue(verbs.matcher(launcher).find());
  }

  @Test
  void aWorkerHasCompiledOnceTwoWindowsInARowAreItsOwn() throws LabFailure {
    assertEquals(5, windowsToCompile(10, 60, 2, 30, 3, 1, 50));
    assertEquals(2, windowsToCompile(10, 0, 0));
    assertEquals(3, windowsToCompile(3, 50, 2, 50, 0, 0), "it has to end");
  }

  /** How many windows pass in which other threads have such parts of the time, in per cent. */
  private static int windowsToCompile(int windowsMax, long... besidePercent) throws LabFailure {
    AtomicInteger window = new AtomicInteger();
    return WorkerJvm.compile(
        () -> new WorkDone(1, 2, 100, 100, besidePercent[window.getAndIncrement()], 1000, 0),
        windowsMax);
  }
}
