// SPDX-License-Identifier: Apache-2.0
package rani.bench.rdp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import rani.bench.harness.Child;
import rani.bench.harness.Contender;
import rani.bench.harness.RaniJvm;
import rani.bench.harness.Sample;
import rani.bench.harness.UdpPorts;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;

/** Aeron over UDP between two JVMs, each an {@link AeronPeer}. */
final class AeronStream implements Contender {
  /** System property in which the launcher passes the folder of the distribution. */
  private static final String DISTRIBUTION = "rani.dist";

  private final Child sender;
  private final Child receiver;
  private long before;

  private AeronStream(Child sender, Child receiver) {
    this.sender = sender;
    this.receiver = receiver;
  }

  /** Starts and connects both ends; fails if Aeron is not part of the distribution. */
  static AeronStream start(Workspace workshop, int messageBytes)
      throws LabFailure, IOException, InterruptedException {
    String port = "" + UdpPorts.free(1)[0];
    Child receiver = peer(workshop, "receive", port);
    receiver.await(AeronPeer.READY::equals);
    Child sender = peer(workshop, "send", port, "" + messageBytes);
    sender.await(AeronPeer.READY::equals);
    return new AeronStream(sender, receiver);
  }

  private static Child peer(Workspace workshop, String role, String... words)
      throws LabFailure, IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(RaniJvm.java());
    command.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.addAll(List.of("-cp", classPath(), AeronPeer.class.getName(), role));
    command.add("" + workshop.folder().resolve("aeron-" + role));
    command.addAll(List.of(words));
    return workshop.start("Aeron", command);
  }

  /** Returns a class path with Aeron, whose jars are outside the module path of rani's JVMs. */
  private static String classPath() throws LabFailure {
    String distribution = System.getProperty(DISTRIBUTION);
    if (distribution == null) {
      return System.getProperty("java.class.path");
    }
    Path aeron = Path.of(distribution, "bench");
    if (!Files.isDirectory(aeron)) {
      throw new LabFailure("Aeron is not part of this distribution");
    }
    return Path.of(distribution, "lib", "*") + ":" + aeron.resolve("*");
  }

  @Override
  public String name() {
    return "Aeron";
  }

  @Override
  public Sample window(Duration length) throws LabFailure {
    long cpuBefore = sender.cpuNanos() + receiver.cpuNanos();
    String[] sent = sender.ask("" + length.toNanos()).split(" ", 2);
    try {
      long total = Long.parseLong(sent[0]);
      long nanos = Long.parseLong(receiver.ask("" + total)) - Long.parseLong(sent[1]);
      long bytes = total - before;
      before = total;
      return Sample.ofData(bytes, nanos, sender.cpuNanos() + receiver.cpuNanos() - cpuBefore);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new LabFailure("Aeron says: " + String.join(" ", sent), e);
    }
  }
}
