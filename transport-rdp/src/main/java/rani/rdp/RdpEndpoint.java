// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.SequencedMap;

/** STUB: signatures only; the body is being written. */
public final class RdpEndpoint {
  /** How many connections one endpoint has. */
  public static final int CONNECTIONS_MAX = 4096;

  /** How many of them may wait for the third segment of the handshake. */
  public static final int HALF_OPEN_MAX = 256;

  /** An endpoint without connections. */
  public RdpEndpoint(RdpNetwork network, RdpTrace trace) {}

  /**
   * Takes connections at a port.
   *
   * @param port 1…65,535
   * @param config of the connections
   * @throws IllegalStateException if the port is taken
   */
  public void listen(int port, RdpConfig config, RdpListener listener) {
    throw new UnsupportedOperationException();
  }

  /** Takes no more connections at a port; those that are open stay. */
  public void unlisten(int port) {
    throw new UnsupportedOperationException();
  }

  /**
   * Opens a connection from a port of the endpoint's choice (49,152…65,535).
   *
   * @throws IllegalStateException if there is no room for one more, or no port
   */
  public RdpConnection connect(
      long nowNanos,
      int remoteAddress,
      int remotePort,
      RdpConfig config,
      RdpApplication application) {
    throw new UnsupportedOperationException();
  }

  /** Opens a connection from a given port, 1…65,535. */
  public RdpConnection connect(
      long nowNanos,
      int localPort,
      int remoteAddress,
      int remotePort,
      RdpConfig config,
      RdpApplication application) {
    throw new UnsupportedOperationException();
  }

  /**
   * A packet of protocol 27 came for this address.
   *
   * @param source its IPv4 source
   * @param ecn its ECN field
   * @param buffer holds the segment; lent for the call
   * @param at where the segment begins
   * @param length its length
   * @return whether it was for one of this endpoint's connections or ports and made sense
   */
  public boolean receive(long nowNanos, int source, int ecn, ByteBuf buffer, int at, int length) {
    throw new UnsupportedOperationException();
  }

  /** The time has come that {@link RdpNetwork#wakeAt} was asked for. */
  public void wake(long nowNanos) {
    throw new UnsupportedOperationException();
  }

  /** Breaks every connection off; their applications are told {@link CloseReason#STOPPED}. */
  public void stop(long nowNanos) {
    throw new UnsupportedOperationException();
  }

  /** The connections, in the order of their making. */
  public List<RdpConnection> connections() {
    throw new UnsupportedOperationException();
  }

  /** Counters, in a fixed order: connections made and ended, segments refused by reason. */
  public SequencedMap<String, Object> facts() {
    throw new UnsupportedOperationException();
  }
}
