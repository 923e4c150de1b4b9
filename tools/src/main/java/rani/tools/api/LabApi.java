// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import static rani.tools.api.RecordSchemas.schema;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.topology.TopologyNode;
import rani.model.topology.TopologySchema;
import rani.nodehost.control.ControlAnswer;
import rani.nodehost.control.ControlRoute;
import rani.nodehost.control.ControlServer;
import rani.nodehost.control.ControlStream;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.http.HttpExchange;
import rani.report.window.Feed.CommandResult;
import rani.testbed.RunningLab;
import rani.tools.console.RemoteConsole;
import rani.tools.watch.EventSentences;
import rani.tools.watch.OrderedEvents;
import rani.world.Facts;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/** The HTTP interface of a network: what its nodes know and do, asked and told at one place. */
public final class LabApi implements ControlServer.Routes, AutoCloseable {
  /** The most clients of {@code /v1/events}. */
  static final int FOLLOWERS_MAX = 16;

  /** The most scrapes at a time. */
  static final int SCRAPES_MAX = 4;

  /** The most captures at a time; a node has room for 8, with those of others. */
  static final int CAPTURES_MAX = 4;

  /** The most downloads of the network's topology at a time. */
  static final int DOWNLOADS_MAX = 4;

  /** Path at which a Prometheus scrapes the network. */
  public static final String METRICS = "/v1/metrics";

  private static final Duration KEEP_ALIVE = Duration.ofSeconds(5);
  private static final String NODE = "node";
  private static final String BY = "by";
  private static final String BY_NETWORK = "network";
  private static final String BY_NODE = "node";

  private final RunningLab lab;
  private final RemoteConsole console;
  private final SequencedMap<String, ControlRoute> routes = new LinkedHashMap<>();
  private final SequencedMap<String, ControlStream> streams = new LinkedHashMap<>();

  public LabApi(RunningLab lab) {
    this.lab = lab;
    this.console = new RemoteConsole(lab, lab.directory().path());
    for (LabRoute route : ROUTES) {
      switch (route.serving()) {
        case LabRoute.Answer answer ->
            routes.put(route.called(), request -> answered(route, answer, request));
        case LabRoute.Stream stream ->
            streams.put(
                route.called(),
                ControlStream.atMost(
                    stream.clientsMax(),
                    stream.what(),
                    exchange -> serve(route, stream.handler(), exchange)));
      }
    }
  }

  @Override
  public Map<String, ControlRoute> routes() {
    return routes;
  }

  @Override
  public Map<String, ControlStream> streams() {
    return streams;
  }

  @Override
  public void close() {
    console.close();
  }

  private static ControlAnswer refused(LabFailure failure) {
    return ControlAnswer.refused(
        failure.isOfInput() ? 400 : 409, String.valueOf(failure.getMessage()));
  }

  private ControlAnswer answered(
      LabRoute route, LabRoute.Answer answer, ControlRoute.Request request)
      throws FileError, IOException {
    Optional<ControlAnswer> refusal = refusal(route, request);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    try {
      return answer.answer(this, request);
    } catch (LabFailure e) {
      return refused(e);
    }
  }

  private void serve(LabRoute route, LabRoute.Handler handler, HttpExchange exchange)
      throws IOException {
    ControlRoute.Request request = ControlRoute.Request.of(exchange);
    Optional<ControlAnswer> refusal = refusal(route, request);
    if (refusal.isPresent()) {
      refusal.get().send(exchange);
      return;
    }
    try {
      handler.serve(this, exchange, request);
    } catch (LabFailure e) {
      refused(e).send(exchange);
    } catch (FileError | IllegalArgumentException | JacksonException e) {
      ControlAnswer.refused(400, String.valueOf(e.getMessage())).send(exchange);
    }
  }

  /**
   * Refuses parameters that the route does not have, nodes that cannot be asked, and bodies that
   * are not JSON by their media type.
   */
  private Optional<ControlAnswer> refusal(LabRoute route, ControlRoute.Request request) {
    String type = request.type();
    if (route.body() != null && !type.isEmpty() && !type.equals(LabRoute.JSON)) {
      return Optional.of(
          ControlAnswer.refused(
              415, route.called() + " takes " + LabRoute.JSON + ", not " + Quoted.of(type)));
    }
    for (Map.Entry<String, String> given : request.parameters().entrySet()) {
      String name = given.getKey();
      LabRoute.Parameter parameter = route.parameters().get(name);
      if (parameter == null) {
        String hint = Nearest.hint(name, List.copyOf(route.parameters().keySet()));
        return Optional.of(
            ControlAnswer.refused(400, route.path() + " has no parameter `" + name + "`; " + hint));
      }
      if (!parameter.words().isEmpty() && !parameter.words().contains(given.getValue())) {
        String hint = Nearest.hint(given.getValue(), parameter.words());
        return Optional.of(
            ControlAnswer.refused(
                400, "`" + name + "` is not " + Quoted.of(given.getValue()) + "; " + hint));
      }
    }
    boolean isOfNode =
        route.parameters().containsKey(NODE) && request.parameters().containsKey(NODE);
    return isOfNode ? refusal(request.parameter(NODE)) : Optional.empty();
  }

