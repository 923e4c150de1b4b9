// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static rani.fixture.Nanos.SECOND;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.VirtualNetwork;
import rani.services.probe.Menus;

/** Requests and responses, with a peer that need not keep the rules. */
class ExchangeTest {
  private static final int FAR = VirtualNetwork.address(2);

  @Test
  void aResponseIsAsManyMessagesAsItTakesEachWithAHead() {
    Caller caller = Caller.of(FAR).asksFor(2 * 1462 + 3);
    VirtualNetwork network = againstSink(caller);

    // The last message must hold a head, so the one before leaves it room.
    assertEquals(List.of("1462 bytes", "1459 bytes", "6 bytes"), caller.happened);
    assertEquals(1L, network.fact("n2", "sink", "requests"));
  }

  @Test
  void requestsWaitForEachOther() {
    Caller caller = Caller.of(FAR).asksFor(6).asksFor(7).asksFor(8);
    againstSink(caller);

    assertEquals(List.of("6 bytes", "7 bytes", "8 bytes"), caller.happened);
  }

  @Test
  void aMessageWithoutSuchAHeadIsCountedAndNotAnswered() {
    byte[] tooShort = {0x52, 0x51, 0, 0, 0};
    byte[] aResponse = {0x52, 0x50, 0, 0, 0, 100};
    Caller caller = Caller.of(FAR).says(tooShort).says(aResponse).says(new byte[1000]);
    VirtualNetwork network = againstSink(caller);

    assertEquals(List.of(), caller.happened);
    assertEquals(3L, network.fact("n2", "sink", "messages"));
    assertEquals(1011L, network.fact("n2", "sink", "message-bytes.10.0.0.1"));
    assertEquals(0L, network.fact("n2", "sink", "requests"));
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 0, -1, Integer.MIN_VALUE, ExchangeHeader.BYTES_MAX + 1})
  void whoAsksForWhatCannotBeIsBrokenOff(int responseBytes) {
    Caller caller = Caller.of(FAR).asksFor(responseBytes);
    VirtualNetwork network = againstSink(caller);

    assertEquals(List.of("reset"), caller.happened);
    assertEquals(1L, network.fact("n2", "sink", "malformed-requests"));
    assertEquals(0, network.running().node("n2").heldBuffers());
  }

  @Test
  void whoAsksWithoutEndIsBrokenOff() {
    Caller caller = Caller.of(FAR);
    for (int request = 0; request < RdpSink.REQUESTS_WAITING_MAX + 2; request++) {
      caller.asksFor(ExchangeHeader.BYTES_MAX);
    }
    VirtualNetwork network = againstSink(caller);

    assertEquals("reset", caller.happened.getLast());
    assertEquals(1L, network.fact("n2", "sink", "malformed-requests"));
    assertEquals(RdpSink.REQUESTS_WAITING_MAX + 2L, network.fact("n2", "sink", "requests"));
  }

  @Test
  void oneWhoAnswersOtherwiseThanASinkIsLeft() {
    for (byte[] answer : List.of(new byte[6], new byte[] {0x52, 0x50, 0, 0, 0, 10, 0})) {
      Caller other = Caller.waiting().says(answer);
      VirtualNetwork network =
          new VirtualNetwork()
              .node("n1", Menus.requestResponse(FAR, "response-size", 6))
              .node("n2", other.onMenu())
              .link("n1", "n2")
              .go(1)
              .runUntilDone();

      assertEquals(List.of("100 bytes", "reset"), other.happened);
      assertEquals(1L, network.fact("n1", "source", "failed"));
      assertEquals(0L, network.fact("n1", "source", "responses"));
    }
  }

  private static VirtualNetwork againstSink(Caller caller) {
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1", caller.onMenu())
            .node("n2", Menus.sink())
            .link("n1", "n2")
            .go(1);
    network.runFor(10 * SECOND);
    for (String node : List.of("n1", "n2")) {
      assertEquals(Collections.emptyList(), network.lines(node + " note", "failure"));
    }
    return network;
  }
}
