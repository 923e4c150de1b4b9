// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.capture.CaptureFilter;
import rani.model.capture.CaptureLimits;
import rani.model.capture.CapturePlan;
import rani.model.capture.CapturedEnd;
import rani.model.capture.LinkType;
import rani.model.file.Nearest;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.topology.Topology;
import rani.nodehost.capture.LiveCapture;
import rani.nodehost.conversation.NodeLinks;
import rani.nodehost.http.HttpExchange;
import rani.nodehost.session.NodeSession;
import rani.world.Facts;
import tools.jackson.core.JacksonException;

/**
 * {@code POST /capture}: streams frames at a node's link ends as pcapng, as long as the client
 * reads. A slow client loses frames, which are counted. A client that has gone is noticed within a
 * second.
 *
 * <pre>
 * {"links": [0], "filter": "from=n1 proto=rdp", "snaplen": 128, "count": 100, "duration": "10s",
 *  "inner": true}
 * </pre>
 *
 * <p>Every key is optional; the default is all frames of all links, whole and without end. With
 * {@code inner} the stream has the IPv4 packets of frames in place of the frames. {@code POST
 * /capture/end} with the id in the response header {@link #ID_HEADER} ends the capture.
 */
public final class CaptureStream implements ControlStream {
  public static final String ID_HEADER = "Rani-Capture";

  private static final List<String> KEYS =
      List.of("links", "filter", "snaplen", "count", "duration", "inner");

  private final NodeSession session;
  private final NodeLinks links;
  private final Supplier<Topology> topology;
  private final AtomicLong begun = new AtomicLong();
  private final Map<Long, LiveCapture> running = new ConcurrentHashMap<>();

  CaptureStream(NodeSession session, NodeLinks links, Supplier<Topology> topology) {
    this.session = session;
    this.links = links;
    this.topology = topology;
  }

  /** The parameters of a capture; {@code nanosMax} is its longest duration. */
  private record Order(CapturePlan plan, long nanosMax) {}

  @Override
  public void serve(HttpExchange exchange) throws IOException {
    LiveCapture capture;
    Order order;
    try {
      order = order(new String(exchange.body(), StandardCharsets.UTF_8).strip());
      capture = LiveCapture.begin(session.captures(), order.plan(), session.wallBaseNanos());
    } catch (UnitError e) {
      String hint = e.hint().isEmpty() ? "" : "; " + e.hint();
      ControlAnswer.refused(400, e.getMessage() + hint).send(exchange);
      return;
    } catch (JacksonException | IllegalArgumentException e) {
      ControlAnswer.refused(400, String.valueOf(e.getMessage())).send(exchange);
      return;
    } catch (IllegalStateException e) {
      ControlAnswer.refused(503, String.valueOf(e.getMessage())).send(exchange);
      return;
    }
    long id = begun.incrementAndGet();
    running.put(id, capture);
    try (capture) {
      exchange.answerHeader(ID_HEADER, Long.toString(id));
      OutputStream out = exchange.begin(ControlAnswer.OK, "application/x-pcapng");
      capture.writeTo(out, order.nanosMax());
    } finally {
      running.remove(id);
    }
  }

  /** Ends a capture. Frames that are captured already still reach the capture's client. */
  ControlAnswer end(ControlRoute.Request request) {
    LiveCapture capture = running.get(Json.read(request.body(), End.class).id());
    if (capture == null) {
      return ControlAnswer.refused(404, "no such capture is running");
    }
    capture.close();
    return ControlAnswer.ok(Facts.NONE);
  }

  /** Body of {@code POST /capture/end}, with the id of the response header {@link #ID_HEADER}. */
  public record End(long id) {}

  private Order order(String text) throws UnitError {
    JsonObject given = text.isEmpty() ? JsonObject.EMPTY : Json.object(text);
    for (String key : given.keys()) {
      if (!KEYS.contains(key)) {
        throw new UnitError("unknown key `" + key + "`", Nearest.hint(key, KEYS));
      }
    }
    int snapBytes = (int) number(given, "snaplen", CaptureLimits.SNAP_BYTES_MAX);
    long count = number(given, "count", Long.MAX_VALUE);
    Object duration = given.find("duration");
    CaptureFilter filter =
        CaptureFilter.parse(
            String.valueOf(given.has("filter") ? given.find("filter") : ""), topology.get());
    return new Order(
        new CapturePlan(
            ends(given.find("links")),
            filter,
            new CaptureLimits(snapBytes, count, CaptureLimits.BYTES_MAX),
            LinkType.of(isInner(given))),
        duration == null ? Long.MAX_VALUE : Units.durationNanos(String.valueOf(duration)));
  }

  private static long number(JsonObject given, String key, long otherwise) {
    Object value = given.has(key) ? given.find(key) : otherwise;
    if (value instanceof Long number && number >= 1) {
      return key.equals("snaplen") ? Math.min(number, CaptureLimits.SNAP_BYTES_MAX) : number;
    }
    throw new IllegalArgumentException("`" + key + "` is a number from 1, not " + value);
  }

  private static boolean isInner(JsonObject given) {
    Object value = given.has("inner") ? given.find("inner") : Boolean.FALSE;
    if (value instanceof Boolean inner) {
      return inner;
    }
    throw new IllegalArgumentException("`inner` is true or false, not " + value);
  }

  private List<CapturedEnd> ends(@Nullable Object numbers) throws UnitError {
    List<CapturedEnd> all = links.ends();
    if (numbers == null) {
      return all;
    }
    List<CapturedEnd> ends = new ArrayList<>();
    for (Object number : numbers instanceof List<?> list ? list : List.of(numbers)) {
      CapturedEnd end = end(number, all);
      if (!ends.contains(end)) {
        ends.add(end);
      }
    }
    return ends;
  }

  private CapturedEnd end(Object number, List<CapturedEnd> all) throws UnitError {
    for (CapturedEnd end : all) {
      if (number instanceof Long wanted && wanted == end.link()) {
        return end;
      }
    }
    String links = all.stream().map(end -> Integer.toString(end.link())).collect(joining(", "));
    throw new UnitError(
        "node %s has links %s, not %s".formatted(session.node().name(), links, number));
  }
}
