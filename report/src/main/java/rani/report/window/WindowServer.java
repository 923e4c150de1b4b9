// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.http.HttpExchange;
import rani.nodehost.http.HttpHandler;
import rani.nodehost.http.HttpLimits;
import rani.nodehost.http.HttpRefusal;
import rani.nodehost.http.HttpServer;
import tools.jackson.core.JacksonException;

/** Serves the window on the loopback address to clients that {@link WindowAccess} admits. */
public final class WindowServer implements AutoCloseable {
  /** The most concurrent requests, including connected event streams. */
  static final int REQUESTS_MAX = 64;

  private static final Duration KEEP_ALIVE = Duration.ofSeconds(5);
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** Adds to the policy in the page with charts, which allows its scripts by their digests. */
  private static final String CHARTS_POLICY =
      "connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String POLICY_HEADER = "Content-Security-Policy";
  private static final Map<String, String> HEADERS =
      Map.of(
          POLICY_HEADER,
          POLICY,
          "Referrer-Policy",
          "no-referrer",
          "X-Content-Type-Options",
          "nosniff",
          "Cache-Control",
          "no-store");
  private static final String HTML = "text/html; charset=utf-8";
  private static final String JSON = "application/json";

  private final Feed feed;
  private final HttpServer server;
  private final WindowAccess door;
  private final Semaphore requests = new Semaphore(REQUESTS_MAX);
  private final Map<String, Asset> assets = new LinkedHashMap<>();

  private record Asset(String type, String text) {}

  /** Listens at any free port; writes the file with a ticket into the folder of the run. */
  public WindowServer(Feed feed, Path folder) throws LabFailure {
    this.feed = feed;
    try {
      assets.put("", new Asset("text/html", WindowPage.served()));
      assets.put("window.js", new Asset("text/javascript", WindowPage.script()));
      assets.put("window.css", new Asset("text/css", WindowPage.style()));
      assets.put("cytoscape.js", new Asset("text/javascript", WindowPage.cytoscape()));
      assets.put("uplot.js", new Asset("text/javascript", WindowPage.uplot()));
      server = new HttpServer(HttpAddress.loopback(), HttpLimits.USUAL, new Handler());
    } catch (IOException e) {
      throw new LabFailure("cannot serve the window: " + e.getMessage(), e);
    }
    String address = server.address().text();
    String port = address.substring(address.lastIndexOf(':') + 1);
    try {
      door = new WindowAccess("http://" + address, folder.resolve("window-" + port + ".html"));
    } catch (LabFailure | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Returns a link that admits one visitor once. */
  public String link() {
    return door.link();
  }

  /** Returns a file that only its owner can read, and that opens the window any number of times. */
  public Path file() {
    return door.file();
  }

  private final class Handler implements HttpHandler {
    @Override
    public Optional<HttpRefusal> refusal(HttpExchange head) {
      Optional<String> foreign = WindowAccess.foreign(head);
      if (foreign.isPresent()) {
        return Optional.of(page(403, "Refused", foreign.get()));
      }
      boolean isKnown =
          head.path().equals(WindowAccess.ENTRANCE) ? door.admits(head) : door.knows(head);
      return isKnown
          ? Optional.empty()
          : Optional.of(
              page(
                  401,
                  "Wrong link",
                  "This link is of another run, or was used before: each leads in once. The program"
                      + " that shows the run has named a file that does so again."));
    }

    @Override
    public HttpRefusal refusal(int status, String why) {
      return page(status, "Refused", "This is no request: it is malformed, or too long.");
    }

    @Override
    public void serve(HttpExchange exchange) throws IOException {
      HEADERS.forEach(exchange::answerHeader);
      if (exchange.path().equals(WindowAccess.ENTRANCE)) {
        exchange.answerHeader("Set-Cookie", door.cookie());
        send(exchange, 200, HTML, WindowPage.leadingTo(door.place()));
      } else if (!requests.tryAcquire()) {
        refuse(exchange, 503, "Too many", "More than " + REQUESTS_MAX + " requests at a time.");
      } else {
        try {
          answer(exchange, exchange.path().substring(door.place().length()));
        } catch (LabFailure | JacksonException e) {
          String why = String.valueOf(e.getMessage());
          send(exchange, 400, JSON, Json.print(Map.of("error", why)));
        } finally {
          requests.release();
        }
      }
    }
  }

  private static HttpRefusal page(int status, String title, String text) {
    return new HttpRefusal(status, HTML, WindowPage.plain(title, text), HEADERS);
  }

  private void answer(HttpExchange exchange, String path) throws IOException, LabFailure {
    Asset asset = assets.get(path);
    switch (exchange.method() + " " + path) {
      case "GET recording" -> send(exchange, 200, JSON, feed.recording());
      case "GET charts" -> charts(exchange);
      case "GET stream" -> stream(exchange);
      case "POST say" -> send(exchange, 200, JSON, Json.print(feed.execute(line(body(exchange)))));
      case "POST positions" -> {
        feed.keep(body(exchange));
        send(exchange, 200, JSON, "{}");
      }
      default -> {
        if (asset == null || !exchange.method().equals("GET")) {
          refuse(exchange, 404, "Not found", "There is no such page.");
        } else {
          send(exchange, 200, asset.type + "; charset=utf-8", asset.text);
        }
      }
    }
  }

  private void charts(HttpExchange exchange) throws IOException {
    Optional<String> page = feed.charts();
    if (page.isEmpty()) {
      refuse(exchange, 404, "Not found", "The run has no charts, or has not ended.");
      return;
    }
    exchange.answerHeader(POLICY_HEADER, CHARTS_POLICY);
    send(exchange, 200, HTML, page.get());
  }

  private static String line(String body) throws LabFailure {
    JsonObject said = Json.object(body);
    if (said.keys().size() == 1 && said.find("line") instanceof String line) {
      return line;
    }
    throw new LabFailure("what is said is an object with a `line`");
  }

  private static String body(HttpExchange exchange) {
    return new String(exchange.body(), StandardCharsets.UTF_8);
  }

  /** Sends server-sent events as long as the page is open. */
  private void stream(HttpExchange exchange) throws IOException {
    try (LiveFollower follower = feed.follow()) {
      if (follower == null) {
        refuse(exchange, 404, "Not found", "The run has ended; nothing goes on.");
        return;
      }
      OutputStream out = exchange.begin(200, "text/event-stream");
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

  private static void refuse(HttpExchange exchange, int status, String title, String text)
      throws IOException {
    send(exchange, status, HTML, WindowPage.plain(title, text));
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    exchange.answer(status, type, body.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.close();
    door.close();
    feed.close();
  }
}
