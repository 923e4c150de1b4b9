// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import io.netty.buffer.ByteBuf;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.wire.UdpFlow;
import rani.world.Facts;

/**
 * <b>echo</b> - sends every datagram's data back to where it came from (RFC 862). The answer lives
 * as long as the question had left. Active packets are refused.
 *
 * <p><b>Facts.</b> {@code echoed}; {@code refused}: datagrams from its own port, which two echoes
 * would toss to and fro for ever.
 *
 * <p><b>Example.</b> {@code n5: {services: {echo: {}}}}
 *
 * <p><b>See also.</b> {@code sink}.
 */
public final class Echo extends StartedService {
  private static final int PORT = 7;

  private final int port;
  private long echoed;
  private long refused;

  private Echo(int port) {
    this.port = port;
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    super.start(nowNanos, context);
    context.listen(port);
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    if (packet.service() != 0) {
      return Fate.REFUSE; // an active packet need not be a datagram
    }
    if (packet.sourcePort() == port) {
      refused++;
      return Fate.DISCARD;
    }
    echoed++;
    ByteBuf data = packet.frame().slice(packet.dataIndex(), packet.dataLength());
    ServiceContext node = node();
    node.sendDatagram(
        nowNanos,
        new UdpFlow(packet.source(), port, packet.sourcePort()),
        packet.lifetimeMicros(),
        data,
        packet.dataLength());
    return Fate.CONSUME;
  }

  public record Shown(long echoed, long refused) implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(echoed, refused);
  }

  public static final class Provider extends NamedProvider {
    public Provider() {
      super(ServiceNumbers.ECHO, "echo");
    }

    @Override
    public Service create(OptionReader options) {
      return new Echo((int) options.count("port", PORT, 1, 65_535, "The UDP port it listens on."));
    }
  }
}
