// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.live.LinkSockets;
import rani.nodehost.control.CaptureStream;
import rani.nodehost.control.ControlRoutes;
import rani.nodehost.control.EventStream;
import rani.nodehost.conversation.Operation;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.Sockets;
import rani.nodehost.conversation.Tell;
import rani.nodehost.conversation.Told;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.http.HttpAnswer;
import rani.nodehost.http.HttpClient;
import rani.nodehost.session.EventFeed;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/** Speaks to the control plane of one node; see {@code ControlServer}. */
public final class ControlClient {
  private static final String NOTHING = "";
  private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
  private static final int OK = 200;

  private final HttpAddress address;
  private final Map<String, String> headers;

  /**
   * A client of the node that listens there.
   *
   * @param address as {@link HttpAddress} has it
   */
  public ControlClient(String address, String token) {
    this.address = HttpAddress.parse(address);
    this.headers = Map.of("Authorization", "Bearer " + token);
  }

  /** What is asked of one node. */
  @FunctionalInterface
  public interface Question<T> {
    /** Asks it. */
    T ask(ControlClient client) throws IOException, LabFailure;
  }

  /**
   * Asks the node.
   *
   * @throws LabFailure if it refuses
   */
  public <A> A ask(Query<A> query) throws IOException, LabFailure {
    String path = target(query.path(), query.parameters());
    try (HttpAnswer answer = HttpClient.ask(address, "GET", path, headers, NOTHING, ANSWER_MAX)) {
      if (answer.status() != OK) {
        throw failure(answer);
      }
      return Json.read(answer.text(), query.kind());
    } catch (JacksonException e) {
      throw noNode(e);
    }
  }

  /** Tells it to do something. */
  public Reply tell(Operation operation) throws IOException {
    return tell(operation, operation.parameters());
  }

  /** The same, and asks it when it has done so. */
  <A> Told<A> tell(Operation operation, Query<A> then) throws IOException {
    Reply reply = tell(operation, ControlRoutes.THEN + "=" + then.path());
    if (!reply.ok()) {
      return new Told<>(reply, null);
    }
    try {
      JsonObject both = JsonObject.of(reply.facts());
      return new Told<>(
          Reply.of(both.object(ControlRoutes.DONE)),
          Json.as(both.object(ControlRoutes.THEN), then.kind()));
    } catch (JacksonException e) {
      throw noNode(e);
    }
  }

  private Reply tell(Operation operation, String parameters) throws IOException {
    String route = operation.route();
    int blank = route.indexOf(' ');
    return ask(
        route.substring(0, blank),
        target(route.substring(blank + 1), parameters),
        Json.print(operation.body()));
  }

  private static String target(String path, String parameters) {
    return parameters.isEmpty() ? path : path + "?" + parameters;
  }

  Reply connect(List<LinkSockets> peers) throws IOException {
    return post("/peers", peers.stream().map(Sockets::of).toList());
  }

  Reply detach() throws IOException {
    return post("/detach", new LinkedHashMap<>());
  }

  public Reply stop() throws IOException {
    return post("/stop", new LinkedHashMap<>());
  }

  /** Has a service do something until the answer is closed. */
  public Held hold(Tell tell) throws IOException, LabFailure {
    String body = Json.print(tell);
    return new Held(this, tell.service(), stream("POST", "/hold", body, Map.of()));
  }

  /**
   * Begins a capture.
   *
   * @param order as {@link CaptureStream} reads it
   */
  public RunningCapture capture(SequencedMap<String, Object> order) throws IOException, LabFailure {
    HttpAnswer answer = stream("POST", "/capture", Json.print(order), Map.of());
    String id = answer.header(CaptureStream.ID_HEADER);
    return new RunningCapture(this, id == null ? 0 : Long.parseLong(id), answer);
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
  public InputStream events(long seenId) throws IOException, LabFailure {
    return stream(
        "GET",
        "/events",
        NOTHING,
        seenId == EventFeed.FROM_NOW
            ? Map.of()
            : Map.of(EventStream.LAST_ID_HEADER, Long.toString(seenId)));
  }

  private HttpAnswer stream(String method, String path, String body, Map<String, String> more)
      throws IOException, LabFailure {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putAll(more);
    HttpAnswer answer = HttpClient.ask(address, method, path, all, body, ANSWER_MAX);
    if (answer.status() != OK) {
      try (answer) {
        throw failure(answer);
      } catch (JacksonException e) {
        throw noNode(e);
      }
    }
    return answer;
  }

  /** Asks for anything that there is; the body is empty if there is none. */
  public Reply ask(String method, String path, String body) throws IOException {
    return ask(method, path, body, ANSWER_MAX);
  }

  /** The same, of what may take longer. */
  public Reply ask(String method, String path, String body, Duration max) throws IOException {
    try (HttpAnswer answer = HttpClient.ask(address, method, path, headers, body, max)) {
      JsonObject said = Json.object(answer.text());
      return answer.status() == OK
          ? Reply.of(said)
          : Reply.refused(String.valueOf(said.find("error")));
    } catch (JacksonException e) {
      throw noNode(e);
    }
  }

  private Reply post(String path, Object body) throws IOException {
    return ask("POST", path, Json.print(body));
  }

  private static LabFailure failure(HttpAnswer answer) throws IOException {
    return new LabFailure(String.valueOf(Json.object(answer.text()).find("error")));
  }

  private IOException noNode(JacksonException cause) {
    return new IOException("what answers at " + address.text() + " is no node of rani", cause);
  }
}
