// SPDX-License-Identifier: Apache-2.0
package rani.bench.forward;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rani.bench.BenchCase;
import rani.bench.BenchOptions;
import rani.bench.Comparison;
import rani.bench.Match;
import rani.bench.Workshop;
import rani.lab.LabFailure;
import rani.live.Transport;

/**
 * A real node that forwards, one packet a datagram, at saturation.
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
  public void run(BenchOptions options, Consumer<Comparison> found)
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
        for (int window = 0; window < WINDOWS_TO_COMPILE; window++) {
          var _ = node.saturated(LENGTHS_BYTES.getFirst()).window(options.warmUp());
        }
      }
      Match match = new Match(name(), "packet", options);
      for (int lengthBytes : LENGTHS_BYTES) {
        found.accept(
            match.play(
                lengthBytes + " B, one by one",
                reference.saturated(lengthBytes),
                control.saturated(lengthBytes),
                nodes.stream().map(node -> node.saturated(lengthBytes)).toList()));
      }
    }
  }
}