  /** Refuses a node that does not exist, or that cannot be asked. */
  private Optional<ControlAnswer> refusal(String node) {
    TopologyNode found = lab.topology().node(node).orElse(null);
    if (found == null) {
      return Optional.of(
          ControlAnswer.refused(
              404, "there is no node " + node + "; " + Nearest.hint(node, lab.ownNames())));
    }
    return found.foreign()
        ? Optional.of(ControlAnswer.refused(409, found.refusal()))
        : Optional.empty();
  }

  private <A extends Facts> ControlAnswer ask(Query<A> query, ControlRoute.Request request)
      throws LabFailure {
    String node = request.parameter(NODE);
    SequencedMap<String, A> answers = asked(query, node);
    if (!LinkKeys.isByLink(query)) {
      return ControlAnswer.ok(answers);
    }
    LinkKeys keys = LinkKeys.of(lab, asked(StatusQuery.LINKS, node));
    SequencedMap<String, Object> named = new LinkedHashMap<>();
    answers.forEach((name, answer) -> named.put(name, keys.named(query, name, answer)));
    return ControlAnswer.ok(named);
  }

  /** Asks one node, or all that answer. */
  private <A extends Facts> SequencedMap<String, A> asked(Query<A> query, String node)
      throws LabFailure {
    if (node.isEmpty()) {
      return lab.askAll(query);
    }
    SequencedMap<String, A> one = new LinkedHashMap<>();
    one.put(node, lab.show(node, query));
    return one;
  }

  private ControlAnswer operate(ControlRoute.Request request) throws LabFailure, FileError {
    JsonObject entry = Json.object(request.body());
    Optional<String> empty = keyOfNull("", entry.byKey());
    if (empty.isPresent()) {
      return ControlAnswer.refused(400, "`" + empty.get() + "` has no value");
    }
    SequencedMap<String, Facts> done = new LinkedHashMap<>();
    for (Map.Entry<String, Reply> reply : lab.operate(Json.print(entry)).entrySet()) {
      if (!reply.getValue().ok()) {
        throw new LabFailure(reply.getKey() + ": " + reply.getValue().message());
      }
      done.put(reply.getKey(), reply.getValue().facts());
    }
    return ControlAnswer.ok(done);
  }

  /** Returns the way to the first null: an entry of a file may have such keys, a request not. */
  private static Optional<String> keyOfNull(String key, @Nullable Object value) {
    return switch (value) {
      case null -> Optional.of(key);
      case Map<?, ?> map ->
          map.entrySet().stream()
              .flatMap(each -> keyOfNull(key + "." + each.getKey(), each.getValue()).stream())
              .map(each -> each.replaceFirst("^\\.", ""))
              .findFirst();
      case List<?> list -> list.stream().flatMap(each -> keyOfNull(key, each).stream()).findFirst();
      default -> Optional.empty();
    };
  }

  private ControlAnswer tell(ControlRoute.Request request) throws LabFailure {
    LabRequests.ServiceCall call = request.body(LabRequests.ServiceCall.class);
    Optional<ControlAnswer> refusal = refusal(call.node());
    if (refusal.isPresent()) {
      return refusal.get();
    }
    Reply reply =
        lab.tell(
            call.node(),
            call.service(),
            call.verb(),
            Objects.requireNonNullElse(call.arguments(), List.of()));
    if (!reply.ok()) {
      throw new LabFailure(reply.message());
    }
    return ControlAnswer.ok(reply.facts());
  }

  private ControlAnswer execute(ControlRoute.Request request) {
    return ControlAnswer.ok(console.execute(request.body(LabRequests.ConsoleLine.class).line()));
  }

  private void topology(HttpExchange exchange) throws LabFailure, IOException {
    exchange.answer(
        ControlAnswer.OK, "application/yaml", lab.save().getBytes(StandardCharsets.UTF_8));
  }

