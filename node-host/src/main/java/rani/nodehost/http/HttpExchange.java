// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request, and its response, which is sent once. */
public final class HttpExchange {
  private static final byte[] NOTHING = {};

  private final ChannelHandlerContext context;
  private final HttpRequest request;
  private final String path;
  private final String query;
  private final boolean isKept;
  private final HttpHeaders headers = new DefaultHttpHeaders();
  private byte[] body = NOTHING;
  private boolean isAnswered;
  private @Nullable OutputStream running;

  /** Throws {@link IllegalArgumentException} if the path cannot be decoded. */
  HttpExchange(ChannelHandlerContext context, HttpRequest request) {
    this.context = context;
    this.request = request;
    QueryStringDecoder uri = new QueryStringDecoder(request.uri());
    path = uri.path();
    query = uri.rawQuery();
    isKept = HttpUtil.isKeepAlive(request);
  }

  public String method() {
    return request.method().name();
  }

  /** Returns the path without the query, decoded. */
  public String path() {
    return path;
  }

  /** Returns the query string, not decoded; empty if absent. */
  public String query() {
    return query;
  }

  /** Returns the first value of a header; null if there is none. */
  public @Nullable String header(String name) {
    return request.headers().get(name);
  }

  void hasBody(byte[] whole) {
    body = whole;
  }

  /** Returns the complete body; empty until {@link HttpHandler#serve}. */
  public byte[] body() {
    return body;
  }

  public void answerHeader(String name, String value) {
    headers.set(name, value);
  }

  /** Sends a complete response; throws if the client has gone. */
  public void answer(int status, String type, byte[] content) throws IOException {
    HttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(status),
            Unpooled.wrappedBuffer(content));
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, content.length);
    send(head(response, type));
  }

  /**
   * Begins a streamed response that ends when the handler returns. If the handler fails, the client
   * sees a truncated response. {@link OutputStream#flush} sends buffered bytes, and blocks while
   * the client reads slowly. Writes throw when the client has gone.
   */
  public OutputStream begin(int status, String type) throws IOException {
    HttpResponse response =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
    HttpUtil.setTransferEncodingChunked(response, true);
    send(head(response, type));
    running = new BufferedOutputStream(new Chunks());
    return running;
  }

  private HttpResponse head(HttpResponse response, String type) {
    if (isAnswered) {
      throw new IllegalStateException(path + " has its answer already");
    }
    isAnswered = true;
    response.headers().add(headers).set(HttpHeaderNames.CONTENT_TYPE, type);
    if (!isKept) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    return response;
  }

  /** Waits until the kernel has accepted the data. */
  private void send(Object part) throws IOException {
    ChannelFuture sent = context.writeAndFlush(part);
    try {
      sent.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (!sent.isSuccess()) {
      throw new IOException("the client has gone", sent.cause());
    }
  }

  /** Does not end the response when closed, because a handler that fails closes its streams. */
  private final class Chunks extends OutputStream {
    @Override
    public void write(int octet) throws IOException {
      write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      if (count > 0) { // an empty chunk would end the body
        send(new DefaultHttpContent(Unpooled.copiedBuffer(bytes, from, count)));
      }
    }
  }

  /** Ends the response after the handler has returned; then the connection may continue. */
  void end(Consumer<ChannelHandlerContext> next) {
    try {
      if (running != null) {
        running.flush();
        send(LastHttpContent.EMPTY_LAST_CONTENT);
      }
    } catch (IOException e) {
      abandon();
      return;
    }
    if (isAnswered && isKept) {
      context.executor().execute(() -> next.accept(context));
    } else {
      context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** Closes the connection when the response cannot be completed. */
  void abandon() {
    context.close();
  }
}
