// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import rani.lab.file.FileError;
import rani.lab.topology.OperationReader;
import rani.live.LinkSockets;
import rani.node.Command;
import rani.world.LinkId;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/**
 * A node's control plane: HTTP with JSON, for the lab, the console and the tests alike. Who does
 * not bring the run's token as {@code Authorization: Bearer TOKEN} gets 401 and nothing else.
 *
 * <pre>
 * GET  /status /counters /links /queues /filters /routes /services   what the node shows
 * GET  /live                                                         what its world knows
 * GET  /events                                                       server-sent events
 * POST /peers   [{"receive": "127.0.0.1:40001", "send": "127.0.0.1:40002"}, …]   by link number
 * POST /start · POST /go {"at-nanos": 12345} · POST /detach · POST /stop
 * POST /tell    {"service": "lgc", "verb": "show", "arguments": []}
 * POST /hold    the same, of a service that answers with an id: its facts now, and again as long
 *               as the client reads them; when it stops, the service is told to release the id
 * POST /cut     {"link": 0, "out": true}   pulls a link's cable at this end, or puts it back
 * POST /operate {"link": "n1 -> n2", "set": {"delay": "50ms"}}   what this node has to do of an
 *               entry of a schedule without its time, now
 * </pre>
 */
final class ControlServer implements AutoCloseable {
  /** The largest request body. */
  static final int BODY_BYTES_MAX = 1 << 20;

  /** Requests at a time, events not counted. */
  static final int REQUESTS_MAX = 64;

  /** Clients that follow the events at a time. */
  static final int FOLLOWERS_MAX = 16;

  /** What is held for clients at a time. */
  static final int HOLDS_MAX = 128;

  private static final long HOLD_MILLIS = 500;
  private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final String BEARER = "Bearer ";

  private final NodeSession session;
  private final OperationReader operations;
  private final byte[] token;
  private final Runnable onDetach;
  private final Runnable onStop;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore requests = new Semaphore(REQUESTS_MAX);
  private final Semaphore followers = new Semaphore(FOLLOWERS_MAX);
  private final Semaphore holds = new Semaphore(HOLDS_MAX);
  private final CountDownLatch closing = new CountDownLatch(1);

  /** What is sent back, and what is done after that. */
  private record Answer(int status, Object body, Runnable after) {
    static Answer ok(Object body) {
      return new Answer(200, body, Answer::nothing);
    }

    static Answer done(Runnable after) {
      return new Answer(200, new LinkedHashMap<>(), after);
    }

    static Answer refused(int status, String message) {
      SequencedMap<String, Object> body = new LinkedHashMap<>();
      body.put("error", message);
      return new Answer(status, body, Answer::nothing);
    }

    private static void nothing() {}

    static Answer of(Reply reply) {
      return reply.ok() ? ok(reply.facts()) : refused(409, reply.message());
    }
  }

