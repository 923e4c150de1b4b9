// SPDX-License-Identifier: Apache-2.0
package rani.lab.window;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import rani.lab.LabFailure;
import rani.lab.run.Json;
import tools.jackson.core.JacksonException;

/**
 * Hands the page out, on the loopback alone, to anyone who has the link: its path begins with a
 * token that is new for each server. Without it there is a plain page with 401, and nothing else.
 */
public final class WindowServer implements AutoCloseable {
  /** Requests at a time; pages that follow count as one each. */
  static final int REQUESTS_MAX = 64;

  static final int BODY_BYTES_MAX = 1 << 20;

  private static final int TOKEN_BYTES = 16;
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(5);
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Feed feed;
  private final String token;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore requests = new Semaphore(REQUESTS_MAX);
  private final Map<String, Asset> assets = new LinkedHashMap<>();

  private record Asset(String type, byte[] bytes) {
    Asset(String type, String text) {
      this(type, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Listens at any free port of the loopback.
   *
   * @throws LabFailure if it cannot, or a part of the page is missing from this build
   */
  public WindowServer(Feed feed) throws LabFailure {
    this.feed = feed;
    byte[] secret = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(secret);
    this.token = HexFormat.of().formatHex(secret);
    try {
      assets.put("", new Asset("text/html", WindowPage.served()));
      assets.put("window.js", new Asset("text/javascript", WindowFiles.script()));
      assets.put("window.css", new Asset("text/css", WindowFiles.style()));
      assets.put("cytoscape.js", new Asset("text/javascript", WindowFiles.cytoscape()));
      assets.put("uplot.js", new Asset("text/javascript", WindowFiles.uplot()));
      server =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), REQUESTS_MAX);
    } catch (IOException e) {
      throw new LabFailure("cannot serve the window: " + e.getMessage(), e);
    }
    server.createContext("/", this::serve);
    server.setExecutor(threads);
    server.start();
  }

  /** The link, with the token. */
  public String link() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + token + "/";
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Security-Policy", POLICY);
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Cache-Control", "no-store");
      String[] path = exchange.getRequestURI().getPath().split("/", 3);
      if (path.length < 2 || !isToken(path[1])) {
        refuse(
            exchange,
            401,
            "Wrong link",
            "This link lacks the token of the run, or has that of another. The program that shows"
                + " the run has printed the right one.");
      } else if (path.length < 3) {
        headers.set("Location", "/" + token + "/");
        send(exchange, 302, "text/plain", new byte[0]);
      } else if (!requests.tryAcquire()) {
        refuse(exchange, 503, "Too many", "More than " + REQUESTS_MAX + " requests at a time.");
      } else {
        try {
          answer(exchange, path[2]);
        } catch (LabFailure | JacksonException e) {
          sendError(exchange, String.valueOf(e.getMessage()));
        } finally {
          requests.release();
        }
      }
    }
  }

  private boolean isToken(String given) {
    return MessageDigest.isEqual(
        token.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  private void answer(HttpExchange exchange, String path) throws IOException, LabFailure {
    Asset asset = assets.get(path);
    switch (exchange.getRequestMethod() + " " + path) {
      case "GET recording" -> sendJson(exchange, feed.recording());
      case "GET stream" -> stream(exchange);
      case "POST say" -> {
        sendJson(exchange, Json.print(feed.say(line(body(exchange)))));
      }
      case "POST positions" -> {
        feed.keep(body(exchange));
        sendJson(exchange, "{}");
      }
      default -> {
        if (asset == null || !exchange.getRequestMethod().equals("GET")) {
          refuse(exchange, 404, "Not found", "There is no such page.");
        } else {
          send(exchange, 200, asset.type + "; charset=utf-8", asset.bytes);
        }
      }
    }
  }

  /** The line of the console that a page says. */
  private static String line(String body) throws LabFailure {
    SequencedMap<String, Object> said = Json.object(body);
    if (said.size() == 1 && said.get("line") instanceof String line) {
      return line;
    }
    throw new LabFailure("what is said is an object with a `line`");
  }

  private static String body(HttpExchange exchange) throws IOException, LabFailure {
    byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
    if (body.length > BODY_BYTES_MAX) {
      throw new LabFailure("a request body has at most " + BODY_BYTES_MAX + " bytes");
    }
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Server-sent events, for as long as the page stays open. */
  private void stream(HttpExchange exchange) throws IOException {
    try (Feed.Follower follower = feed.follow()) {
      if (follower == null) {
        refuse(exchange, 404, "Not found", "The run has ended; nothing goes on.");
        return;
      }
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      out.write("retry: 1000\n\n".getBytes(StandardCharsets.UTF_8));
      out.flush();
      while (!Thread.currentThread().isInterrupted()) {
        Feed.News news = follower.next(KEEP_ALIVE);
        String text =
            news == null
                ? ": still here\n\n"
                : "event: " + news.kind() + "\ndata: " + news.json() + "\n\n";
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void refuse(HttpExchange exchange, int code, String title, String text)
      throws IOException {
    byte[] page = WindowPage.plain(title, text).getBytes(StandardCharsets.UTF_8);
    send(exchange, code, "text/html; charset=utf-8", page);
  }

  private static void sendError(HttpExchange exchange, String message) throws IOException {
    byte[] body = Json.print(Map.of("error", message)).getBytes(StandardCharsets.UTF_8);
    send(exchange, 400, "application/json", body);
  }

  private static void sendJson(HttpExchange exchange, String json) throws IOException {
    send(exchange, 200, "application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  /** Closes every connection. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    feed.close();
  }
}
