// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import rani.json.Json;
import rani.nodehost.conversation.NodeEvent;
import rani.nodehost.http.HttpExchange;
import rani.nodehost.session.EventFeed;

/** {@code GET /events}: streams a node's events (server-sent events, HTML standard, §9.2). */
public record EventStream(EventFeed events) implements ControlStream {
  static final int FOLLOWERS_MAX = 16;

  /** Request header with the id of the last event that a reconnecting client has seen. */
  public static final String LAST_ID_HEADER = "Last-Event-ID";

  private static final int RETRY_MILLIS = 1000;
  private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Sends each event, and a comment after ten seconds without events to find clients gone. */
  @Override
  public void serve(HttpExchange exchange) throws IOException {
    try (EventFeed.Follower follower = events.follow(lastSeen(exchange))) {
      OutputStream out = exchange.begin(ControlAnswer.OK, "text/event-stream");
      out.write(("retry: " + RETRY_MILLIS + "\n\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      while (!Thread.currentThread().isInterrupted()) {
        NodeEvent event = follower.next(KEEP_ALIVE_NANOS);
        String line = event == null ? ": still here\n\n" : text(event);
        out.write(line.getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String text(NodeEvent event) {
    String id = event.id() == null ? "" : "id: " + event.id() + "\n";
    return id + "data: " + Json.print(event) + "\n\n";
  }

  private static long lastSeen(HttpExchange exchange) {
    String id = exchange.header(LAST_ID_HEADER);
    return id != null && id.matches("\\d{1,18}") ? Long.parseLong(id) : EventFeed.FROM_NOW;
  }
}
