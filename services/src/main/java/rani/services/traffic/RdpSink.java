// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.TreeMap;
import rani.rdp.ConnectionState;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConnection;
import rani.rdp.RdpListener;
import rani.rdp.bind.RdpHost;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Note;

/** RDP side of the sink: counts messages, answers requests, and notes when a transfer is whole. */
final class RdpSink implements RdpListener {
  /** Largest number of requests of one connection that wait for their answer. */
  static final int REQUESTS_WAITING_MAX = 64;

  static final int SOURCES_MAX = Sink.SOURCES_MAX;

  /** Event of the note that a transfer has been received whole. */
  static final String FLOW_END = "flow-end";

  private final ServiceContext context;
  private final TreeMap<Integer, Received> ofSource = new TreeMap<>(Integer::compareUnsigned);
  private long connections;
  private long messages;
  private long bytes;
  private long requests;
  private long malformed;

  private static final class Received {
    private long messages;
    private long bytes;
  }

  RdpSink(ServiceContext context) {
    this.context = context;
  }

  @Override
  public RdpApplication accept(long nowNanos, RdpConnection connection) {
    connections++;
    return new Peer();
  }

  /** Facts of the connections; {@code messages.} and {@code message-bytes.} for each source. */
  public record Shown(
      long connections,
      long messages,
      long messageBytes,
      long requests,
      long malformedRequests,
      @Inline SequencedMap<String, Long> ofSources)
      implements Facts {}

  Shown facts() {
    SequencedMap<String, Long> ofSources = new LinkedHashMap<>();
    ofSource.forEach(
        (source, received) -> {
          ofSources.put("messages." + Address.text(source), received.messages);
          ofSources.put("message-bytes." + Address.text(source), received.bytes);
        });
    return new Shown(connections, messages, bytes, requests, malformed, ofSources);
  }

  private void count(int source, int messageBytes) {
    messages++;
    bytes += messageBytes;
    Received received = ofSource.get(source);
    if (received == null && ofSource.size() < SOURCES_MAX) {
      received = new Received();
      ofSource.put(source, received);
    }
    if (received != null) {
      received.messages++;
      received.bytes += messageBytes;
    }
  }

  /** One connection. Requests wait until the send buffer has taken the answers to earlier ones. */
  private final class Peer implements RdpApplication {
    private final ArrayDeque<Integer> waiting = new ArrayDeque<>();
    private int answerBytes;
    private int leftBytes;
    private long takenBytes;

    /** Size of the transfer that the connection announced; 0 before that, -1 once it is whole. */
    private int transferBytes;

    @Override
    public void received(long nowNanos, RdpConnection connection, ByteBuf message) {
      count(connection.remoteAddress(), message.readableBytes());
      takenBytes += message.readableBytes();
      switch (ExchangeHeader.kind(message)) {
        case ExchangeHeader.REQUEST -> request(nowNanos, connection, message);
        case ExchangeHeader.TRANSFER -> announced(ExchangeHeader.bytesInAll(message));
        default -> {}
      }
      if (transferBytes > 0 && takenBytes >= transferBytes) {
        Note note = Note.of("conn", RdpHost.name(connection)).and("bytes", transferBytes);
        transferBytes = -1;
        context.note(nowNanos, FLOW_END, note);
      }
    }

    private void announced(int bytes) {
      transferBytes = transferBytes == 0 ? bytes : transferBytes; // one transfer a connection
    }

    private void request(long nowNanos, RdpConnection connection, ByteBuf message) {
      requests++;
      int wanted = ExchangeHeader.bytesInAll(message);
      boolean possible =
          wanted >= ExchangeHeader.LENGTH
              && wanted <= ExchangeHeader.BYTES_MAX
              && waiting.size() < REQUESTS_WAITING_MAX
              && ExchangeHeader.fits(connection);
      if (!possible) {
        malformed++;
        connection.abort(nowNanos);
        return;
      }
      waiting.add(wanted);
      answer(nowNanos, connection);
    }

    @Override
    public void writable(long nowNanos, RdpConnection connection) {
      answer(nowNanos, connection);
    }

    private void answer(long nowNanos, RdpConnection connection) {
      while (connection.state() == ConnectionState.OPEN && hasNext()) {
        int length = ExchangeHeader.next(leftBytes, connection.maxMessageBytes());
        ByteBuf message =
            ExchangeHeader.message(context.buffers(), ExchangeHeader.RESPONSE, answerBytes, length);
        if (!connection.send(nowNanos, message)) {
          message.release();
          return;
        }
        leftBytes -= length;
      }
    }

    private boolean hasNext() {
      if (leftBytes == 0 && !waiting.isEmpty()) {
        answerBytes = waiting.remove();
        leftBytes = answerBytes;
      }
      return leftBytes > 0;
    }
  }
}
