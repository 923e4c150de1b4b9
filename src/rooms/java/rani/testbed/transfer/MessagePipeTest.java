// SPDX-License-Identifier: Apache-2.0
package rani.testbed.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import rani.nodehost.gateway.GatewayFrames;

class MessagePipeTest {
  @Test
  @Timeout(20)
  void aGatewayThatSaysNothingIsWaitedForNoLongerThanWasSaid() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        MessagePipe pipe = MessagePipe.to("127.0.0.1:" + silent.getLocalPort(), "00")) {
      pipe.patience(1_000_000);
      assertThrows(SocketTimeoutException.class, pipe::awaitOpen);
    }
  }

  /** A call before that would find no one, and be refused. */
  @Test
  @Timeout(20)
  void aPlaceForCallsIsThereWhenTheGatewaySaysSo() throws Exception {
    try (ServerSocket gateway = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        MessagePipe pipe = MessagePipe.to("127.0.0.1:" + gateway.getLocalPort(), "00");
        Socket its = gateway.accept()) {
      pipe.patience(1_000_000);
      assertThrows(SocketTimeoutException.class, pipe::awaitPlace);
      pipe.patience(0);
      its.getOutputStream().write(new byte[] {0, 0, 0, 1, GatewayFrames.WAITS});
      assertTrue(pipe.awaitPlace());
      its.getOutputStream().write(new byte[] {0, 0, 0, 5, GatewayFrames.OPENED, 0, 0, 5, 0});
      assertTrue(pipe.awaitOpen());
      assertEquals(1280, pipe.maxMessageBytes());
    }
  }

  @Test
  @Timeout(20)
  void noPlaceIsAnEnd() throws Exception {
    try (ServerSocket gateway = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        MessagePipe pipe = MessagePipe.to("127.0.0.1:" + gateway.getLocalPort(), "00");
        Socket its = gateway.accept()) {
      its.getOutputStream().write(new byte[] {0, 0, 0, 3, GatewayFrames.CLOSED, 'n', 'o'});
      assertFalse(pipe.awaitPlace());
      assertEquals("no", pipe.closeReason());
    }
  }
}