  /**
   * Listens at any free port.
   *
   * @param operations reads what is to be done to the node's network
   * @param address to listen at; the loopback unless the user says otherwise
   * @param onDetach called when the node is to outlive the one who started it
   * @param onStop called when the node is to end
   */
  ControlServer(
      NodeSession session,
      OperationReader operations,
      InetAddress address,
      String token,
      Runnable onDetach,
      Runnable onStop)
      throws IOException {
    this.session = session;
    this.operations = operations;
    this.token = token.getBytes(StandardCharsets.UTF_8);
    this.onDetach = onDetach;
    this.onStop = onStop;
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
        respond(exchange, Answer.refused(401, "the run's token is missing or wrong"));
      } else if (called(exchange).equals("GET /events")) {
        follow(exchange);
      } else if (called(exchange).equals("POST /hold")) {
        hold(exchange);
      } else if (!requests.tryAcquire()) {
        respond(exchange, Answer.refused(503, "more than " + REQUESTS_MAX + " requests at once"));
      } else {
        try {
          respond(exchange, answer(exchange));
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

  private Answer answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
    if (body.length > BODY_BYTES_MAX) {
      return Answer.refused(413, "a request body has at most " + BODY_BYTES_MAX + " bytes");
    }
    String text = new String(body, StandardCharsets.UTF_8);
    try {
      return switch (called(exchange)) {
        case "GET /live" -> Answer.ok(session.facts());
        case "POST /peers" -> connect(text);
        case "POST /start" -> handle(new Command.Start());
        case "POST /go" -> go(Json.read(text, Go.class));
        case "POST /detach" -> Answer.done(onDetach);
        case "POST /stop" -> Answer.done(onStop);
        case "POST /tell" -> tell(Json.read(text, Tell.class));
        case "POST /cut" -> cut(Json.read(text, Cut.class));
        case "POST /operate" -> operate(text);
        default -> show(exchange);
      };
    } catch (JacksonException | IllegalArgumentException e) {
      return Answer.refused(400, String.valueOf(e.getMessage()));
    } catch (FileError e) {
      return Answer.refused(400, String.valueOf(e.getMessage()));
    } catch (CompletionException e) {
      return Answer.refused(409, "the node has ended");
    }
  }

  private Answer handle(Command command) {
    return Answer.of(session.node().handle(command).join());
  }

  private Answer go(Go go) {
    return go.atNanos() == Go.AT_ONCE
        ? handle(new Command.Go())
        : Answer.of(session.node().goAt(go.atNanos()).join());
  }

  private Answer connect(String text) {
    List<LinkSockets> peers =
        List.of(Json.read(text, Sockets[].class)).stream().map(Sockets::parse).toList();
    try {
      session.node().connect(peers);
      return Answer.ok(new LinkedHashMap<>());
    } catch (IOException e) {
      return Answer.refused(409, String.valueOf(e.getMessage()));
    }
  }

  private Answer tell(Tell tell) {
    return handle(new Command.Tell(tell.service(), tell.verb(), tell.arguments()));
  }

  private Answer cut(Cut cut) {
    LinkId link = new LinkId(cut.link());
    Command command = cut.out() ? new Command.CutLink(link) : new Command.MendLink(link);
    Reply reply = session.node().handle(command).join();
    return reply.ok() ? Answer.ok(reply.facts()) : Answer.refused(400, reply.message());
  }

  private Answer operate(String entry) throws FileError {
    String name = session.node().name();
    List<Command.Operation> own = operations.read(entry).getOrDefault(name, List.of());
    if (own.isEmpty()) {
      return Answer.refused(400, "that is nothing for node " + name);
    }
    return Answer.of(Replies.ofEach(own, each -> session.node().handle(each).join()));
  }

  private Answer show(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    for (Command.Subject subject : Command.Subject.values()) {
      if (path.equals("/" + subject.name().toLowerCase(Locale.ROOT))) {
        return exchange.getRequestMethod().equals("GET")
            ? handle(new Command.Show(subject))
            : Answer.refused(405, path + " is to be read with GET");
      }
    }
    return Answer.refused(404, "there is no " + called(exchange));
  }

  private static void respond(HttpExchange exchange, Answer answer) throws IOException {
    byte[] body = (Json.print(answer.body()) + "\n").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.getResponseBody().close();
    answer.after().run();
  }

  /** Sends events as they come (HTML standard, §9.2), and a comment when long none came. */
  private void follow(HttpExchange exchange) throws IOException {
    if (!followers.tryAcquire()) {
      respond(exchange, Answer.refused(503, "more than " + FOLLOWERS_MAX + " clients follow"));
      return;
    }
    try (EventFeed.Follower follower = session.events().follow()) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      out.write(": follows\n\n".getBytes(StandardCharsets.UTF_8));
      out.flush();
      while (!Thread.currentThread().isInterrupted()) {
        SequencedMap<String, Object> event = follower.next(KEEP_ALIVE_NANOS);
        String line = event == null ? ": still here\n\n" : "data: " + Json.print(event) + "\n\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      followers.release();
    }
  }

  /** Has a service do something for as long as the client is there to hear of it. */
  private void hold(HttpExchange exchange) throws IOException {
    if (!holds.tryAcquire()) {
      respond(exchange, Answer.refused(503, "more than " + HOLDS_MAX + " clients hold something"));
      return;
    }
    try {
      byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX);
      Tell tell = Json.read(new String(body, StandardCharsets.UTF_8), Tell.class);
      Answer begun = tell(tell);
      if (begun.status() != 200) {
        respond(exchange, begun);
      } else if (begun.body() instanceof Map<?, ?> facts && facts.get("id") != null) {
        holdUntilGone(exchange, tell.service(), String.valueOf(facts.get("id")), facts);
      } else {
        respond(exchange, Answer.refused(400, tell.verb() + " is done at once, and not held"));
      }
    } catch (JacksonException | CompletionException e) {
      respond(exchange, Answer.refused(400, String.valueOf(e.getMessage())));
    } finally {
      holds.release();
    }
  }

  private void holdUntilGone(HttpExchange exchange, String service, String id, Object first)
      throws IOException {
    List<String> which = List.of(id);
    try {
      exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      Object facts = first;
      do {
        out.write((Json.print(facts) + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush(); // fails when the client has gone
        if (closing.await(HOLD_MILLIS, TimeUnit.MILLISECONDS)) {
          return;
        }
        Answer shown = tell(new Tell(service, "show", which));
        facts = shown.status() == 200 ? shown.body() : null;
      } while (facts != null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (CompletionException e) {
      return; // the node has ended, and with it what was held
    } finally {
      session.node().handle(new Command.Tell(service, "release", which));
    }
  }

  /** Closes every connection. */
  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  /**
   * Two sockets as text.
   *
   * @param receive where an end receives
   * @param send where it sends from
   */
  record Sockets(String receive, String send) {
    static Sockets of(LinkSockets sockets) {
      return new Sockets(SocketText.print(sockets.receive()), SocketText.print(sockets.send()));
    }

    LinkSockets parse() {
      return new LinkSockets(SocketText.parse(receive), SocketText.parse(send));
    }
  }

  /**
   * When to go.
   *
   * @param atNanos in nanoseconds of node time, or {@link #AT_ONCE}
   */
  record Go(long atNanos) {
    static final long AT_ONCE = 0;
  }

  /**
   * A cable to be pulled, or put back.
   *
   * @param link its number at this node
   * @param out whether it is out
   */
  record Cut(int link, boolean out) {}

  /**
   * What to tell a service.
   *
   * @param service its name
   * @param verb its own
   * @param arguments of the verb
   */
  record Tell(String service, String verb, List<String> arguments) {}
}
