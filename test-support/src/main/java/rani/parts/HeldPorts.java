// SPDX-License-Identifier: Apache-2.0
package rani.parts;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports that must be known before they are bound. They lie below those that kernels hand out, and
 * the odd one above each is held for TCP as a sign to all other tests of the machine, so that they
 * stay free, for TCP and UDP, as long as this JVM lives.
 */
public final class HeldPorts {
  private static final int FIRST = 10_000;

  /** Linux hands out ports from 32768 on unless told otherwise, others from 49152 on. */
  private static final int END = 32_768;

  private static final int PAIRS = (END - FIRST) / 2;

  /**
   * Of two JVMs whose numbers follow each other one begins to look as many pairs after the other.
   */
  private static final int APART = 97;

  private static final List<ServerSocket> signs = new ArrayList<>();

  private HeldPorts() {}

  /** One at each of these addresses, no two the same. */
  public static synchronized List<Integer> at(String... addresses) throws IOException {
    List<Integer> ports = new ArrayList<>();
    for (String address : addresses) {
      ports.add(hold(InetAddress.ofLiteral(address)));
    }
    return ports;
  }

  /** One of the loopback. */
  public static int here() throws IOException {
    return at("127.0.0.1").getFirst();
  }

  private static int hold(InetAddress address) throws IOException {
    int start = (int) (ProcessHandle.current().pid() * APART % PAIRS);
    for (int k = 0; k < PAIRS; k++) {
      int port = FIRST + 2 * ((start + k) % PAIRS);
      ServerSocket sign;
      try {
        sign = new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress());
      } catch (BindException e) {
        continue; // another test's
      }
      if (isFree(port, address)) {
        signs.add(sign);
        return port;
      }
      sign.close();
    }
    throw new IOException("no port from " + FIRST + " to " + END + " is free");
  }

  private static boolean isFree(int port, InetAddress address) throws IOException {
    try (ServerSocket _ = new ServerSocket(port, 1, address);
        DatagramSocket _ = new DatagramSocket(port, address)) {
      return true;
    } catch (BindException e) {
      return false;
    }
  }
}
