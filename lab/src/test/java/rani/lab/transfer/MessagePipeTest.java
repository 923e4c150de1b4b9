// SPDX-License-Identifier: Apache-2.0
package rani.lab.transfer;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
}
