// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.SECOND;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import rani.fixture.Nanos;
import rani.fixture.VirtualNetwork;
import rani.node.NodeConfig.MenuEntry;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.services.traffic.OneNode;
import rani.wire.UdpFlow;

class EchoTest {
  private final OneNode echo =
      new OneNode("10.0.0.5").neighbour("10.0.0.1").menu(Menus.echo()).start();

  @Test
  void theDataGoesBackToWhereItCameFrom() {
    echo.datagram("10.0.0.1", 1234, 7, text("hello"));

    echo.expect("datagram to 10.0.0.1:1234 hello");
    assertEquals(1, echo.lines(" origin ", " sport=7 dport=1234").size());
    assertEquals(1L, echo.fact("echo", "echoed"));
  }

  @Test
  void anEmptyDatagramIsEchoedToo() {
    echo.datagram("10.0.0.1", 1234, 7, Unpooled.EMPTY_BUFFER);

    echo.expect("datagram to 10.0.0.1:1234");
  }

  @Test
  void whatComesFromAnEchoIsNotEchoed() {
    echo.datagram("10.0.0.1", 7, 7, text("hello"));

    echo.expect();
    assertEquals(1L, echo.fact("echo", "refused"));
    assertEquals(1, echo.lines("drop reason=discarded ").size());
  }

  @Test
  void itListensOnItsPortAlone() {
    OneNode other =
        new OneNode("10.0.0.5").neighbour("10.0.0.1").menu(Menus.echo("port", 77)).start();
    other.datagram("10.0.0.1", 1234, 7, text("hello"));
    other.datagram("10.0.0.1", 1234, 77, text("hello"));

    other.expect("datagram to 10.0.0.1:1234 hello");
    assertEquals(1, other.lines("drop reason=no-listener ").size());
  }

  /** An echo answers with what is left of the question's life, so that the game must end. */
  @Test
  void twoEchoesOnDifferentPortsTossAPacketNoLongerThanItLives() {
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1", Menus.echo())
            .node("n2", Menus.echo("port", 77), kickOff(VirtualNetwork.address(1), 77, 7))
            .link("n1", "n2")
            .go(1)
            .runFor(Nanos.SECOND);
    assertTrue((Long) network.fact("n1", "echo", "echoed") > 50, "they play");

    network.runFor(10 * SECOND);
    assertEquals(1, network.lines("drop reason=expired ").size());
    long played = (Long) network.fact("n1", "echo", "echoed");
    network.runFor(10 * SECOND);
    assertEquals(played, network.fact("n1", "echo", "echoed"));
  }

  private static ByteBuf text(String text) {
    return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** A service that sends one datagram when traffic begins. */
  private static MenuEntry kickOff(int destination, int sourcePort, int destinationPort) {
    return new MenuEntry(new KickOff(destination, sourcePort, destinationPort), Menus.options());
  }

  private record KickOff(int destination, int sourcePort, int destinationPort)
      implements ServiceProvider {
    @Override
    public int number() {
      return 999;
    }

    @Override
    public String name() {
      return "kick-off";
    }

    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      return (nowNanos, context) -> kick(nowNanos, context);
    }

    private void kick(long nowNanos, ServiceContext context) {
      context.sendDatagram(
          nowNanos,
          new UdpFlow(destination, sourcePort, destinationPort),
          10_000_000,
          Unpooled.EMPTY_BUFFER,
          10);
    }
  }
}
