// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.stream.ByteStream;

/** Relays a program's connection into the network. */
final class EntryRelay extends Relay {
  private final ConnectRequest opening;
  private final Front front;
  private boolean answered;

  /** Reports the outcome to the program, before its bytes flow. */
  interface Front {
    /** For a program that expects only its peer's bytes; a refusal is a RST. */
    Front SILENT = (channel, answer) -> {};

    /**
     * The other gateway has answered.
     *
     * @param answer null if there was none
     */
    void answered(SocketChannel channel, ConnectRequest.@Nullable Answer answer);
  }

  /**
   * Takes over a connection and relays it through the network. The caller has reserved a place
   * among the gateway's connections.
   */
  EntryRelay(GatewayContext around, ForwardCounts counts, ConnectRequest opening, Front front) {
    super(around, counts);
    this.opening = opening;
    this.front = front;
  }

  /** Opens the stream; the socket has been {@link #listenTo listened to}. */
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
      return; // refused; further data is ignored
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
