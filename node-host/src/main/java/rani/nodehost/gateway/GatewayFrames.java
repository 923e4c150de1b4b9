// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

/**
 * The frames between a gateway and the program at its message socket: a length of four octets, not
 * counted in itself, then one octet that says what the frame is, then what belongs to it.
 */
public final class GatewayFrames {
  /** The longest frame. */
  public static final int FRAME_BYTES_MAX = 1 << 17;

  /** A message, both ways. */
  public static final int MESSAGE = 0;

  /**
   * To the program: the connection is open; the size of the largest message follows, in four
   * octets.
   */
  public static final int OPENED = 1;

  /** To the program: the connection has ended; the reason follows, in US-ASCII. */
  public static final int CLOSED = 2;

  /** From the program: close when everything has arrived. */
  public static final int CLOSE = 3;

  /** From the program, first: the key that it received with the port. */
  public static final int KEY = 4;

  /** To a program that takes connections: from now on the next one is its own. */
  public static final int WAITS = 5;

  private GatewayFrames() {}
}
