// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

/**
 * Frames between a gateway and the program at a message socket: a length of four octets, which
 * excludes itself, then one octet with the kind of frame, then the content.
 */
public final class GatewayFrames {
  public static final int FRAME_BYTES_MAX = 1 << 17;

  /** In both directions: a message. */
  public static final int MESSAGE = 0;

  /** To the program: the connection is open. Content: the longest message, in four octets. */
  public static final int OPENED = 1;

  /** To the program: the connection has ended. Content: the reason in US-ASCII. */
  public static final int CLOSED = 2;

  /** From the program: close the connection after all messages are delivered. */
  public static final int CLOSE = 3;

  /** From the program, as first frame: the key that it received with the port. */
  public static final int KEY = 4;

  /** To a program that accepts connections: it will have the next connection from the network. */
  public static final int WAITS = 5;

  private GatewayFrames() {}
}
