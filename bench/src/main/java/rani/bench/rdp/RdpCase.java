// SPDX-License-Identifier: Apache-2.0
package rani.bench.rdp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Contender;
import rani.bench.harness.Finding;
import rani.bench.harness.PairedMeasurement;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;

/**
 * Measures the goodput of one RDP connection between live nodes, over one link and over three. The
 * reference, 1.00, is the kernel's TCP over the loopback, with writes of 1400 bytes. On the first
 * path, Aeron and iperf3 are measured, too, if they are installed.
 */
public record RdpCase(List<Integer> hops) implements BenchCase {
  private static final int MESSAGE_BYTES = 1300;
  private static final int WRITE_BYTES = 1400;

  /** Warm-up windows that a fresh JVM needs to compile its code. */
  private static final int WINDOWS_TO_COMPILE = 10;

  public RdpCase() {
    this(List.of(1, 3));
  }

  @Override
  public String name() {
    return "rdp";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    try (Workspace workshop = new Workspace()) {
      TcpStream reference = TcpStream.start(workshop, WRITE_BYTES);
      TcpStream control = TcpStream.start(workshop, WRITE_BYTES);
      PairedMeasurement match = new PairedMeasurement(name(), "megabit", options);
      for (int links : hops) {
        try (RdpNetwork network = RdpNetwork.start(workshop, links, MESSAGE_BYTES)) {
          compile(network, options);
          List<Contender> rivals = new ArrayList<>();
          rivals.add(network);
          if (links == hops.getFirst()) {
            addIfThere(rivals, () -> aeron(workshop, options), options);
            addIfThere(rivals, () -> Iperf.start(workshop, WRITE_BYTES), options);
          }
          String variant = links == 1 ? "one hop" : links + " hops";
          found.accept(match.play(variant, reference, control, rivals));
        }
      }
    }
  }

  /** Starts a peer that need not be installed. */
  @FunctionalInterface
  private interface Peer {
    Contender start() throws LabFailure, IOException, InterruptedException;
  }

  private static void addIfThere(List<Contender> rivals, Peer peer, BenchOptions options)
      throws IOException, InterruptedException {
    try {
      rivals.add(peer.start());
    } catch (LabFailure e) {
      options.progress().accept("left out: " + e.getMessage());
    }
  }

  private static Contender aeron(Workspace workshop, BenchOptions options)
      throws LabFailure, IOException, InterruptedException {
    Contender aeron = AeronStream.start(workshop, MESSAGE_BYTES);
    compile(aeron, options);
    return aeron;
  }

  private static void compile(Contender contender, BenchOptions options)
      throws LabFailure, InterruptedException {
    for (int window = 0; window < WINDOWS_TO_COMPILE; window++) {
      var _ = contender.window(options.warmUp());
    }
  }
}
