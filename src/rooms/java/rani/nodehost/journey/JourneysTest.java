// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import rani.ground.LabFailure;
import rani.link.Originator;
import rani.wire.PacketPlan;
import rani.world.DropReason;
import rani.world.LinkId;

/** What a node keeps of watched packets is bounded, and ends by itself. */
class JourneysTest {
  private static final int FROM = 0x0A000001;
  private static final int TO = 0x0A000003;

  private final Journeys journeys = new Journeys();
  private final Originator originator = new Originator(UnpooledByteBufAllocator.DEFAULT, FROM);
  private final List<ByteBuf> made = new ArrayList<>();

  @AfterEach
  void release() {
    made.forEach(ByteBuf::release);
  }

  private static WatchedFlow flow(String id, long forNanos) {
    return new WatchedFlow(id, FROM, TO, 17, 9, 7, forNanos);
  }

  private ByteBuf packet(int port) {
    ByteBuf packet = originator.planned(PacketPlan.datagram(TO, 0, port, 60));
    made.add(packet);
    return packet;
  }

  @Test
  void onlyPacketsOfTheFlowAreKept() throws Exception {
    journeys.watch(flow("a", 1000));

    journeys.origin(5, packet(7));
    journeys.origin(6, packet(8));
    journeys.arrival(7, new LinkId(2), Unpooled.wrappedBuffer(new byte[10]));
    journeys.drop(8, DropReason.NO_ROUTE, null, packet(7));

    Journeys.Kept kept = journeys.kept("a", 0);
    assertEquals(2, kept.sightings().size());
    assertEquals(PacketEvent.Kind.ORIGIN, kept.sightings().getFirst().kind());
    assertEquals("no-route", kept.sightings().getLast().what());
    assertEquals(2, kept.sightings().getLast().identification(), "the third that was made");
    assertEquals(1, journeys.kept("a", 1).sightings().size());
    assertEquals(0, journeys.kept("a", 99).sightings().size());
  }

  @Test
  void whatIsBeyondTheLimitIsCounted() throws Exception {
    journeys.watch(flow("a", 1000));
    ByteBuf packet = packet(7);

    for (int k = 0; k < Journeys.SIGHTINGS_MAX + 3; k++) {
      journeys.origin(5, packet);
    }

    assertEquals(Journeys.SIGHTINGS_AT_ONCE_MAX, journeys.kept("a", 0).sightings().size());
    assertEquals(3, journeys.kept("a", 0).lost());
    assertEquals(1, journeys.kept("a", Journeys.SIGHTINGS_MAX - 1).sightings().size());
  }

  @Test
  void aWatchEndsByItselfAndWatchesAreFew() throws Exception {
    for (int k = 0; k < Journeys.WATCHES_MAX; k++) {
      journeys.watch(flow("w" + k, 1000));
    }
    LabFailure twice = assertThrows(LabFailure.class, () -> journeys.watch(flow("w1", 1)));
    LabFailure full = assertThrows(LabFailure.class, () -> journeys.watch(flow("x", 1)));
    assertTrue(String.valueOf(twice.getMessage()).contains("already"));
    assertTrue(String.valueOf(full.getMessage()).contains("16"));

    journeys.origin(100, packet(8)); // theirs begins with the first event
    journeys.origin(1101, packet(8));

    assertThrows(LabFailure.class, () -> journeys.kept("w1", 0));
    journeys.watch(flow("x", 1));
    journeys.forget("x");
    journeys.forget("x");
    assertThrows(IllegalArgumentException.class, () -> flow("a b", 1));
    assertThrows(IllegalArgumentException.class, () -> flow("a", 0));
  }
}
