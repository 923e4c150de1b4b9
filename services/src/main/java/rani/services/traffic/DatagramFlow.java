// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import io.netty.buffer.ByteBuf;
import rani.service.ServiceContext;
import rani.wire.Ipv4Header;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;

/** Flow of UDP datagrams with a {@link GeneratorHeader}, from port 5000 + its number. */
abstract sealed class DatagramFlow extends Flow
    permits BurstFlow, CbrFlow, OnOffFlow, PoissonFlow, ReplayFlow, ResponsiveFlow {
  /** Number of packets of a flow without limit. */
  static final int UNCOUNTED = 0;

  private final GeneratorHeader header = new GeneratorHeader();
  private final Load load;
  private final UdpFlow flow;
  private long sent;
  private long retransmitted;

  /**
   * Packets of a flow: number of distinct packets, {@link #UNCOUNTED} for no limit, with the IPv4
   * total length and the lifetime of each packet.
   */
  record Load(int packets, int sizeBytes, long lifetimeMicros) {}

  DatagramFlow(Place place, Load load) {
    super(place);
    this.load = load;
    int sourcePort = Source.FIRST_PORT + place.number();
    this.flow = new UdpFlow(place.destination(), sourcePort, place.port());
  }

  @Override
  final void join(ServiceContext joined) {
    super.join(joined);
    joined.listen(flow.sourcePort());
  }

  final int packets() {
    return load.packets();
  }

  final int sizeBytes() {
    return load.sizeBytes();
  }

  final void send(long nowNanos, int kind, int sequence, boolean again) {
    send(nowNanos, kind, sequence, again, load.sizeBytes());
  }

  /** Sends a packet of its own size, IPv4 total length. */
  final void send(long nowNanos, int kind, int sequence, boolean again, int sizeBytes) {
    sent++;
    retransmitted += again ? 1 : 0;
    ByteBuf head = header.of(kind, place().number(), sequence);
    context()
        .sendDatagram(
            nowNanos,
            flow,
            place().dscp(),
            load.lifetimeMicros(),
            head,
            sizeBytes - Ipv4Header.LENGTH - UdpHeader.LENGTH);
  }

  @Override
  long offered() {
    return load.packets() == UNCOUNTED ? sent : load.packets();
  }

  @Override
  final Counts counts(long nowNanos) {
    return new Counts(sent, retransmitted, acknowledged(), timeouts(), fastRetransmits());
  }

  void acknowledged(long nowNanos, int nextExpected) {}

  long acknowledged() {
    return 0;
  }

  long timeouts() {
    return 0;
  }

  long fastRetransmits() {
    return 0;
  }
}
