// SPDX-License-Identifier: Apache-2.0
package rani.bench.overload;

import java.time.Duration;
import java.util.SequencedMap;
import rani.bench.harness.InterleavedMeasurement;
import rani.bench.harness.Measures;
import rani.bench.hop.Hop;
import rani.bench.hop.PaceAnswer;
import rani.bench.hop.PaceOrder;
import rani.ground.LabFailure;
import rani.world.Facts;

/** Sends packets to a node, at saturation or above it, and counts those that come through. */
final class Load {
  private final Hop node;
  private final int lengthBytes;
  private final int train;
  private final double knownPerSecond;
  private double perSecond;
  private long sent;
  private long received;
  private long dropped;

  Load(Hop node, int lengthBytes, int train, double knownPerSecond) {
    this.node = node;
    this.lengthBytes = lengthBytes;
    this.train = train;
    this.knownPerSecond = knownPerSecond;
    this.perSecond = knownPerSecond;
  }

  /** Creates a player that offers a multiple of the saturation rate; 1 measures that rate. */
  InterleavedMeasurement.Player player(String name, double times) {
    return new InterleavedMeasurement.Player() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public double[] window(Duration length) throws LabFailure {
        boolean saturates = times == 1;
        double offered = saturates ? knownPerSecond : times * perSecond;
        PaceAnswer answer = node.pace(new PaceOrder(lengthBytes, offered, length, train, 0));
        if (saturates && knownPerSecond == 0) {
          perSecond = answer.receivedPerSecond();
        }
        count(answer);
        return new double[] {answer.receivedPerSecond(), answer.offeredPerSecond()};
      }
    };
  }

  /** Waits until no packet is in flight, and reads the counters before the measurement. */
  LossCounts begin() throws LabFailure {
    node.settle(lengthBytes, answer -> {});
    return LossCounts.of(node);
  }

  private void count(PaceAnswer answer) {
    sent += answer.sent();
    received += answer.received() + answer.stale();
    dropped += answer.dropped();
  }

  private long beforeNode(LossCounts lost) {
    return lost.beforeNode() * train;
  }

  /** Returns packets lost between node and sink, which the kernel counts by trains. */
  private long beforeSink(LossCounts lost) {
    return sent - received - lost.droppedByNode() - beforeNode(lost) - lost.afterNode();
  }

  /** Waits until no packet is in flight, and adds the fate of every packet to the result. */
  Measures check(Measures measures, LossCounts before, String goal) throws LabFailure {
    node.settle(lengthBytes, this::count);
    LossCounts lost = LossCounts.of(node).since(before);
    long left = beforeSink(lost);
    if (left < 0 || left > dropped * train) {
      throw new LabFailure(
          """
          the books of %s packets do not balance: %s came out, %s at most found the sink's socket \
          full, the kernel dropped %s before the node and %s behind it, the node %s\
          """
              .formatted(
                  sent,
                  received,
                  dropped * train,
                  beforeNode(lost),
                  lost.afterNode(),
                  lost.byNode()));
    }
    return measures.with(
        new PacketSums(
            sent,
            received,
            lost.byNode(),
            beforeNode(lost),
            lost.afterNode(),
            beforeSink(lost),
            goal));
  }

  /** The fate of every packet. */
  private record PacketSums(
      long sent,
      long delivered,
      SequencedMap<String, Long> droppedByNode,
      long droppedAtItsReceiveSocket,
      long droppedAtItsSendSocket,
      long droppedAtTheSink,
      String goal)
      implements Facts {}
}
