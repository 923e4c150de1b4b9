// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.util.concurrent.TimeUnit;
import rani.rdp.RdpConfig;

/** Limits of one node's gateway, and its ports and number. */
public final class GatewayLimits {
  /** The number of the gateway in the RANI header, of the range that menus in files do not use. */
  static final int NUMBER = 65_000;

  /** The RDP port at which a gateway takes streams for the programs behind it. */
  public static final int STREAM_PORT = 807;

  /** The first virtual UDP port at which the datagrams of a forward come out. */
  public static final int UDP_EXIT_PORT_FIRST = 61_000;

  /** The first virtual UDP port that stands for a program which sends to a forward. */
  public static final int UDP_SESSION_PORT_FIRST = 62_000;

  /** The most forwards, exits and message sockets at a time. */
  public static final int HOLDINGS_MAX = 128;

  /** The most TCP connections at a time, through all of them. */
  public static final int CONNECTIONS_MAX = 512;

  /** The most UDP sessions at a time, through all UDP forwards of a node. */
  public static final int UDP_SESSIONS_MAX = 256;

  /** The most addresses and networks on the allow list. */
  public static final int ALLOWED_MAX = 256;

  /** The most names that are being resolved at a time. */
  public static final int LOOKUPS_MAX = 64;

  /** How long a UDP session lives without a datagram. */
  public static final long UDP_IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** How long the program at the exit may take to accept a connection. */
  public static final int DIAL_MILLIS = 10_000;

  /** How long the handshake between both gateways may take. */
  public static final int OPENING_MILLIS = 30_000;

  /** The TTL of a forwarded datagram's packets. */
  static final long LIFETIME_MICROS = TimeUnit.SECONDS.toMicros(60);

  private static final int WINDOW_SEGMENTS = 256;
  private static final int SEND_BUFFER_BYTES = 512 << 10;

  /** The RDP configuration of a gateway's connections. */
  static final RdpConfig RDP =
      RdpConfig.DEFAULT.with(new RdpConfig.Buffers(WINDOW_SEGMENTS, SEND_BUFFER_BYTES, true));

  private GatewayLimits() {}
}
