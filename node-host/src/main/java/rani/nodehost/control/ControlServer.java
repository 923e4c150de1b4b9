// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import rani.model.file.FileError;
import rani.model.node.RunKey;
import rani.model.topology.OperationReader;
import rani.nodehost.conversation.Replies;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.http.HttpExchange;
import rani.nodehost.http.HttpHandler;
import rani.nodehost.http.HttpLimits;
import rani.nodehost.http.HttpRefusal;
import rani.nodehost.http.HttpServer;
import rani.nodehost.session.NodeSession;
import tools.jackson.core.JacksonException;

/**
 * A node's control plane: HTTP with JSON. {@link ControlRoutes} lists the routes. A request without
 * the run's token, as {@code Authorization: Bearer TOKEN}, gets status 401.
 */
public final class ControlServer implements AutoCloseable {
  /** The most concurrent requests, not counting streams. */
  static final int REQUESTS_MAX = 64;

  private static final String BEARER = "Bearer ";

  private final Routes routes;
  private final byte[] token;
  private final HttpServer server;
  private final Semaphore requests = new Semaphore(REQUESTS_MAX);
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * Starts the control plane of a node, with the key's secret as the run's token. Requests call
   * {@code onDetach} if the node is to outlive the process that started it, and {@code onStop} to
   * end it.
   */
  public ControlServer(
      NodeSession session,
      OperationReader operations,
      HttpAddress address,
      RunKey key,
      Runnable onDetach,
      Runnable onStop)
      throws IOException {
    this(
        address,
        key.secret(),
        closing -> new ControlRoutes(session, operations, key, onDetach, onStop, closing));
  }

  /**
   * Starts the control plane of a node in the foreground, with a token of its own: the key's secret
   * must not be sent in the clear. Requests call {@code onStop} to end the node.
   */
  public ControlServer(
      HttpAddress address,
      String token,
      NodeSession session,
      OperationReader operations,
      RunKey key,
      Runnable onStop)
      throws IOException {
    this(
        address,
        token,
        closing -> new ControlRoutes(session, operations, key, () -> {}, onStop, closing));
  }

  /** Routes of a server, by method and path, such as {@code GET /status}. */
  public interface Routes {
    Map<String, ControlRoute> routes();

    Map<String, ControlStream> streams();
  }

  /**
   * Starts a server. Requests must carry the token; routes are made from a latch that is counted
   * down when the server closes.
   */
  public ControlServer(HttpAddress address, String token, Function<CountDownLatch, Routes> routes)
      throws IOException {
    this.routes = routes.apply(closing);
    this.token = token.getBytes(StandardCharsets.UTF_8);
    server = new HttpServer(address, HttpLimits.USUAL, new Handler());
  }

  public HttpAddress address() {
    return server.address();
  }

  private final class Handler implements HttpHandler {
    @Override
    public Optional<HttpRefusal> refusal(HttpExchange head) {
      return isAuthorised(head)
          ? Optional.empty()
          : Optional.of(
              ControlAnswer.refused(401, "the run's token is missing or wrong")
                  .refusal(Map.of("WWW-Authenticate", "Bearer")));
    }

    @Override
    public HttpRefusal refusal(int status, String why) {
      return ControlAnswer.refused(status, why).refusal(Map.of());
    }

    @Override
    public void serve(HttpExchange exchange) throws IOException {
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

  private boolean isAuthorised(HttpExchange head) {
    String given = head.header("Authorization");
    return given != null
        && given.startsWith(BEARER)
        && MessageDigest.isEqual(
            token, given.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8));
  }

  private static String called(HttpExchange exchange) {
    return exchange.method() + " " + exchange.path();
  }

  private ControlAnswer answer(HttpExchange exchange) throws IOException {
    ControlRoute route = routes.routes().get(called(exchange));
    if (route == null) {
      return withoutRoute(exchange);
    }
    try {
      return route.answer(ControlRoute.Request.of(exchange));
    } catch (JacksonException | IllegalArgumentException | FileError e) {
      return ControlAnswer.refused(400, String.valueOf(e.getMessage()));
    } catch (CompletionException e) {
      return e.getCause() instanceof TimeoutException
          ? ControlAnswer.refused(
              503, "the node hangs: no answer for " + Replies.ANSWER_MAX.toSeconds() + " s")
          : ControlAnswer.refused(409, "the node has ended");
    }
  }

  /** Refuses what no route has: 405 with the methods of the path, or 404. */
  private ControlAnswer withoutRoute(HttpExchange exchange) {
    String path = " " + exchange.path();
    String methods =
        Stream.concat(routes.routes().keySet().stream(), routes.streams().keySet().stream())
            .filter(called -> called.endsWith(path))
            .map(called -> called.substring(0, called.length() - path.length()))
            .collect(joining(", "));
    if (methods.isEmpty()) {
      return ControlAnswer.refused(404, "there is no " + called(exchange));
    }
    exchange.answerHeader("Allow", methods);
    return ControlAnswer.refused(405, exchange.path() + " is asked by " + methods);
  }

  @Override
  public void close() {
    closing.countDown();
    server.close();
  }
}