  private ControlAnswer targets(ControlRoute.Request request) throws LabFailure {
    PrometheusTargets targets =
        request.parameter(BY).equals(BY_NODE)
            ? PrometheusTargets.ofNodes(lab)
            : PrometheusTargets.ofNetwork(lab);
    return ControlAnswer.ok(targets.entries(lab.name()));
  }

  private void metrics(HttpExchange exchange) throws LabFailure, IOException {
    SequencedMap<String, String> scrapes = lab.metrics();
    MetricsMerge merge = new MetricsMerge();
    StringBuilder own =
        new StringBuilder(
            """
            # HELP rani_lab_node_up 1 if the node has answered the scrape.
            # TYPE rani_lab_node_up gauge
            """);
    for (String node : lab.ownNames()) {
      own.append(
          "rani_lab_node_up{node=\"%s\"} %d\n".formatted(node, scrapes.containsKey(node) ? 1 : 0));
    }
    merge.add(own.toString());
    scrapes.values().forEach(merge::add);
    exchange.answer(
        ControlAnswer.OK, MetricsMerge.TYPE, merge.text().getBytes(StandardCharsets.UTF_8));
  }

  /** Streams events (server-sent events, HTML standard, §9.2), and comments when there are none. */
  private void events(HttpExchange exchange, ControlRoute.Request request)
      throws LabFailure, IOException {
    String node = request.parameter(NODE);
    List<String> nodes = node.isEmpty() ? List.of() : List.of(node);
    EventSentences sentences = new EventSentences(lab, nodes);
    try (OrderedEvents events = new OrderedEvents(lab, nodes)) {
      OutputStream out = exchange.begin(ControlAnswer.OK, "text/event-stream");
      write(out, "retry: 1000\n\n");
      long saidNanos = System.nanoTime();
      while (!events.isOver() && !Thread.currentThread().isInterrupted()) {
        StringBuilder text = new StringBuilder();
        for (JsonObject event : events.next()) {
          SequencedMap<String, Object> told = Json.map(event);
          told.put("text", sentences.of(event));
          text.append("data: ").append(Json.print(told)).append("\n\n");
        }
        long nowNanos = System.nanoTime();
        if (text.isEmpty() && nowNanos - saidNanos > KEEP_ALIVE.toNanos()) {
          text.append(": still here\n\n");
        }
        if (!text.isEmpty()) {
          write(out, text.toString());
          saidNanos = nowNanos;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void capture(HttpExchange exchange, ControlRoute.Request request)
      throws LabFailure, IOException {
    LabCapture.of(lab, request.body(LabRequests.CaptureOrder.class)).serve(lab, exchange);
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static Function<RecordSchemas, Object> byNode(Class<?> answer) {
    return schemas -> schema("type", "object", "additionalProperties", schemas.of(answer));
  }

  private static Function<RecordSchemas, Object> text(String description) {
    return _ -> schema("type", "string", "description", description);
  }

  private static <A extends Facts> LabRoute state(Query<A> query, String summary) {
    return LabRoute.get(
            "/v1" + query.path(),
            query.path().substring(1),
            summary + " By node.",
            byNode(query.kind()),
            (api, request) -> api.ask(query, request))
        .with(NODE, "Name of a node, which alone is asked; all if absent.");
  }

  /** The routes, in the order of the description. */
  static final List<LabRoute> ROUTES = routesInOrder();

  private static List<LabRoute> routesInOrder() {
    List<LabRoute> all = new ArrayList<>();
    addNetwork(all);
    addStates(all);
    addStreams(all);
    addTargets(all);
    addChanges(all);
    return all;
  }

  private static void addNetwork(List<LabRoute> all) {
    all.add(
        LabRoute.get(
            "/v1/openapi.json",
            "description",
            "This description.",
            schemas -> schemas.of(Facts.class),
            (_, _) -> ControlAnswer.ok(OpenApi.document())));
    all.add(
        LabRoute.get(
            "/v1",
            "lab",
            "The network: its run, nodes and links.",
            schemas -> schemas.of(LabState.class),
            (api, _) -> ControlAnswer.ok(LabState.of(api.lab))));
    all.add(
        LabRoute.stream(
            "GET /v1/topology",
            "topology",
            "The network as it is now, as a topology file.",
            null,
            "application/yaml",
            _ -> schema("description", "A topology file, which `rani up` starts."),
            new LabRoute.Stream(
                DOWNLOADS_MAX,
                "ask for the topology",
                (api, exchange, _) -> api.topology(exchange))));
  }

  private static void addStates(List<LabRoute> all) {
    all.add(state(StatusQuery.STATUS, "Name, address, time, and which neighbours are missing."));
    all.add(state(StatusQuery.COUNTERS, "Packets that came, left and were dropped, by reason."));
    all.add(
        state(
            StatusQuery.LINKS,
            "Links by the direction that leaves, such as n1->n2: parameters, state, traffic."));
    all.add(state(StatusQuery.QUEUES, "Queues by the direction that leaves, or `node`."));
    all.add(state(StatusQuery.LATENESS, "Histograms of how late packets left queues."));
    all.add(state(StatusQuery.FLOWS, "Flows in queues, those with the most frames first."));
    all.add(
        state(
            StatusQuery.FILTERS,
            "Filters and diversions by the direction that comes in, or `own`."));
    all.add(state(StatusQuery.ROUTES, "Routes by destination, and the link states behind them."));
    all.add(state(StatusQuery.SERVICES, "Services: failures, budgets, and their own facts."));
    all.add(state(StatusQuery.CONNECTIONS, "Open RDP connections with their windows."));
    all.add(state(StatusQuery.CODE, "Code in WebAssembly: origin, state, use and failures."));
    all.add(state(StatusQuery.PROGRAMS, "Programs at the nodes' edges."));
    all.add(state(StatusQuery.LIVE, "Sockets, stalls, traces: what speaks against trust."));
  }

  private static void addStreams(List<LabRoute> all) {
    all.add(
        LabRoute.stream(
                "GET /v1/events",
                "events",
                "Events of all nodes in order of time, for which each is held back for a second.",
                null,
                "text/event-stream",
                schemas ->
                    schema(
                        "type",
                        "string",
                        "description",
                        "Server-sent events, each with JSON as its data; a comment after 5 s"
                            + " without any.",
                        "x-data",
                        schemas.of(LabRequests.Event.class)),
                new LabRoute.Stream(FOLLOWERS_MAX, "follow events", LabApi::events))
            .with(NODE, "Name of a node, whose events alone are sent; all if absent."));
    all.add(
        LabRoute.stream(
            "GET " + METRICS,
            "metrics",
            "Metrics of all nodes for Prometheus, each with the label node.",
            null,
            "text/plain",
            text("Prometheus's text format 0.0.4."),
            new LabRoute.Stream(
                SCRAPES_MAX, "ask for metrics", (api, exchange, _) -> api.metrics(exchange))));
  }

  private static void addTargets(List<LabRoute> all) {
    all.add(
        LabRoute.get(
                "/v1/prometheus-targets",
                "prometheusTargets",
                "Where a Prometheus scrapes the network, for its http_sd_configs.",
                schemas ->
                    schema("type", "array", "items", schemas.of(PrometheusTargets.Entry.class)),
                (api, request) -> api.targets(request))
            .with(
                BY,
                "This server as the one target of all nodes, or each node that listens at a port"
                    + " (`rani up --control tcp`); the network if absent.",
                BY_NETWORK,
                BY_NODE));
  }

  private static void addChanges(List<LabRoute> all) {
    all.add(
        LabRoute.post(
            "/v1/operations",
            "operate",
            "Changes the network by an entry of a schedule without its time; at all nodes concerned"
                + " or at none. Answers what each of them replied.",
            new LabRoute.Body(
                schemas -> schemas.bundled("Operation", TopologySchema.operation()),
                schema("link", "n1 -> n2", "set", schema("delay", "50ms"))),
            byNode(Facts.class),
            LabApi::operate));
    all.add(
        LabRoute.post(
            "/v1/tell",
            "tell",
            "Calls a verb of a node's service, and answers its reply.",
            LabRoute.Body.of(
                LabRequests.ServiceCall.class,
                schema("node", "n1", "service", "ping", "verb", "show")),
            schemas -> schemas.of(Facts.class),
            LabApi::tell));
    all.add(
        LabRoute.post(
            "/v1/console",
            "console",
            "Executes a line of the console, such as `n1 ping n3`; one at a time, for at most"
                + " 20 s each. Files are those of the run's folder.",
            LabRoute.Body.of(LabRequests.ConsoleLine.class, schema("line", "n1 ping n3")),
            schemas -> schemas.of(CommandResult.class),
            LabApi::execute));
    all.add(
        LabRoute.stream(
            "POST /v1/captures",
            "capture",
            "Captures frames at link ends until the client leaves, or the order ends.",
            LabRoute.Body.of(
                LabRequests.CaptureOrder.class,
                schema("ends", List.of("n1:n2", "n2:n1"), "count", 6)),
            "application/x-pcapng",
            text("pcapng: one section, an interface for each direction of each end."),
            new LabRoute.Stream(CAPTURES_MAX, "capture", LabApi::capture)));
  }
}
