// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.fixture.Packet;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Frame;

class MonitoredQueueProperties {
  /** An arrival of a flow, or, with {@code source} 0, the departure of the {@code port}-th. */
  record Step(int source, int port, int length) {}

  private record Waiting(
      ByteBuf frame, FlowKey flow, int egress, long arrivedNanos, long queuedNanos, int place) {}

  /** The queue beside a list that is scanned from end to end for every answer. */
  private static final class Pair {
    private final MonitoredQueue queue;
    private final FlowIdentity identity;
    private final List<Waiting> model = new ArrayList<>();
    private long clock;

    Pair(int limit, FlowIdentity identity) {
      this.identity = identity;
      this.queue = new MonitoredQueue(limit, identity, QueueConfig.NO_LIMIT);
    }

    void take(Step step) {
      clock++;
      if (step.source() == 0 && !model.isEmpty()) {
        Waiting leaving = model.remove(step.port() % model.size());
        assertEquals(leaving.egress(), queue.egress(leaving.place()));
        assertEquals(leaving.arrivedNanos(), queue.arrivedNanos(leaving.place()));
        assertEquals(leaving.queuedNanos(), queue.queuedNanos(leaving.place()));
        assertSame(leaving.frame(), queue.remove(leaving.place()));
        assertThrows(IndexOutOfBoundsException.class, () -> queue.frame(leaving.place()));
      } else if (step.source() != 0 && model.size() < queue.limitFrames()) {
        ByteBuf frame =
            Packet.datagram()
                .from("10.0.0." + step.source())
                .ports(step.port(), 7)
                .length(step.length())
                .frame();
        int egress = step.length() % 5;
        int place = queue.add(clock, frame, egress, clock - 1);
        model.add(new Waiting(frame, identity.of(frame), egress, clock - 1, clock, place));
      }
      check();
    }

    void check() {
      Map<FlowKey, Integer> occupancy = new LinkedHashMap<>();
      model.forEach(waiting -> occupancy.merge(waiting.flow(), 1, Integer::sum));
      assertEquals(model.size(), queue.frames());
      assertEquals(model.size() == queue.limitFrames(), queue.isFull());
      assertEquals(occupancy.size(), queue.flows());
      assertEquals(
          model.stream().mapToLong(waiting -> Frame.length(waiting.frame())).sum(), queue.bytes());
      int place = queue.head();
      for (Waiting waiting : model) {
        assertEquals(waiting.place(), place);
        assertSame(waiting.frame(), queue.frame(place));
        assertEquals(occupancy.get(waiting.flow()), queue.framesOfFlowAt(place));
        place = queue.behind(place);
      }
      assertEquals(MonitoredQueue.NOWHERE, place);
      occupancy.forEach((flow, frames) -> assertEquals(frames, queue.framesOf(flow)));
      assertEquals(0, queue.framesOf(new FlowKey(-1, -1)));
      if (!model.isEmpty()) {
        // The first flow met with the most frames: of equals the earliest in the queue.
        FlowKey greediest = model.getFirst().flow();
        for (Waiting waiting : model) {
          if (occupancy.getOrDefault(waiting.flow(), 0) > occupancy.getOrDefault(greediest, 0)) {
            greediest = waiting.flow();
          }
        }
        int position = model.stream().map(Waiting::flow).toList().indexOf(greediest);
        assertEquals(model.get(position).place(), queue.placeOfGreediest(), "its earliest");
      }
    }
  }

  @Property(tries = 300)
  void theQueueKnowsWhatAScanFinds(
      @ForAll @IntRange(min = 1, max = 70) int limit,
      @ForAll FlowIdentity identity,
      @ForAll @Size(max = 200) List<@From("steps") Step> steps) {
    Pair pair = new Pair(limit, identity);
    steps.forEach(pair::take);
  }

  @Provide
  Arbitrary<Step> steps() {
    Arbitrary<Step> arrival =
        Combinators.combine(
                Arbitraries.integers().between(1, 5),
                Arbitraries.integers().between(5000, 5002),
                Arbitraries.integers().between(28, 1500))
            .as(Step::new);
    Arbitrary<Step> departure =
        Arbitraries.frequency(Tuple.of(2, 0), Tuple.of(1, 1), Tuple.of(1, 7))
            .map(position -> new Step(0, position, 0));
    return Arbitraries.oneOf(arrival, arrival, departure);
  }

  @Example
  void amongEqualsTheEarliestInTheQueueIsTheGreediest() {
    Pair pair = new Pair(10, FlowIdentity.SOURCE_NODE);
    for (int source : new int[] {3, 1, 2, 2, 1}) {
      pair.take(new Step(source, 5000, 100));
    }
    int second = pair.queue.behind(pair.queue.head());
    assertEquals(second, pair.queue.placeOfGreediest(), "10.0.0.1 stands before 10.0.0.2");
    pair.take(new Step(3, 5000, 100));
    assertEquals(pair.queue.head(), pair.queue.placeOfGreediest(), "now 10.0.0.3 has two as well");
  }

  @Example
  void limitsOutsideTheNamedOnesAreRefused() {
    FlowIdentity identity = FlowIdentity.SOURCE_NODE;
    assertThrows(
        IllegalArgumentException.class,
        () -> new MonitoredQueue(0, identity, QueueConfig.NO_LIMIT));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new MonitoredQueue(
                MonitoredQueue.LIMIT_FRAMES_MAX + 1, identity, QueueConfig.NO_LIMIT));
  }
}
