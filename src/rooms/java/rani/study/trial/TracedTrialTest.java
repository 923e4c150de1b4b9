// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentText;
import rani.study.experiment.SweepFile;

/** Experiments on links that follow a trace, in virtual time. */
class TracedTrialTest {
  private static final String EXPERIMENT =
      """
      experiment: traced
      title: A link and its trace
      topology:
        topology: t
        nodes: {n1: {}, n2: {}}
        links: {n1 -- n2: {delay: 20ms, n1 -> n2: {rate: RATE}}}
      run: {until: traffic-done, linger: 10s, max: 60s}
      traffic: [FLOW]
      """;
  private static final String BULK = "{from: n1, to: n2, kind: bulk, duration: 20s, size: 1450B}";

  @TempDir private Path folder;

  private Experiment load(String rate, String flow) throws Exception {
    Path file = folder.resolve("e.yaml");
    Files.writeString(file, EXPERIMENT.replace("RATE", rate).replace("FLOW", flow));
    return SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
  }

  private static Trial run(Experiment experiment) throws Exception {
    return VirtualTrial.run(experiment, 1, Optional.empty(), "none");
  }

  private static double metric(Trial trial, String name) {
    return Objects.requireNonNull(trial.metrics().get(name), name);
  }

  private void writeConstant() throws Exception {
    Files.writeString(
        folder.resolve("constant"),
        IntStream.rangeClosed(1, 1000)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining("\n")));
  }

  /** One opportunity a millisecond is 12 Mbit/s of packets of 1500 bytes. */
  @Test
  void aConstantTraceHasTheGoodputOfItsRate() throws Exception {
    writeConstant();
    double ofRate = metric(run(load("12Mbit/s", BULK)), "rdp.goodput.n1");
    double ofTrace = metric(run(load("{trace: constant}", BULK)), "rdp.goodput.n1");
    assertTrue(ofRate > 10e6, () -> "the link is full: " + ofRate);
    assertEquals(ofRate, ofTrace, 0.005 * ofRate);
  }

  @Test
  void theFolderOfARunRepeatsItWithoutTheFile() throws Exception {
    writeConstant();
    Experiment read = load("{trace: constant, start: 3ms}", BULK);
    Trial trial = run(read);
    Files.delete(folder.resolve("constant"));
    Path again = Files.writeString(folder.resolve("again.yaml"), ExperimentText.print(read));
    Experiment reread = SweepFile.load(again, List.of(), List.of()).variant(0).experiment();
    assertEquals(trial.metrics(), run(reread).metrics());
  }

  /** 1000 packets of 1000 bytes, 8 Mbit: 2 s at 1 Mbit/s, 3 s still, and the rest at 2 Mbit/s. */
  @Test
  void stepsBoundTheLastDelivery() throws Exception {
    Files.writeString(
        folder.resolve("steps.csv"),
        "time,rate,delay (ms)\n0,1Mbit/s,10\n2,0Mbit/s,10\n5,2Mbit/s,40\n");
    String burst = "{from: n1, to: n2, kind: cbr, rate: 1000packet/s, size: 1000B, packets: 80}";
    Trial trial = run(load("{trace: steps.csv, loop: false, start: 1.9s}", burst));
    // 0.64 Mbit: 0.1 within the first 0.1 s, nothing for 3 s, 0.54 Mbit at 2 Mbit/s, 40 ms of delay
    assertEquals(0.1 + 3 + 0.27 + 0.04, metric(trial, "last-delivery-seconds.n1"), 1e-6);
    assertEquals(80.0, metric(trial, "delivered.n1"));
  }

  @Test
  void aCompressedRunFollowsTheTraceFaster() throws Exception {
    Files.writeString(folder.resolve("steps.csv"), "time,rate\n0,1Mbit/s\n2,0Mbit/s\n5,2Mbit/s\n");
    String burst = "{from: n1, to: n2, kind: cbr, rate: 1000packet/s, size: 1000B, packets: 80}";
    Path file = folder.resolve("twice.yaml");
    Files.writeString(
        file,
        EXPERIMENT
                .replace("RATE", "{trace: steps.csv, loop: false, start: 1.9s}")
                .replace("FLOW", burst)
            + "compress: 2\n");
    Experiment twice = SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
    assertEquals((0.1 + 3 + 0.27 + 0.02) / 2, metric(run(twice), "last-delivery-seconds.n1"), 1e-6);
  }
}
