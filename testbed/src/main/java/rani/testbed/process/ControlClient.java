// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.live.LinkSockets;
import rani.nodehost.control.CaptureStream;
import rani.nodehost.control.ControlRoutes;
import rani.nodehost.control.EventStream;
import rani.nodehost.conversation.CommandReply;
import rani.nodehost.conversation.LinkAddresses;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.Operation;
import rani.nodehost.conversation.Query;
import rani.nodehost.gateway.GatewayOrder;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.http.HttpAnswer;
import rani.nodehost.http.HttpClient;
import rani.nodehost.session.EventFeed;
import rani.world.Facts;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/** Client of a node's control plane, see {@code ControlServer}. */
public final class ControlClient implements NodeHandle {
  private static final String NOTHING = "";
  private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
  private static final int OK = 200;

  private final String name;
  private final HttpAddress address;
  private final Map<String, String> headers;
  private final Function<IOException, LabFailure> silence;

  /** Creates a client; {@code address} is the text of an {@link HttpAddress}. */
  public ControlClient(String name, String address, String token) {
    this(
        name,
        address,
        token,
        e -> new LabFailure("node " + name + " does not answer: " + e.getMessage(), e));
  }

  /** Creates a client with its own failure for a node that does not answer. */
  public ControlClient(
      String name, String address, String token, Function<IOException, LabFailure> silence) {
    this.name = name;
    this.address = HttpAddress.parse(address);
    this.headers = Map.of("Authorization", "Bearer " + token);
    this.silence = silence;
  }

  /** A request that may fail. */
  @FunctionalInterface
  private interface Question<T> {
    T ask() throws IOException, LabFailure;
  }

  private <T> T answered(Question<T> question) throws LabFailure {
    try {
      return question.ask();
    } catch (JacksonException e) {
      throw silence.apply(
          new IOException("what answers at " + address.text() + " is no node of rani", e));
    } catch (IOException e) {
      throw silence.apply(e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public <A> A ask(Query<A> query) throws LabFailure {
    String path = target(query.path(), query.parameters());
    return answered(
        () -> {
          try (HttpAnswer answer =
              HttpClient.ask(address, "GET", path, headers, NOTHING, ANSWER_MAX)) {
            if (answer.status() != OK) {
              throw new LabFailure("node " + name + " refuses: " + error(answer));
            }
            return Json.read(answer.text(), query.kind());
          }
        });
  }

  @Override
  public Reply tell(Operation operation) throws LabFailure {
    return tell(operation, operation.parameters());
  }

  @Override
  public <A> CommandReply<A> tell(Operation operation, Query<A> then) throws LabFailure {
    Reply reply = tell(operation, ControlRoutes.THEN + "=" + then.path());
    if (!reply.ok()) {
      return new CommandReply<>(reply, null);
    }
    return answered(
        () -> {
          JsonObject both = JsonObject.of(reply.facts());
          return new CommandReply<>(
              Reply.of(both.object(ControlRoutes.DONE)),
              Json.as(both.object(ControlRoutes.THEN), then.kind()));
        });
  }

  private Reply tell(Operation operation, String parameters) throws LabFailure {
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

  Reply connect(List<LinkSockets> peers) throws LabFailure {
    return post("/peers", peers.stream().map(LinkAddresses::of).toList());
  }

  Reply detach() throws LabFailure {
    return post("/detach", Facts.NONE);
  }

  public Reply stop() throws LabFailure {
    return post("/stop", Facts.NONE);
  }

  /** Gives the gateway an order, which holds until the lease is closed. */
  public Lease hold(GatewayOrder order) throws LabFailure {
    String body = Json.print(order.tell());
    return answered(
        () -> new Lease(this, order.tell().service(), stream("POST", "/hold", body, Map.of())));
  }

  /** Starts a capture; the order is one that {@link CaptureStream} reads. */
  public RunningCapture capture(Facts order) throws LabFailure {
    HttpAnswer answer = stream("POST", "/capture", Json.print(order), Map.of());
    String id = answer.header(CaptureStream.ID_HEADER);
    return new RunningCapture(this, id == null ? 0 : Long.parseLong(id), answer);
  }

  /** Ends a capture that another connection reads. */
  Reply endCapture(long id) throws LabFailure {
    return post("/capture/end", new CaptureStream.End(id));
  }

  /** Streams the node's events as server-sent events, from now on or after the one seen last. */
  public InputStream events(long seenId) throws LabFailure {
    return stream(
        "GET",
        "/events",
        NOTHING,
        seenId == EventFeed.FROM_NOW
            ? Map.of()
            : Map.of(EventStream.LAST_ID_HEADER, Long.toString(seenId)));
  }

  private HttpAnswer stream(String method, String path, String body, Map<String, String> more)
      throws LabFailure {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putAll(more);
    return answered(
        () -> {
          HttpAnswer answer = HttpClient.ask(address, method, path, all, body, ANSWER_MAX);
          if (answer.status() != OK) {
            try (answer) {
              throw new LabFailure(error(answer));
            }
          }
          return answer;
        });
  }

  /** Returns the node's metrics in Prometheus's text format. */
  public String metrics() throws LabFailure {
    return answered(
        () -> {
          try (HttpAnswer answer = stream("GET", "/metrics", NOTHING, Map.of())) {
            return answer.text();
          }
        });
  }

  /** Sends any request; the body may be empty. */
  public Reply ask(String method, String path, String body) throws LabFailure {
    return ask(method, path, body, ANSWER_MAX);
  }

  /** Sends a request with its own time limit. */
  public Reply ask(String method, String path, String body, Duration max) throws LabFailure {
    return answered(
        () -> {
          try (HttpAnswer answer = HttpClient.ask(address, method, path, headers, body, max)) {
            JsonObject said = Json.object(answer.text());
            return answer.status() == OK
                ? Reply.of(said)
                : Reply.refused(String.valueOf(said.find("error")));
          }
        });
  }

  private Reply post(String path, Object body) throws LabFailure {
    return ask("POST", path, Json.print(body));
  }

  private static String error(HttpAnswer answer) throws IOException {
    return String.valueOf(Json.object(answer.text()).find("error"));
  }
}
