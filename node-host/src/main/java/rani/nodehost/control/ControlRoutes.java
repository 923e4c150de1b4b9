// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CountDownLatch;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.live.LinkSockets;
import rani.model.node.RunKey;
import rani.model.topology.OperationReader;
import rani.node.Command;
import rani.nodehost.conversation.CommandReply;
import rani.nodehost.conversation.LinkAddresses;
import rani.nodehost.conversation.NodeLinks;
import rani.nodehost.conversation.Operation;
import rani.nodehost.conversation.Query;
import rani.nodehost.session.NodeSession;
import rani.world.Facts;
import rani.world.LinkId;
import rani.world.Reply;

/**
 * The routes of a node's control plane.
 *
 * <pre>
 * GET  /status, and every other {@link Query}
 * GET  /metrics                                                      for Prometheus
 * GET  /events                                                       server-sent events
 * POST /peers   [{"receive": "127.0.0.1:40001", "send": "127.0.0.1:40002"}, …]   by link number
 * POST /start · POST /go {"at-nanos": 12345} · POST /detach · POST /stop
 * POST /tell    {"service": "echo", "verb": "show", "arguments": []}; and every {@link Operation}
 * POST /hold    like /tell, of a verb that replies with an id: streams the facts of the id; when
 *               the client stops reading, the service releases the id
 * POST /capture {"links": [0], "filter": "proto=rdp"}   frames as pcapng; see {@link CaptureStream}
 * POST /capture/end {"id": 3}
 * POST /cut     {"link": 0, "out": true}   takes a link down at this end, or up again
 * POST /operate {"link": "n1 -> n2", "set": {"delay": "50ms"}}   executes the node's part of a
 *               schedule entry without time
 * POST /links/prepare {"entry": "{add: {link: n1 -- n9}}", "link": "n1 -- n9"}   binds sockets
 * POST /links/join    {"link": "n1 -- n9", "peer": {"receive": "…", "send": "…"}}
 * POST /links/leave   {"link": "n1 -- n9"}
 * POST /network {"nodes": [{"name": "n1", "address": "10.0.0.1", "neighbours": ["10.0.0.2"],
 *               "origin-key": ""}, …]}   the nodes and links that exist
 * POST /origin-key   signs link states; replies with the public key
 * POST /keys/offer    {"number": 1}
 * POST /keys/use      {"number": 1}
 * </pre>
 */
public final class ControlRoutes implements ControlServer.Routes {
  /**
   * Request parameter that adds a query to an operation, as in {@code POST /act?then=/links}; also
   * the key of the query's answer in the response.
   */
  public static final String THEN = "then";

  /** Key of the operation's reply in the response to a request with {@link #THEN}. */
  public static final String DONE = "done";

  private final NodeSession session;
  private final SequencedMap<String, ControlRoute> routes = new LinkedHashMap<>();
  private final SequencedMap<String, ControlStream> streams = new LinkedHashMap<>();

  /**
   * Creates the routes of one node. Requests call {@code onDetach} if the node is to outlive the
   * process that started it, and {@code onStop} to end it. The control plane counts down {@code
   * closing} when it ends.
   */
  ControlRoutes(
      NodeSession session,
      OperationReader operations,
      RunKey key,
      Runnable onDetach,
      Runnable onStop,
      CountDownLatch closing) {
    this.session = session;
    NodeLinks links = session.links(operations, key);
    for (Query<?> query : Query.all()) {
      routes.put("GET " + query.path(), request -> answer(query.with(request.parameters())));
    }
    for (Operation.Kind<?> kind : Operation.kinds()) {
      routes.put(
          kind.route(), request -> tell(kind.reader().apply(request), request.parameter(THEN)));
    }
    routes.put("POST /peers", this::connect);
    routes.put("POST /detach", request -> ControlAnswer.done(onDetach));
    routes.put("POST /stop", request -> ControlAnswer.done(onStop));
    routes.put("POST /cut", request -> cut(Json.read(request.body(), Cut.class)));
    routes.put("POST /operate", request -> ControlAnswer.of(links.operate(request.body())));
    streams.put(
        "GET /events",
        ControlStream.atMost(
            EventStream.FOLLOWERS_MAX, "follow", new EventStream(session.events())));
    streams.put(
        "GET /metrics",
        ControlStream.atMost(
            MetricsStream.SCRAPES_MAX,
            "ask for metrics",
            new MetricsStream(session, links, operations::topology)));
    CaptureStream captures = new CaptureStream(session, links, operations::topology);
    streams.put("POST /capture", captures);
    routes.put("POST /capture/end", captures::end);
    streams.put(
        "POST /hold",
        ControlStream.atMost(
            LeaseStream.HOLDS_MAX, "hold something", new LeaseStream(session.node(), closing)));
  }

  @Override
  public Map<String, ControlRoute> routes() {
    return routes;
  }

  @Override
  public Map<String, ControlStream> streams() {
    return streams;
  }

  private ControlAnswer answer(Query<?> query) {
    try {
      return ControlAnswer.ok(query.answer(session));
    } catch (LabFailure e) {
      return ControlAnswer.refused(query.statusWithoutAnswer(), String.valueOf(e.getMessage()));
    }
  }

  private ControlAnswer tell(Operation operation, String then) {
    try {
      return then.isEmpty()
          ? ControlAnswer.of(operation.execute(session))
          : both(session.tell(operation, Query.at(then)));
    } catch (LabFailure e) {
      return ControlAnswer.refused(409, String.valueOf(e.getMessage()));
    }
  }

  /** Response to an operation with a query; its keys are {@link #DONE} and {@link #THEN}. */
  private record Both(Facts done, Object then) {}

  private static ControlAnswer both(CommandReply<?> told) {
    Object then = told.then();
    return then == null
        ? ControlAnswer.of(told.reply())
        : ControlAnswer.ok(new Both(told.reply().facts(), then));
  }

  private ControlAnswer connect(ControlRoute.Request request) {
    List<LinkSockets> peers =
        List.of(Json.read(request.body(), LinkAddresses[].class)).stream()
            .map(LinkAddresses::parse)
            .toList();
    try {
      session.node().connect(peers);
      return ControlAnswer.ok(Facts.NONE);
    } catch (IOException e) {
      return ControlAnswer.refused(409, String.valueOf(e.getMessage()));
    }
  }

  private ControlAnswer cut(Cut cut) {
    LinkId link = new LinkId(cut.link());
    Command command = cut.out() ? new Command.CutLink(link) : new Command.MendLink(link);
    Reply reply = session.handle(command);
    return reply.ok()
        ? ControlAnswer.ok(reply.facts())
        : ControlAnswer.refused(400, reply.message());
  }

  /** Body of {@code POST /cut}: takes a link down, or up again if {@code out} is false. */
  public record Cut(int link, boolean out) {}
}
