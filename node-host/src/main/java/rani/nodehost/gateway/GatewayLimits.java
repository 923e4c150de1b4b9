// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.util.concurrent.TimeUnit;
import rani.rdp.RdpConfig;

/** How much one node's gateway takes on, and where it is found. */
public final class GatewayLimits {
  /** The number of the gateway in the RANI header, of the range that menus in files do not use. */
  static final int NUMBER = 65_000;

  /** The RDP port at which a gateway takes streams for the programs behind it. */
  public static final int STREAM_PORT = 807;

  /** The first virtual UDP port at which the datagrams of a forward come out. */
  public static final int UDP_EXIT_PORT_FIRST = 61_000;

  /** The first virtual UDP port that stands for a program which sends to a forward. */
  public static final int UDP_SESSION_PORT_FIRST = 62_000;

  /** Forwards, exits, and message sockets at a time. */
  public static final int HOLDINGS_MAX = 128;

  /** TCP connections at a time, through all of them. */
  public static final int CONNECTIONS_MAX = 512;

  /** Programs whose datagrams are told apart at a time, through all UDP forwards of a node. */
  public static final int UDP_SESSIONS_MAX = 256;

  /** Addresses and networks that a node's programs may be reached at. */
  public static final int ALLOWED_MAX = 256;

  /** Names being looked up at a time. */
  public static final int LOOKUPS_MAX = 64;

  /** How long a UDP session lives without a datagram. */
  public static final long UDP_IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** How long the program at the exit may take to answer the door. */
  public static final int DIAL_MILLIS = 10_000;

  /** How long a connection may take until both ends have agreed what it is for. */
  public static final int OPENING_MILLIS = 30_000;

  /** How long a packet of a forwarded datagram may live. */
  static final long LIFETIME_MICROS = TimeUnit.SECONDS.toMicros(60);

  private static final int WINDOW_SEGMENTS = 256;
  private static final int SEND_BUFFER_BYTES = 512 << 10;

  /** How a gateway's connections behave. */
  static final RdpConfig RDP =
      RdpConfig.DEFAULT.with(new RdpConfig.Buffers(WINDOW_SEGMENTS, SEND_BUFFER_BYTES, true));

  private GatewayLimits() {}
}
