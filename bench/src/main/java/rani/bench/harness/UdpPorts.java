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

/** UDP ports of the loopback. */
public final class UdpPorts {
  private static final int FIRST = 10_000;

  /**
   * Linux hands out ports from 32768 on unless told otherwise: below that no program has one by
   * chance before it is bound again.
   */
  private static final int END = 32_768;

  private static final int ATTEMPTS_MAX = 1000;

  /** Those whom this JVM has given a port to may not have bound it yet. */
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private UdpPorts() {}

  /** So many, all different; they were free when they were chosen. */
  public static List<Integer> free(int count) throws IOException {
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
      return sockets.stream().map(DatagramSocket::getLocalPort).toList();
    } finally {
      sockets.forEach(DatagramSocket::close);
    }
  }
}
