// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnauthenticatedConnectionsTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final List<AutoCloseable> open = new ArrayList<>();
  private ServerSocket door;

  @BeforeEach
  void listen() throws IOException {
    door = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
    open.add(door);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  /** A connection from an address, as the door sees it. */
  private Socket from(String address) throws IOException {
    open.add(
        new Socket(door.getInetAddress(), door.getLocalPort(), InetAddress.ofLiteral(address), 0));
    Socket accepted = door.accept();
    open.add(accepted);
    return accepted;
  }

  @Test
  void theOldestOfTheAddressWithMostPlacesMakesRoom() throws Exception {
    UnauthenticatedConnections strangers = new UnauthenticatedConnections(3, LONG);
    Socket honest = from("127.0.0.2");
    Socket first = from("127.0.0.1");
    Socket second = from("127.0.0.1");
    for (Socket each : List.of(honest, first, second)) {
      strangers.come(each);
    }
    Socket third = from("127.0.0.1");
    strangers.come(third);
    assertEquals(List.of(false, true, false, false), closed(honest, first, second, third));
    assertTrue(strangers.leave(honest));
    assertFalse(strangers.leave(first), "it has lost its place");
    assertTrue(strangers.leave(second));
    assertTrue(strangers.leave(third));
    assertFalse(strangers.leave(third), "once");
  }

  private static List<Boolean> closed(Socket... sockets) {
    return List.of(sockets).stream().map(Socket::isClosed).toList();
  }

  @Test
  void whoIsNotDoneInTimeIsEndedWhateverHeSays() throws Exception {
    UnauthenticatedConnections strangers = new UnauthenticatedConnections(3, Duration.ofMillis(1));
    Socket slow = from("127.0.0.1");
    strangers.come(slow);
    while (!slow.isClosed()) {
      Thread.onSpinWait(); // until the test's own limit
    }
    assertFalse(strangers.leave(slow));
  }

  @Test
  void whoHasLeftIsNotEnded() throws Exception {
    UnauthenticatedConnections strangers = new UnauthenticatedConnections(1, LONG);
    Socket first = from("127.0.0.1");
    strangers.come(first);
    assertTrue(strangers.leave(first));
    strangers.come(from("127.0.0.1"));
    assertFalse(first.isClosed());
  }
}
