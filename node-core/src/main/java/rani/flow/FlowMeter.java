// SPDX-License-Identifier: Apache-2.0
package rani.flow;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import rani.queue.FlowTable;
import rani.wire.FlowKey;
import rani.wire.Ipv4Header;

/**
 * Meters the flows of TCP and UDP between an edge and its node (RFC 2722 §2), by their packets
 * alone. A flow is both directions of a pair of addresses, ports and a protocol. Packets without
 * ports, such as ICMP's and fragments, are only counted. Whatever packets hold is taken as it
 * comes, and nothing is allocated for one of a flow that is known.
 */
public final class FlowMeter {
  /** Flows that are kept. Beyond it, the one whose last packet is the oldest is dropped. */
  public static final int FLOWS_MAX = 1024;

  private static final int PORTS_BYTES = 4;

  private final FlowTable table = new FlowTable(FLOWS_MAX);

  /** By slot of the table. */
  private MeteredFlow[] flows = {};

  private long[] lastNanos = {};

  /** What flows came to that are no longer kept. */
  private final FlowSums.Adder past = new FlowSums.Adder();

  private final TcpSegment segment = new TcpSegment();
  private long evicted;
  private long withoutPorts;

  /** Notes an IPv4 packet that the edge sends; it may be malformed. */
  public void sent(long nowNanos, ByteBuf packet) {
    meter(nowNanos, packet, packet.readerIndex(), packet.readableBytes(), true);
  }

  /**
   * Notes an IPv4 packet that the edge receives.
   *
   * @param ip index of its header
   * @param lengthBytes length of the packet
   */
  public void received(long nowNanos, ByteBuf frame, int ip, int lengthBytes) {
    meter(nowNanos, frame, ip, lengthBytes, false);
  }

  private void meter(long nowNanos, ByteBuf buf, int ip, int lengthBytes, boolean isSent) {
    int bodyBytes = lengthBytes - Ipv4Header.LENGTH;
    long head = bodyBytes < PORTS_BYTES ? 0 : Ipv4Header.head(buf, ip);
    int protocol = Ipv4Header.isPlain(head) ? Ipv4Header.protocol(buf, ip) : 0;
    boolean isTcp = protocol == Ipv4Header.PROTOCOL_TCP;
    if (Ipv4Header.isFragment(head) || !isTcp && protocol != Ipv4Header.PROTOCOL_UDP) {
      withoutPorts++;
      return;
    }
    int body = ip + Ipv4Header.LENGTH;
    long addresses = Ipv4Header.addresses(buf, ip);
    int ports = buf.getInt(body);
    if (!isSent) { // the edge's end is first
      addresses = Long.rotateLeft(addresses, Integer.SIZE);
      ports = Integer.rotateLeft(ports, Short.SIZE);
    }
    MeteredFlow flow =
        flow(nowNanos, addresses, (long) protocol << Integer.SIZE | ports & 0xFFFF_FFFFL);
    if (!isTcp) {
      flow.datagram(nowNanos, isSent, bodyBytes);
    } else if (segment.read(buf, body, bodyBytes)) {
      flow.segment(nowNanos, isSent, segment);
    }
    flow.packet(isSent, lengthBytes, Ipv4Header.ecn(head)); // of a new connection, maybe
  }

  private MeteredFlow flow(long nowNanos, long high, long low) {
    int slot = table.find(high, low);
    if (slot == FlowTable.ABSENT) {
      slot = add(nowNanos, high, low);
    }
    lastNanos[slot] = nowNanos;
    return flows[slot];
  }

  private int add(long nowNanos, long high, long low) {
    if (table.size() == FLOWS_MAX) {
      int oldest = 0;
      for (int slot = 1; slot < FLOWS_MAX; slot++) {
        oldest = lastNanos[slot] - lastNanos[oldest] < 0 ? slot : oldest;
      }
      table.remove(oldest);
      past.add(flows[oldest]);
      evicted++;
    }
    int slot = table.add(high, low);
    if (slot >= flows.length) {
      flows = Arrays.copyOf(flows, table.capacity());
      lastNanos = Arrays.copyOf(lastNanos, table.capacity());
    }
    flows[slot] = new MeteredFlow(nowNanos, past);
    return slot;
  }

  /** Returns what all flows came to, those included that are no longer kept. */
  public FlowSums sums() {
    FlowSums.Adder all = new FlowSums.Adder();
    all.add(past);
    for (int slot = 0; slot < table.size(); slot++) {
      all.add(flows[slot]);
    }
    return all.sums(table.size(), evicted, withoutPorts);
  }

  /** Returns the flows with the latest packets, at most so many, the latest first. */
  public List<FlowFacts> latest(int flowsMax) {
    return facts(latestFirst().limit(flowsMax));
  }

  /** Returns those with most bytes, at most so many, of all but the latest; the largest first. */
  public List<FlowFacts> largestBut(int latest, int flowsMax) {
    return facts(
        latestFirst()
            .skip(latest)
            .sorted(Comparator.comparingLong((Integer slot) -> flows[slot].bytes()).reversed())
            .limit(flowsMax));
  }

  private Stream<Integer> latestFirst() {
    return IntStream.range(0, table.size())
        .boxed()
        .sorted(Comparator.comparingLong((Integer slot) -> lastNanos[slot]).reversed());
  }

  private List<FlowFacts> facts(Stream<Integer> slots) {
    List<FlowFacts> facts = new ArrayList<>();
    slots.forEach(
        slot ->
            facts.add(
                flows[slot].facts(
                    new FlowKey(table.high(slot), table.low(slot)), lastNanos[slot])));
    return facts;
  }
}
