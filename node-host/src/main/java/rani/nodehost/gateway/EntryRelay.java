// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.stream.ByteStream;

/** Relays a program's TCP connection into the network. */
final class EntryRelay extends Relay {
  private final ConnectRequest opening;
  private final Front front;
  private boolean answered;

  /** Reports to the program whether the exit has connected, before bytes flow. */
  interface Front {
    /** Front of a program that expects only its peer's bytes: success is silent, refusal a RST. */
    Front SILENT = (channel, answer) -> {};

    /** Handles the exit's answer; null if the stream ended without an answer. */
    void answered(SocketChannel channel, ConnectRequest.@Nullable Answer answer);
  }

  /** Creates a relay. The caller has reserved a place among the gateway's connections. */
  EntryRelay(GatewayContext around, ForwardCounts counts, ConnectRequest opening, Front front) {
    super(around, counts);
    this.opening = opening;
    this.front = front;
  }

  /** Opens the stream to the exit, after {@link #listenTo} or {@link #takeOver}. */
  void begin(long nowNanos, int exitAddress) {
    try {
      use(
          ByteStream.connect(
              nowNanos,
              around.endpoint(),
              exitAddress,
              GatewayLimits.STREAM_PORT,
              GatewayLimits.RDP,
              around.buffers(),
              this));
      limitOpening();
    } catch (IllegalStateException e) {
      refuse(ConnectRequest.Answer.TOO_MANY, ConnectRequest.Answer.TOO_MANY.text());
      counts.closed();
      around.connections().release();
    }
  }

  @Override
  public void opened(long nowNanos, ByteStream stream) {
    ByteBuf bytes = around.buffers().buffer();
    opening.write(bytes);
    stream.write(nowNanos, bytes);
    bytes.release();
  }

  @Override
  public void bytes(long nowNanos, ByteStream stream, ByteBuf bytes) {
    if (isFlowing()) {
      toSocket(bytes);
      return;
    }
    if (answered) {
      return; // data after a refusal is ignored
    }
    ConnectRequest.Answer answer = ConnectRequest.Answer.of(bytes.readUnsignedByte());
    answered = true;
    if (answer == ConnectRequest.Answer.CONNECTED) {
      front.answered(socket(), answer);
      flow(nowNanos);
      if (bytes.isReadable()) {
        toSocket(bytes);
      }
    } else {
      refuse(answer, answer == null ? "bad-answer" : answer.text());
      stream.end(nowNanos);
    }
  }

  private void refuse(ConnectRequest.@Nullable Answer answer, String reason) {
    counts.refused(reason);
    front.answered(socket(), answer);
    if (front == Front.SILENT) {
      SocketBinder.reset(socket());
    } else {
      SocketBinder.closeAfterWrites(socket());
    }
  }

  @Override
  void notAgreed(CloseReason reason) {
    if (!answered) {
      answered = true;
      refuse(null, "rdp-" + reason.text());
    }
  }
}
