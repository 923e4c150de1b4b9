// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rani.bench.BenchCase;
import rani.bench.BenchOptions;
import rani.bench.Contender;
import rani.bench.Finding;
import rani.bench.Match;
import rani.bench.Workshop;
import rani.lab.LabFailure;
import rani.live.Transport;

/**
 * A real node that forwards at saturation, one packet a datagram and in trains.
 *
 * <p>The reference, 1.00, is a C program that receives and sends batches of 64 by recvmmsg and
 * sendmmsg on connected sockets and does the same to each header. The load keeps 128 packets on
 * their way, so that the forwarder is never idle and nothing overflows; where there are two
 * processors it has one of them and what is measured has another.
 */
public final class ForwardCase implements BenchCase {
  private static final List<Integer> LENGTHS_BYTES = List.of(64, 256, 1000);

  /** Windows that a fresh JVM needs until it has compiled what forwards. */
  private static final int WINDOWS_TO_COMPILE = 4;

  @Override
  public String name() {
    return "forward";
  }

  @Override
  public String summary() {
    return "packets that a live node forwards at saturation, beside a C forwarder";
  }

  @Override
  public void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException {
    try (Workshop workshop = new Workshop()) {
      ForwardPath reference = ForwardPath.reference(workshop);
      ForwardPath control = ForwardPath.reference(workshop);
      List<ForwardPath> nodes = new ArrayList<>();
      for (Transport transport : Transport.values()) {
        if (transport.unavailable() == null) {
          nodes.add(ForwardPath.node(workshop, transport));
        }
      }
      for (ForwardPath node : nodes) {
        compile(node.oneByOne(LENGTHS_BYTES.getFirst()), options);
      }
      Match match = new Match(name(), "packet", options);
      for (int lengthBytes : LENGTHS_BYTES) {
        found.accept(
            match.play(
                lengthBytes + " B, one by one",
                reference.oneByOne(lengthBytes),
                control.oneByOne(lengthBytes),
                nodes.stream().map(node -> node.oneByOne(lengthBytes)).toList()));
      }
      List<ForwardPath> together = List.of(ForwardPath.twin(workshop), nodes.getFirst());
      compile(nodes.getFirst().inTrains(LENGTHS_BYTES.getFirst()), options);
      for (int lengthBytes : LENGTHS_BYTES) {
        found.accept(
            match.play(
                lengthBytes + " B, in trains",
                reference.oneByOne(lengthBytes),
                control.oneByOne(lengthBytes),
                together.stream().map(path -> path.inTrains(lengthBytes)).toList()));
      }
    }
  }

  private static void compile(Contender node, BenchOptions options)
      throws LabFailure, InterruptedException {
    for (int window = 0; window < WINDOWS_TO_COMPILE; window++) {
      var _ = node.window(options.warmUp());
    }
  }
}
