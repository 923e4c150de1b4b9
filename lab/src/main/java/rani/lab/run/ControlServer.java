// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.lab.file.FileError;
import rani.lab.topology.OperationReader;
import rani.lab.topology.RunKey;
import tools.jackson.core.JacksonException;

/**
 * A node's control plane: HTTP with JSON, for the lab, the console and the tests alike; {@link
 * ControlRoutes} lists what it can be asked. Who does not bring the run's token as {@code
 * Authorization: Bearer TOKEN} gets 401 and nothing else.
 */
final class ControlServer implements AutoCloseable {
  /** The largest request body. */
  static final int BODY_BYTES_MAX = 1 << 20;

  /** Requests at a time, streams not counted. */
  static final int REQUESTS_MAX = 64;

  private static final String BEARER = "Bearer ";

  private final Routes routes;
  private final byte[] token;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore requests = new Semaphore(REQUESTS_MAX);
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * Listens at any free port.
   *
   * @param operations reads what is to be done to the node's network
   * @param address to listen at; the loopback unless the user says otherwise
   * @param key whose secret is the run's token
   * @param onDetach called when the node is to outlive the one who started it
   * @param onStop called when the node is to end
   */
  ControlServer(
      NodeSession session,
      OperationReader operations,
      InetAddress address,
      RunKey key,
      Runnable onDetach,
      Runnable onStop)
      throws IOException {
    this(
        address,
        key.secret(),
        closing -> new ControlRoutes(session, operations, key, onDetach, onStop, closing));
  }

  /** What a server answers. */
  interface Routes {
    /** Those that give one answer, by method and path. */
    Map<String, ControlRoute> routes();

    /** Those that serve their client for a while, by method and path. */
    Map<String, ControlStream> streams();
  }

  /**
   * Listens at any free port for whatever there is to be asked.
   *
   * @param address to listen at
   * @param token that it asks for
   * @param routes what it answers, made when it is known what tells of its end
   */
  ControlServer(InetAddress address, String token, Function<CountDownLatch, Routes> routes)
      throws IOException {
    this.routes = routes.apply(closing);
    this.token = token.getBytes(StandardCharsets.UTF_8);
    server = HttpServer.create(new InetSocketAddress(address, 0), REQUESTS_MAX);
    server.createContext("/", this::serve);
    server.setExecutor(threads);
    server.start();
  }

  /** Where it listens. */
  InetSocketAddress address() {
    return server.getAddress();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!isAuthorised(exchange)) {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        ControlAnswer.refused(401, "the run's token is missing or wrong").send(exchange);
        return;
      }
      ControlStream stream = routes.streams().get(called(exchange));
      if (stream != null) {
        stream.serve(exchange);
      } else if (!requests.tryAcquire()) {
        ControlAnswer.refused(503, "more than " + REQUESTS_MAX + " requests at once")
            .send(exchange);
      } else {
        try {
          answer(exchange).send(exchange);
        } finally {
          requests.release();
        }
      }
    }
  }

  private boolean isAuthorised(HttpExchange exchange) {
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    return given != null
        && given.startsWith(BEARER)
        && MessageDigest.isEqual(
            token, given.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8));
  }

  private static String called(HttpExchange exchange) {
    return exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
  }

  private ControlAnswer answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
    if (body.length > BODY_BYTES_MAX) {
      return ControlAnswer.refused(413, "a request body has at most " + BODY_BYTES_MAX + " bytes");
    }
    ControlRoute route = routes.routes().get(called(exchange));
    if (route == null) {
      return unknown(exchange);
    }
    @Nullable String query = exchange.getRequestURI().getQuery();
    try {
      return route.answer(
          new ControlRoute.Request(
              query == null ? "" : query, new String(body, StandardCharsets.UTF_8)));
    } catch (JacksonException | IllegalArgumentException | FileError e) {
      return ControlAnswer.refused(400, String.valueOf(e.getMessage()));
    } catch (CompletionException e) {
      return e.getCause() instanceof TimeoutException
          ? ControlAnswer.refused(
              503, "the node hangs: no answer for " + ControlRoutes.ANSWER_MAX.toSeconds() + " s")
          : ControlAnswer.refused(409, "the node has ended");
    }
  }

  private ControlAnswer unknown(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    return routes.routes().containsKey("GET " + path)
        ? ControlAnswer.refused(405, path + " is to be read with GET")
        : ControlAnswer.refused(404, "there is no " + called(exchange));
  }

  /** Closes every connection. */
  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
