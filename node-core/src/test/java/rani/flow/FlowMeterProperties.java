// SPDX-License-Identifier: Apache-2.0
package rani.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static rani.flow.Conversation.ACK;

import io.netty.buffer.Unpooled;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.wire.Ipv4Header;

class FlowMeterProperties {
  /** RFC 9293 §3.4: nothing depends on where sequence numbers begin, nor on where they wrap. */
  @Property
  void initialSequenceNumbersDoNotMatter(
      @ForAll int edge, @ForAll int peer, @ForAll @IntRange(max = 1_000_000) int seed) {
    FlowFacts here = talk(new Conversation(new FlowMeter(), edge, peer), new Random(seed));
    FlowFacts there = talk(new Conversation(), new Random(seed));
    assertEquals(there, here);
  }

  /** The beginnings from which the numbers wrap within the conversation. */
  @Property
  void numbersWrap(@ForAll @IntRange(min = -20_000, max = 0) int edge) {
    FlowFacts here = talk(new Conversation(new FlowMeter(), edge, edge / 2), new Random(7));
    assertEquals(talk(new Conversation(), new Random(7)), here);
  }

  /** Sends data, some of it twice, all of it acknowledged, and checks what that comes to. */
  private static FlowFacts talk(Conversation tcp, Random random) {
    tcp.opened();
    int next = 1;
    int again = 0;
    for (int step = 0; step < 60; step++) {
      int bytes = 1 + random.nextInt(1400);
      tcp.after(random.nextInt(5)).edge(ACK, next, 1, bytes);
      next += bytes;
      if (random.nextInt(4) == 0) {
        tcp.after(1).edge(ACK, next - bytes, 1, bytes);
        again++;
      }
      tcp.after(random.nextInt(20)).peer(ACK, 1, next, 0);
    }
    FlowFacts facts = tcp.facts();
    assertEquals(again, facts.sent().retransmissions());
    assertEquals(next - 1, facts.sent().goodBytes());
    return facts;
  }

  /** Whatever a packet holds, nothing is thrown, and each is counted once. */
  @Property
  void anyBytesAreTaken(@ForAll @Size(min = 1, max = 90) byte[] bytes, @ForAll boolean isTcp) {
    FlowMeter meter = new FlowMeter();
    bytes[0] = isTcp ? 0x45 : bytes[0];
    if (isTcp && bytes.length > 9) {
      bytes[6] = 0;
      bytes[7] = 0;
      bytes[9] = Ipv4Header.PROTOCOL_TCP;
    }
    meter.sent(0, Unpooled.wrappedBuffer(bytes));
    meter.received(1, Unpooled.wrappedBuffer(bytes), 0, bytes.length);
    FlowSums sums = meter.sums();
    assertEquals(2, sums.withoutPorts() + sums.sent().packets() + sums.received().packets());
  }
}
