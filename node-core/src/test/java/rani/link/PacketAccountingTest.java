// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.sim.CountingAllocator;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NodeTrace;

class PacketAccountingTest {
  private final CountingAllocator buffers = new CountingAllocator();
  private final PacketAccounting ledger = new PacketAccounting(new NodeTrace() {});

  private ByteBuf frame(int length) {
    return Packet.datagram().length(length).frame(buffers);
  }

  private void assertTraffic(
      int link, long packetsIn, long bytesIn, long packetsOut, long bytesOut) {
    LinkTraffic.Shown traffic = ledger.traffic(new LinkId(link)).facts();
    assertEquals(packetsIn, traffic.packetsIn());
    assertEquals(bytesIn, traffic.bytesIn());
    assertEquals(packetsOut, traffic.packetsOut());
    assertEquals(bytesOut, traffic.bytesOut());
  }

  /** Bytes are those behind the RANI header; of what is shorter than that there are none. */
  @Test
  void whatPassesALinkIsCountedThere() {
    ledger.arrival(0, new LinkId(2), frame(100));
    ledger.arrival(0, new LinkId(2), frame(250));
    ledger.arrival(0, new LinkId(0), Unpooled.wrappedBuffer(new byte[7]));
    ledger.departure(0, new LinkId(2), frame(60), 0);
    ledger.departure(0, new LinkId(1), frame(40), 0);
    ledger.departure(0, new LinkId(1), frame(30), 0);
    assertTraffic(0, 1, 0, 0, 0);
    assertTraffic(1, 0, 0, 2, 70);
    assertTraffic(2, 2, 350, 1, 60);
    assertTraffic(3, 0, 0, 0, 0);
  }

  @Test
  void whatComesLeavesOrIsInside() {
    ledger.arrival(0, new LinkId(0), frame(100));
    ledger.origin(0, frame(100));
    ledger.origin(0, frame(100));
    ledger.origin(0, frame(100));
    ledger.origin(0, frame(100));
    assertEquals(5, ledger.inside());
    ledger.departure(0, new LinkId(0), frame(100), 0);
    ledger.delivery(0, "sink", frame(100));
    ledger.drop(0, DropReason.EXPIRED, null, frame(100));
    ledger.drop(0, DropReason.EXPIRED, null, frame(100));
    assertEquals(1, ledger.arrivals());
    assertEquals(4, ledger.origins());
    assertEquals(1, ledger.departures());
    assertEquals(1, ledger.deliveries());
    assertEquals(2, ledger.drops());
    assertEquals(2, ledger.drops(DropReason.EXPIRED));
    assertEquals(0, ledger.drops(DropReason.FILTERED));
    assertEquals(1, ledger.inside());
    assertEquals(6, buffers.live(), "what is delivered or dropped is let go");
  }
}
