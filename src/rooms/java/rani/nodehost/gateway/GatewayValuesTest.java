// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.model.host.Network;
import rani.nodehost.conversation.VerbCall;
import rani.wire.Address;

/** Openings, orders, networks and permits. */
class GatewayValuesTest {
  @Test
  void anOpeningLooksLikeThisAndReadsBackOnlyWhole() {
    ByteBuf bytes = Unpooled.buffer();
    new ConnectRequest("localhost", 8080).write(bytes);
    assertEquals("01011f90096c6f63616c686f7374", ByteBufUtil.hexDump(bytes));
    for (int length = 0; length < bytes.readableBytes(); length++) {
      ByteBuf part = bytes.slice(0, length);
      assertNull(ConnectRequest.read(part));
      assertEquals(length, part.readableBytes(), "nothing was read");
    }
    assertEquals(new ConnectRequest("localhost", 8080), ConnectRequest.read(bytes));
    assertFalse(bytes.isReadable());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"02", "0102", "01010000016a", "010100500161620a", "0101005001 20", "0101005000"})
  void whatIsNoOpeningIsRefusedAtSight(String hex) {
    ByteBuf bytes = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex.replace(" ", "")));
    if (hex.equals("010100500161620a")) {
      assertEquals(new ConnectRequest("a", 80), ConnectRequest.read(bytes)); // more may follow
    } else {
      assertThrows(IllegalArgumentException.class, () -> ConnectRequest.read(bytes));
    }
  }

  @Test
  void noiseIsAnOpeningOrNotAndNothingElse() {
    Random random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      byte[] noise = new byte[random.nextInt(300)];
      random.nextBytes(noise);
      if (noise.length > 2) {
        noise[0] = 1;
        noise[1] = 1;
      }
      try {
        ConnectRequest opening = ConnectRequest.read(Unpooled.wrappedBuffer(noise));
        assertTrue(opening == null || ConnectRequest.isHost(opening.host()));
      } catch (IllegalArgumentException e) {
        continue;
      }
    }
  }

  static List<GatewayOrder> orders() {
    InetSocketAddress at = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 8080);
    int exit = Address.parse("10.0.0.5");
    return List.of(
        new GatewayOrder.Tcp(at, exit, "localhost", 80),
        new GatewayOrder.Socks(at, exit),
        new GatewayOrder.Allow("::1", 80),
        new GatewayOrder.AllowNetworks(List.of(Network.parse("10.0.0.0/8"), Network.parse("::1"))),
        new GatewayOrder.Udp(at, exit, 61_000),
        new GatewayOrder.UdpExit("localhost", 53),
        new GatewayOrder.Dial(exit, 7000),
        new GatewayOrder.Await(7000),
        new GatewayOrder.Show(3),
        new GatewayOrder.Release(3));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void anOrderIsSaidAndUnderstood(GatewayOrder order) {
    VerbCall tell = order.tell();
    assertEquals("gateway", tell.service());
    assertEquals(order, GatewayOrder.parse(tell.verb(), tell.arguments()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dance",
        "tcp",
        "tcp 127.0.0.1 80 10.0.0.5 a",
        "tcp 127.0.0.1 80 10.0.0.5 a 0",
        "tcp here 80 10.0.0.5 a 1",
        "await 65536",
        "await 7000 7001",
        "show x",
        "allow a",
        "allow-networks 10.0.0.0/33",
        "dial n5 7000"
      })
  void aBadOrderIsExplained(String words) {
    List<String> parts = List.of(words.split(" "));
    assertThrows(
        IllegalArgumentException.class,
        () -> GatewayOrder.parse(parts.getFirst(), parts.subList(1, parts.size())));
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.0.0/16, 10.1.255.3, true",
    "10.1.0.0/16, 10.2.0.0, false",
    "0.0.0.0/0, 8.8.8.8, true",
    "0.0.0.0/0, ::1, false",
    "192.168.1.7, 192.168.1.7, true",
    "192.168.1.7, 192.168.1.6, false",
    "fd00::/8, fdff::1, true",
    "fd00::/8, fe80::1, false",
    "127.0.0.0/9, 127.128.0.1, false"
  })
  void aNetworkHasTheAddressesThatShareItsFirstBits(String network, String address, boolean has) {
    assertEquals(has, Network.parse(network).contains(InetAddress.ofLiteral(address)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/33", "::/129", "localhost"})
  void whatIsNoNetworkIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> Network.parse(text));
  }

  @Test
  void nothingIsAllowedBeforeItIsSaidAndAfterItIsTakenBack() {
    AllowList allowed = new AllowList();
    ConnectRequest place = new ConnectRequest("db", 5432);
    InetAddress address = InetAddress.ofLiteral("10.1.2.3");
    assertFalse(allowed.allows(place) || allowed.allows(address) || allowed.allowsAnyNetwork());

    AllowList.Permit one = allowed.place(place);
    AllowList.Permit again = allowed.place(place);
    AllowList.Permit net = allowed.networks(List.of(Network.parse("10.1.0.0/16")));
    assertTrue(allowed.allows(place) && allowed.allows(address) && allowed.allowsAnyNetwork());
    assertFalse(allowed.allows(new ConnectRequest("db", 5433)));

    one.close(0);
    assertTrue(allowed.allows(place), "said twice, taken back once");
    again.close(0);
    net.close(0);
    assertFalse(allowed.allows(place) || allowed.allows(address) || allowed.allowsAnyNetwork());
  }

  @Test
  void permitsHaveALimit() {
    AllowList allowed = new AllowList();
    for (int i = 0; i < GatewayLimits.ALLOWED_MAX; i++) {
      allowed.place(new ConnectRequest("a", 1 + i));
    }
    assertThrows(IllegalArgumentException.class, () -> allowed.place(new ConnectRequest("b", 1)));
  }
}
