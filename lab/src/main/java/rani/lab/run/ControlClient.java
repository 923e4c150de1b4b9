// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.concurrent.Executors;
import rani.lab.LabFailure;
import rani.lab.journey.JourneyLog;
import rani.lab.journey.WatchedFlow;
import rani.live.LinkSockets;
import rani.node.Command;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/** Speaks to the control plane of one node; see {@link ControlServer}. */
final class ControlClient {
  private static final Duration CONNECT_MAX = Duration.ofSeconds(2);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
  private static final int OK = 200;

  /** One for all nodes: it has threads of its own. */
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_MAX)
          .sslContext(new NoTls())
          .executor(
              Executors.newThreadPerTaskExecutor(
                  Thread.ofVirtual().name("rani-control-", 0).factory()))
          .build();

  private final String address;
  private final String token;

  /**
   * A client of the node that listens there.
   *
   * @param address as {@link SocketText} prints it
   */
  ControlClient(String address, String token) {
    this.address = address;
    this.token = token;
  }

  /** What is asked of one node. */
  @FunctionalInterface
  interface Question<T> {
    /** Asks it. */
    T ask(ControlClient client) throws IOException, LabFailure;
  }

  Reply handle(Command command) throws IOException {
    return switch (command) {
      case Command.Start start -> post("/start", new LinkedHashMap<>());
      case Command.Go go -> goAt(ControlRoutes.Go.AT_ONCE);
      case Command.Stop stop -> stop();
      case Command.Show show ->
          reply(request("/" + show.subject().name().toLowerCase(Locale.ROOT)).GET());
      case Command.Tell tell -> post("/tell", ControlRoutes.Tell.of(tell));
      case Command.CutLink cut -> post("/cut", new ControlRoutes.Cut(cut.link().number(), true));
      case Command.MendLink mend ->
          post("/cut", new ControlRoutes.Cut(mend.link().number(), false));
      case Command.OfferKey _, Command.UseKey _ ->
          throw new IllegalArgumentException("a node makes its links' keys of the run's number");
      case Command.Operation other ->
          throw new IllegalArgumentException(
              other.getClass().getSimpleName() + " is sent as text, by operate");
    };
  }

  /** Has the node do its part of an entry of a schedule, given without its time. */
  Reply operate(String entry) throws IOException {
    return reply(request("/operate").POST(BodyPublishers.ofString(entry)));
  }

  /** Has the node keep what happens to some packets. */
  Reply watch(WatchedFlow watch) throws IOException {
    return post("/journey", watch);
  }

  /** What it has kept, from an event on. */
  JourneyLog.Kept kept(String watch, int from) throws IOException, LabFailure {
    HttpResponse<String> response =
        send(request("/journey?watch=" + watch + "&from=" + from).GET());
    try {
      if (response.statusCode() != OK) {
        throw new LabFailure(String.valueOf(Json.object(response.body()).get("error")));
      }
      return Json.read(response.body(), JourneyLog.Kept.class);
    } catch (JacksonException e) {
      throw new IOException("what answers at " + address + " is no node of rani", e);
    }
  }

  /** Has it forget that. */
  Reply forget(String watch) throws IOException {
    return reply(request("/journey?watch=" + watch).DELETE());
  }

  /** Has the node bind the sockets of a link that comes. */
  Reply prepare(String entry, String link) throws IOException {
    return post("/links/prepare", new ControlRoutes.Prepare(entry, link));
  }

  /** Has the node connect a prepared link, and say hello. */
  Reply join(String link, LinkSockets peer) throws IOException {
    return post("/links/join", new ControlRoutes.Join(link, ControlRoutes.Sockets.of(peer)));
  }

  /** Has the node let go of a link. */
  Reply leave(String link) throws IOException {
    return post("/links/leave", new ControlRoutes.Leave(link));
  }

  /** Has the node's keyed links take frames of another key, too. */
  Reply offerKey(int number) throws IOException {
    return post("/keys/offer", new ControlRoutes.KeyNumber(number));
  }

  /** Has the node's keyed links seal with a key that was offered. */
  Reply useKey(int number) throws IOException {
    return post("/keys/use", new ControlRoutes.KeyNumber(number));
  }

  Reply goAt(long atNanos) throws IOException {
    return post("/go", new ControlRoutes.Go(atNanos));
  }

  Reply connect(List<LinkSockets> peers) throws IOException {
    return post("/peers", peers.stream().map(ControlRoutes.Sockets::of).toList());
  }

  Reply detach() throws IOException {
    return post("/detach", new LinkedHashMap<>());
  }

  Reply stop() throws IOException {
    return post("/stop", new LinkedHashMap<>());
  }

  /** Has a service do something until the answer is closed. */
  Held hold(Command.Tell tell) throws IOException, LabFailure {
    String body = Json.print(ControlRoutes.Tell.of(tell));
    InputStream answer = stream(request("/hold").POST(BodyPublishers.ofString(body))).body();
    return new Held(this, tell.service(), answer);
  }

  /**
   * Begins a capture.
   *
   * @param order as {@link CaptureStream} reads it
   */
  RunningCapture capture(SequencedMap<String, Object> order) throws IOException, LabFailure {
    HttpResponse<InputStream> response =
        stream(request("/capture").POST(BodyPublishers.ofString(Json.print(order))));
    long id = response.headers().firstValueAsLong(CaptureStream.ID_HEADER).orElse(0);
    return new RunningCapture(this, id, response.body());
  }

  /** Ends a capture that another connection reads. */
  Reply endCapture(long id) throws IOException {
    return post("/capture/end", new CaptureStream.End(id));
  }

  /**
   * What the node tells as it happens, as server-sent events.
   *
   * @param seenId the last event that was seen; -1 for none
   */
  InputStream events(long seenId) throws IOException, LabFailure {
    HttpRequest.Builder request = request("/events").GET();
    if (seenId != EventFeed.FROM_NOW) {
      request.header(EventStream.LAST_ID_HEADER, Long.toString(seenId));
    }
    return stream(request).body();
  }

  private HttpResponse<InputStream> stream(HttpRequest.Builder request)
      throws IOException, LabFailure {
    try {
      HttpResponse<InputStream> response = HTTP.send(request.build(), BodyHandlers.ofInputStream());
      if (response.statusCode() != OK) {
        try (InputStream in = response.body()) {
          String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
          throw new LabFailure(String.valueOf(Json.object(text).get("error")));
        }
      }
      return response;
    } catch (JacksonException e) {
      throw new IOException("what answers at " + address + " is no node of rani", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  SequencedMap<String, Object> connections() throws IOException {
    return reply(request("/connections").GET()).facts();
  }

  SequencedMap<String, Object> look() throws IOException {
    return reply(request("/look").GET()).facts();
  }

  SequencedMap<String, Object> live() throws IOException {
    return reply(request("/live").GET()).facts();
  }

  /** Its last events, those of {@link EventFeed#HISTORY_MAX} that are kept. */
  SequencedMap<String, Object> lastEvents() throws IOException {
    return reply(request("/events/last").GET()).facts();
  }

  /** What each thread of its JVM is doing. */
  SequencedMap<String, Object> threads() throws IOException {
    return reply(request("/threads").GET()).facts();
  }

  /** Asks for anything that there is; the body counts unless the method is GET. */
  Reply ask(String method, String path, String body) throws IOException {
    return reply(request(path).method(method, BodyPublishers.ofString(body)));
  }

  /** The same, of what may take longer. */
  Reply ask(String method, String path, String body, Duration max) throws IOException {
    return reply(
        request(path)
            .timeout(max)
            .method(
                method,
                method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
  }

  private Reply post(String path, Object body) throws IOException {
    return reply(request(path).POST(BodyPublishers.ofString(Json.print(body))));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + address + path))
        .timeout(ANSWER_MAX)
        .header("Authorization", "Bearer " + token);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private Reply reply(HttpRequest.Builder request) throws IOException {
    HttpResponse<String> response = send(request);
    try {
      SequencedMap<String, Object> body = Json.object(response.body());
      return response.statusCode() == OK
          ? Reply.of(body)
          : Reply.refused(String.valueOf(body.get("error")));
    } catch (JacksonException e) {
      throw new IOException("what answers at " + address + " is no node of rani", e);
    }
  }
}
