// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Finds free UDP ports of the loopback address. */
public final class UdpPorts {
  private static final int FIRST = 10_000;

  /**
   * By default, Linux assigns ports from 32768 on. Below that, no program gets one of these ports
   * by chance before the benchmark binds it again.
   */
  private static final int END = 32_768;

  private static final int ATTEMPTS_MAX = 1000;

  /** Ports that this JVM has chosen before; they may not be bound yet. */
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private UdpPorts() {}

  /** Returns different ports that are free now. */
  public static int[] free(int count) throws IOException {
    List<DatagramSocket> sockets = new ArrayList<>();
    try {
      for (int k = 0; sockets.size() < count; k++) {
        int port = ThreadLocalRandom.current().nextInt(FIRST, END);
        try {
          DatagramSocket socket = new DatagramSocket(port, InetAddress.getLoopbackAddress());
          if (GIVEN.add(port)) {
            sockets.add(socket);
          } else {
            socket.close();
          }
        } catch (BindException e) {
          if (k == ATTEMPTS_MAX) {
            throw e;
          }
        }
      }
      return sockets.stream().mapToInt(DatagramSocket::getLocalPort).toArray();
    } finally {
      sockets.forEach(DatagramSocket::close);
    }
  }
}
