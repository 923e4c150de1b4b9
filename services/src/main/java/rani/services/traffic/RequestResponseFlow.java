// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import rani.rdp.ConnectionState;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.bind.RdpHost;
import rani.world.Note;

/**
 * Requests to a sink over one RDP connection, one at a time. Measures response times, from handing
 * over the first byte of a request to the last byte of the response.
 */
final class RequestResponseFlow extends ConnectionFlow {
  private final int requests;
  private final int requestBytes;
  private final int responseBytes;
  private final long thinkNanos;

  private int asked;
  private int requestLeftBytes;
  private int responseLeftBytes;
  private long askedNanos;
  private int responses;
  private long totalNanos;
  private long leastNanos = Long.MAX_VALUE;
  private long mostNanos;

  /**
   * Creates a flow; sizes are {@link ExchangeHeader#LENGTH}…{@link ExchangeHeader#BYTES_MAX}, and
   * the think time counts from a response to the next request.
   */
  RequestResponseFlow(
      Place place,
      RdpConfig config,
      int requests,
      int requestBytes,
      int responseBytes,
      long thinkNanos) {
    super(place, config);
    this.requests = requests;
    this.requestBytes = requestBytes;
    this.responseBytes = responseBytes;
    this.thinkNanos = thinkNanos;
  }

  @Override
  public void opened(long nowNanos, RdpConnection connection) {
    ask(nowNanos, connection);
  }

  @Override
  void wake(long nowNanos, RdpConnection connection) {
    ask(nowNanos, connection);
  }

  private void ask(long nowNanos, RdpConnection connection) {
    asked++;
    askedNanos = nowNanos;
    requestLeftBytes = requestBytes;
    responseLeftBytes = responseBytes;
    handOver(nowNanos, connection);
  }

  @Override
  public void writable(long nowNanos, RdpConnection connection) {
    handOver(nowNanos, connection);
  }

  private void handOver(long nowNanos, RdpConnection connection) {
    if (connection.state() != ConnectionState.OPEN) {
      return; // the last message may arrive after the connection's end
    }
    if (!ExchangeHeader.fits(connection)) {
      connection.abort(nowNanos);
      return;
    }
    ByteBufAllocator buffers = context().buffers();
    while (requestLeftBytes > 0) {
      int bytes = ExchangeHeader.next(requestLeftBytes, connection.maxMessageBytes());
      ByteBuf message =
          bytes == requestLeftBytes
              ? ExchangeHeader.message(buffers, ExchangeHeader.REQUEST, responseBytes, bytes)
              : buffers.buffer(bytes).writeZero(bytes);
      if (!connection.send(nowNanos, message)) {
        message.release();
        return;
      }
      requestLeftBytes -= bytes;
    }
  }

  @Override
  public void received(long nowNanos, RdpConnection connection, ByteBuf message) {
    int bytes = message.readableBytes();
    if (ExchangeHeader.kind(message) != ExchangeHeader.RESPONSE || bytes > responseLeftBytes) {
      connection.abort(nowNanos); // the peer is no sink
      return;
    }
    responseLeftBytes -= bytes;
    if (responseLeftBytes == 0) {
      answered(nowNanos, connection);
    }
  }

  private void answered(long nowNanos, RdpConnection connection) {
    long tookNanos = nowNanos - askedNanos;
    responses++;
    totalNanos += tookNanos;
    leastNanos = Math.min(leastNanos, tookNanos);
    mostNanos = Math.max(mostNanos, tookNanos);
    Note detail = Note.of("conn", RdpHost.name(connection)).and("rtt", RdpHost.seconds(tookNanos));
    context().note(nowNanos, "response", detail);
    if (asked == requests) {
      connection.close(nowNanos);
    } else if (thinkNanos == 0) {
      ask(nowNanos, connection);
    } else {
      wakeAt(nowNanos + thinkNanos);
    }
  }

  @Override
  long offered() {
    return requests;
  }

  int responses() {
    return responses;
  }

  long totalNanos() {
    return totalNanos;
  }

  /** Returns the shortest response time; {@code Long.MAX_VALUE} before the first response. */
  long leastNanos() {
    return leastNanos;
  }

  long mostNanos() {
    return mostNanos;
  }
}
