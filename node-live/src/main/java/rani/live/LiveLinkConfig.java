// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.net.InetAddress;

/**
 * The addresses of one end of a virtual link in the underlay.
 *
 * @param bindAddress of both sockets
 * @param receivePort of the receiving socket; 0 for any
 * @param sendPort of the sending socket; 0 for any
 * @param receiveMtuBytes the largest IPv4 total length that the neighbour may send
 */
public record LiveLinkConfig(
    InetAddress bindAddress, int receivePort, int sendPort, int receiveMtuBytes) {
  private static final int PORT_MAX = 0xFFFF;

  public LiveLinkConfig {
    if (receivePort < 0 || receivePort > PORT_MAX || sendPort < 0 || sendPort > PORT_MAX) {
      throw new IllegalArgumentException("ports are 0…65535");
    }
  }

  /** Places an end at any free ports. */
  public static LiveLinkConfig at(InetAddress bindAddress, int receiveMtuBytes) {
    return new LiveLinkConfig(bindAddress, 0, 0, receiveMtuBytes);
  }
}
