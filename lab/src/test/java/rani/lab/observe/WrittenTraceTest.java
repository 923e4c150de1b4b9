// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import rani.node.TraceLines;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpHeader;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.Verdict;

/** What nodes write is what this package reads: every kind of line, by the very writer. */
class WrittenTraceTest {
  private static final int SOURCE = 10 << 24 | 1;
  private static final int SINK = 10 << 24 | 8;
  private static final LinkId LINK = new LinkId(2);

  private final List<String> lines = new ArrayList<>();
  private final TraceLines written =
      new TraceLines("n7", line -> lines.add(new String(line, StandardCharsets.US_ASCII)));
  private final ByteBuf packet = packet(false, 0);
  private final ByteBuf message = packet(true, Ipv4Header.DSCP_CONTROL);
  private final ByteBuf rubbish = UnpooledByteBufAllocator.DEFAULT.buffer(17).writeZero(17);

  @AfterEach
  void release() {
    packet.release();
    message.release();
    rubbish.release();
  }

  @Test
  void everyKindOfLineIsReadAndPrintedUnchanged() {
    written.origin(-1, packet);
    written.origin(0, message);
    written.arrival(1_999_999_999L, LINK, packet);
    written.arrival(1_999_999_999L, LINK, rubbish);
    for (Verdict verdict : Verdict.values()) {
      written.verdict(2_000_000_000L, "node", packet, verdict, 4, 1 / 3.0);
    }
    written.departure(3, LINK, packet, 0);
    written.delivery(4, "sink", packet);
    for (DropReason reason : DropReason.values()) {
      written.drop(5, reason, LINK, packet);
      written.drop(5, reason, null, message);
      written.drop(5, reason, LINK, rubbish);
    }
    for (FilterChange change : FilterChange.values()) {
      written.filter(6, change, LINK, "10.0.0.1", 1_000_000_000L, 7);
      written.filter(6, change, null, "10.0.0.1:5>10.0.0.8:7/17", 1_000_000_000L, 7);
    }
    for (Congestion kind : Congestion.values()) {
      written.congestion(7, "link-2", kind, 1e-12);
    }
    written.link(8, LINK, true);
    written.link(8, LINK, false);
    written.note(9, "lgc", "trigger", "p=39 n=7");
    written.note(9, "lgc", "trigger", "");

    for (String line : lines) {
      assertEquals(line, TraceEvent.parse(line.substring(0, line.length() - 1)).print() + "\n");
    }
    assertEquals(
        "-0.000000001 n7 origin from=10.0.0.1 to=10.0.0.8 proto=17 id=12 len=128"
            + " sport=5001 dport=7\n",
        lines.getFirst());
  }

  private static ByteBuf packet(boolean act, int dscp) {
    int dataLength = 100;
    int payload = UdpHeader.LENGTH + dataLength;
    ByteBuf frame = Frame.allocate(UnpooledByteBufAllocator.DEFAULT, payload);
    frame.setZero(0, frame.readableBytes());
    RaniHeader.write(frame, 0, act, act ? 2 : 0, 10_000_000, SOURCE);
    int ip = RaniHeader.LENGTH;
    int length = Ipv4Header.LENGTH + payload;
    Ipv4Header.write(frame, ip, dscp, length, 12, Ipv4Header.PROTOCOL_UDP, SOURCE, SINK);
    UdpHeader.write(frame, ip + Ipv4Header.LENGTH, 5001, 7, dataLength, SOURCE, SINK);
    return frame;
  }
}
