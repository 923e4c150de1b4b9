// SPDX-License-Identifier: Apache-2.0
package rani.bench.rdp;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import rani.bench.harness.Child;
import rani.bench.harness.Contender;
import rani.bench.harness.Sample;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;

/** Kernel TCP over the loopback, one write per message, by the C program {@code stream}. */
record TcpStream(Child stream) implements Contender {
  static TcpStream start(Workspace workshop, int messageBytes)
      throws LabFailure, IOException, InterruptedException {
    Child stream =
        workshop.start("kernel TCP", List.of("" + workshop.program("stream"), "" + messageBytes));
    stream.await("ready"::equals);
    return new TcpStream(stream);
  }

  @Override
  public String name() {
    return "kernel TCP";
  }

  @Override
  public Sample window(Duration length) throws LabFailure {
    long cpuBefore = stream.cpuNanos();
    String answer = stream.ask("" + length.toNanos());
    long cpuNanos = stream.cpuNanos() - cpuBefore;
    String[] words = answer.split(" ", 2);
    try {
      return Sample.ofData(Long.parseLong(words[0]), Long.parseLong(words[1]), cpuNanos);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new LabFailure(name() + " says: " + answer, e);
    }
  }
}
