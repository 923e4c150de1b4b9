// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A response that a client reads: the body is this stream. Closing it closes the connection. */
public final class HttpAnswer extends InputStream {
  /** Bytes that wait for the reader; at this limit the socket is not read. */
  private static final int WAITING_MAX = 256 << 10;

  /** Markers in the queue of parts, compared by identity. */
  private static final byte[] END = new byte[0];

  private static final byte[] BROKEN = new byte[0];

  private final HttpAddress server;
  private final CompletableFuture<HttpResponse> head = new CompletableFuture<>();
  private final BlockingQueue<byte[]> parts = new LinkedBlockingQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile @Nullable Channel channel;
  private byte[] part = {};
  private int from;

  HttpAnswer(HttpAddress server) {
    this.server = server;
  }

  public int status() {
    return head.join().status().code();
  }

  /** Returns the first value of a header; null if there is none. */
  public @Nullable String header(String name) {
    return head.join().headers().get(name);
  }

  /** Reads the rest of the body; throws if the connection ends early. */
  public String text() throws IOException {
    return new String(readAllBytes(), StandardCharsets.UTF_8);
  }

  void awaitHead(Duration max) throws IOException {
    try {
      head.get(max.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      close();
      throw new IOException(server.text() + " has not answered for " + max.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new IOException(String.valueOf(cause == null ? e.getMessage() : cause.getMessage()), e);
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public int read() throws IOException {
    return fill() ? part[from++] & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int taken = Math.min(count, part.length - from);
    System.arraycopy(part, from, bytes, offset, taken);
    from += taken;
    return taken;
  }

  @Override
  public int available() {
    return part.length - from;
  }

  /** Waits for a byte of the body; returns false at its end. */
  private boolean fill() throws IOException {
    while (from == part.length) {
      byte[] next = take();
      if (next == BROKEN) {
        parts.add(BROKEN);
        throw new IOException("the answer of " + server.text() + " broke off");
      }
      if (next == END) {
        parts.clear();
        parts.add(END);
        return false;
      }
      part = next;
      from = 0;
    }
    return true;
  }

  private byte[] take() throws IOException {
    try {
      byte[] next = parts.take();
      Channel from = channel;
      if (waiting.addAndGet(-next.length) < WAITING_MAX && from != null) {
        from.config().setAutoRead(true);
      }
      return next;
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    Channel open = channel;
    if (open != null) {
      open.close();
    }
  }

  Reader reader() {
    return new Reader();
  }

  private final class Reader extends SimpleChannelInboundHandler<HttpObject> {
    @Override
    public void channelRegistered(ChannelHandlerContext context) {
      channel = context.channel();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject object) {
      if (object.decoderResult().isFailure()) {
        exceptionCaught(context, object.decoderResult().cause());
        return;
      }
      if (object instanceof HttpResponse response) {
        head.complete(response);
      }
      if (object instanceof HttpContent content) {
        add(context, content.content());
      }
      if (object instanceof LastHttpContent) {
        parts.add(END);
        context.close();
      }
    }

    private void add(ChannelHandlerContext context, ByteBuf content) {
      if (content.isReadable()) {
        byte[] bytes = ByteBufUtil.getBytes(content);
        if (waiting.addAndGet(bytes.length) >= WAITING_MAX) {
          context.channel().config().setAutoRead(false);
        }
        parts.add(bytes);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      gone("the connection to " + server.text() + " was closed");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      gone(String.valueOf(cause.getMessage()));
      context.close();
    }

    private void gone(String why) {
      head.completeExceptionally(new IOException(why));
      parts.add(BROKEN); // not read if END is before it in the queue
    }
  }
}
