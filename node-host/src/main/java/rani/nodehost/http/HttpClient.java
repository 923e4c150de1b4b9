// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Sends requests, each over a new connection. All use one event loop of the JVM. */
public final class HttpClient {
  private static final int CONNECT_MAX_MILLIS = 2000;
  private static final EventLoopGroup LOOP =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("rani-asks", true), NioIoHandler.newFactory());

  private HttpClient() {}

  /**
   * Sends a request, and waits for the head of the response up to a time limit. The body may be
   * empty.
   */
  public static HttpAnswer ask(
      HttpAddress server,
      String method,
      String path,
      Map<String, String> headers,
      String body,
      Duration max)
      throws IOException {
    HttpAnswer answer = new HttpAnswer(server);
    Channel channel = connect(server, answer);
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    FullHttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1,
            HttpMethod.valueOf(method),
            path,
            Unpooled.wrappedBuffer(content));
    headers.forEach((name, value) -> request.headers().set(name, value));
    request
        .headers()
        .set(HttpHeaderNames.HOST, "localhost")
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
        .set(HttpHeaderNames.CONTENT_LENGTH, content.length);
    channel.writeAndFlush(request);
    answer.awaitHead(max);
    return answer;
  }

  private static Channel connect(HttpAddress server, HttpAnswer answer) throws IOException {
    Bootstrap bootstrap =
        new Bootstrap()
            .group(LOOP)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MAX_MILLIS)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new HttpClientCodec()).addLast(answer.reader());
                  }
                });
    bootstrap =
        switch (server) {
          case HttpAddress.Unix _ -> bootstrap.channel(NioDomainSocketChannel.class);
          case HttpAddress.Tcp _ -> bootstrap.channel(NioSocketChannel.class);
        };
    ChannelFuture connecting = bootstrap.connect(server.socket());
    try {
      connecting.await();
    } catch (InterruptedException e) {
      connecting.channel().close();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (!connecting.isSuccess()) {
      throw new IOException("nothing answers at " + server.text(), connecting.cause());
    }
    return connecting.channel();
  }
}
