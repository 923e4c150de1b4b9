// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection to a server. It reads one request at a time; a refusal closes it. */
final class HttpConnection extends SimpleChannelInboundHandler<HttpObject> {
  private final HttpServer.Connections all;
  private final HttpLimits limits;
  private final HttpHandler handler;
  private final ExecutorService threads;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private @Nullable HttpExchange asked;
  private @Nullable Future<?> serving;
  private io.netty.util.concurrent.@Nullable Future<?> patience;
  private boolean isRefused;

  HttpConnection(
      HttpServer.Connections all, HttpLimits limits, HttpHandler handler, ExecutorService threads) {
    this.all = all;
    this.limits = limits;
    this.handler = handler;
    this.threads = threads;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    if (all.come(context)) {
      await(context);
    } else {
      context.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    all.gone(context);
    stopWaiting();
    if (serving != null) {
      serving.cancel(true); // its client has gone
    }
  }

  /** Closes the connection if no request is complete within a time limit. */
  private void await(ChannelHandlerContext context) {
    Runnable close = context::close;
    patience =
        context.executor().schedule(close, limits.patience().toMillis(), TimeUnit.MILLISECONDS);
  }

  private void stopWaiting() {
    if (patience != null) {
      patience.cancel(false);
      patience = null;
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
    if (isRefused) {
      return; // further data is discarded
    }
    if (part.decoderResult().isFailure()) {
      Throwable cause = part.decoderResult().cause();
      refuse(
          context,
          switch (cause) {
            case TooLongHttpLineException _ -> HttpResponseStatus.REQUEST_URI_TOO_LONG;
            case TooLongFrameException _ -> HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE;
            default -> HttpResponseStatus.BAD_REQUEST;
          },
          String.valueOf(cause.getMessage()));
      return;
    }
    if (part instanceof HttpRequest request) {
      begin(context, request);
    }
    if (part instanceof HttpContent content && asked != null) {
      take(context, content.content());
    }
    if (part instanceof LastHttpContent && asked != null) {
      serve(context, asked);
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest request) {
    HttpExchange exchange;
    try {
      exchange = new HttpExchange(context, request);
    } catch (IllegalArgumentException e) { // the path cannot be decoded
      refuse(context, HttpResponseStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
      return;
    }
    Optional<HttpRefusal> refusal = handler.refusal(exchange);
    if (refusal.isPresent()) {
      refuse(context, refusal.get());
      return;
    }
    all.admitted(context);
    if (HttpUtil.getContentLength(request, 0L) > limits.bodyBytes()) {
      tooLarge(context);
      return;
    }
    if (HttpUtil.is100ContinueExpected(request)) {
      context.writeAndFlush(
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
    }
    body.reset();
    asked = exchange;
  }

  private void take(ChannelHandlerContext context, ByteBuf content) {
    if (body.size() + content.readableBytes() > limits.bodyBytes()) {
      tooLarge(context);
      return;
    }
    try {
      content.readBytes(body, content.readableBytes());
    } catch (IOException e) {
      throw new AssertionError("memory takes all bytes", e);
    }
  }

  private void serve(ChannelHandlerContext context, HttpExchange exchange) {
    stopWaiting();
    context.channel().config().setAutoRead(false);
    exchange.hasBody(body.toByteArray());
    asked = null;
    try {
      serving = threads.submit(() -> serve(exchange));
    } catch (RejectedExecutionException e) { // the server has just been closed
      context.close();
    }
  }

  /** Runs the handler, on a virtual thread. */
  private void serve(HttpExchange exchange) {
    boolean isDone = false;
    try {
      handler.serve(exchange);
      isDone = true;
    } catch (IOException e) {
      return; // the client has gone
    } finally {
      if (!isDone) {
        exchange.abandon();
      }
    }
    exchange.end(this::next);
  }

  private void next(ChannelHandlerContext context) {
    serving = null;
    await(context);
    context.channel().config().setAutoRead(true);
  }

  private void tooLarge(ChannelHandlerContext context) {
    refuse(
        context,
        HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
        "a request body has at most " + limits.bodyBytes() + " bytes");
  }

  private void refuse(ChannelHandlerContext context, HttpResponseStatus status, String why) {
    refuse(context, handler.refusal(status.code(), why));
  }

  private void refuse(ChannelHandlerContext context, HttpRefusal refusal) {
    isRefused = true;
    asked = null;
    all.log(context, HttpResponseStatus.valueOf(refusal.status()).toString());
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(refusal.status()),
            Unpooled.copiedBuffer(refusal.body(), StandardCharsets.UTF_8));
    refusal.headers().forEach((name, value) -> response.headers().set(name, value));
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, refusal.type())
        .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    context.writeAndFlush(response).addListener(sent -> sayNoMore(context));
  }

  /**
   * Closes the sending direction only. A socket that is closed while its client still sends is
   * reset, and the client loses the response. The client's end or a time limit closes the rest.
   */
  private static void sayNoMore(ChannelHandlerContext context) {
    if (context.channel() instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
    } else {
      context.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }
}
