// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.util.concurrent.TimeUnit;
import rani.rdp.RdpConfig;

/** Limits, ports and service number of one node's gateway. */
public final class GatewayLimits {
  /** Service number in the RANI header; numbers from 65,000 are not for menus in files. */
  static final int NUMBER = 65_000;

  /** RDP port at which a gateway accepts streams that leave the network. */
  public static final int STREAM_PORT = 807;

  /** First virtual UDP port of exits; each UDP exit has a port. */
  public static final int UDP_EXIT_PORT_FIRST = 61_000;

  /** First virtual UDP port of entries; each program that sends to a UDP entry has a port. */
  public static final int UDP_SESSION_PORT_FIRST = 62_000;

  /** The most orders in effect. */
  public static final int HOLDINGS_MAX = 128;

  /** The most open TCP connections of all orders together. */
  public static final int CONNECTIONS_MAX = 512;

  /** The most UDP sessions of all entries together, and of each exit. */
  public static final int UDP_SESSIONS_MAX = 256;

  /** The most destinations and networks in the allow list. */
  public static final int ALLOWED_MAX = 256;

  /** The most names that are being resolved at a time. */
  public static final int LOOKUPS_MAX = 64;

  /** Idle time after which a UDP session ends. */
  public static final long UDP_IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Time limit for the program at the exit to accept a connection. */
  public static final int DIAL_MILLIS = 10_000;

  /** Time limit of the handshake between two gateways. */
  public static final int OPENING_MILLIS = 30_000;

  /** Lifetime of the packets of a forwarded datagram. */
  static final long LIFETIME_MICROS = TimeUnit.SECONDS.toMicros(60);

  private static final int WINDOW_SEGMENTS = 256;
  private static final int SEND_BUFFER_BYTES = 512 << 10;

  static final RdpConfig RDP =
      RdpConfig.DEFAULT.with(new RdpConfig.Buffers(WINDOW_SEGMENTS, SEND_BUFFER_BYTES, true));

  private GatewayLimits() {}
}
