// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketChannel;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.stream.ByteStream;

/** Relays a stream out of the network, to the destination that the entry requests, if allowed. */
final class ExitRelay extends Relay {
  private final AllowList allowed;
  private final ByteBuf head;
  private boolean asked;
  private boolean refused;

  ExitRelay(GatewayContext around, ForwardCounts counts, AllowList allowed) {
    super(around, counts);
    this.allowed = allowed;
    this.head = around.buffers().buffer();
  }

  @Override
  public void opened(long nowNanos, ByteStream stream) {
    use(stream);
    limitOpening();
  }

  @Override
  public void bytes(long nowNanos, ByteStream stream, ByteBuf bytes) {
    if (isFlowing()) {
      toSocket(bytes);
    } else if (asked) {
      stream.abort(nowNanos); // an entry sends no data before the answer
    } else {
      head.writeBytes(bytes);
      readOpening(nowNanos);
    }
  }

  private void readOpening(long nowNanos) {
    ConnectRequest opening;
    try {
      opening = ConnectRequest.read(head);
    } catch (IllegalArgumentException e) {
      answer(nowNanos, ConnectRequest.Answer.BAD_OPENING);
      return;
    }
    if (opening == null) {
      return;
    }
    asked = true;
    boolean named = allowed.allows(opening);
    if (!named && !allowed.allowsAnyNetwork()) {
      answer(nowNanos, ConnectRequest.Answer.NOT_ALLOWED);
      return;
    }
    around.find(nowNanos, opening.host(), (found, now) -> dial(now, opening.port(), found, named));
  }

  /**
   * Connects to the first allowed address that accepts; {@code named} allows all addresses. The
   * addresses are null if too many names are being resolved.
   */
  private void dial(long nowNanos, int port, @Nullable List<InetAddress> found, boolean named) {
    if (isDone()) {
      return;
    }
    if (found == null) {
      answer(nowNanos, ConnectRequest.Answer.TOO_MANY);
      return;
    }
    List<InetAddress> may =
        named ? found : found.stream().filter(address -> allowed.allows(address)).toList();
    if (may.isEmpty()) {
      answer(
          nowNanos,
          found.isEmpty() ? ConnectRequest.Answer.NO_SUCH_HOST : ConnectRequest.Answer.NOT_ALLOWED);
      return;
    }
    dial(may, 0, port);
  }

  private void dial(List<InetAddress> addresses, int which, int port) {
    SocketChannel channel = around.gate().transport().streamChannel();
    listenTo(channel);
    ChannelFuture _ =
        channel
            .connect(new InetSocketAddress(addresses.get(which), port))
            .addListener(
                dialled ->
                    around.enter(
                        channel, now -> dialled(now, dialled.cause(), addresses, which, port)));
  }

  private void dialled(
      long nowNanos,
      @Nullable Throwable failure,
      List<InetAddress> addresses,
      int which,
      int port) {
    if (isDone()) {
      SocketBinder.reset(socket());
    } else if (failure == null) {
      answer(nowNanos, ConnectRequest.Answer.CONNECTED);
    } else if (which + 1 < addresses.size()) {
      dial(addresses, which + 1, port);
    } else {
      answer(
          nowNanos,
          failure instanceof ConnectException
                  && String.valueOf(failure.getMessage()).contains("refused")
              ? ConnectRequest.Answer.REFUSED
              : ConnectRequest.Answer.UNREACHABLE);
    }
  }

  private void answer(long nowNanos, ConnectRequest.Answer answer) {
    asked = true;
    ByteBuf code = around.buffers().buffer(1).writeByte(answer.code());
    stream().write(nowNanos, code);
    code.release();
    if (answer == ConnectRequest.Answer.CONNECTED) {
      flow(nowNanos);
    } else {
      refused = true;
      counts.refused(answer.text());
      stream().end(nowNanos);
    }
  }

  @Override
  public void closed(long nowNanos, ByteStream was, CloseReason reason) {
    head.release();
    super.closed(nowNanos, was, reason);
  }

  @Override
  void notAgreed(CloseReason reason) {
    if (!refused) {
      counts.refused("rdp-" + reason.text());
    }
  }
}
