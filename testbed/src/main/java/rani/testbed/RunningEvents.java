// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.nodehost.session.EventFeed;
import rani.world.Facts;
import tools.jackson.core.JacksonException;

/**
 * The merged event streams of several nodes, in order of arrival. A broken connection is reopened
 * after the last event that was received. The end of a node is an event of kind {@code gone}.
 */
public final class RunningEvents implements AutoCloseable {
  /** Capacity of the queue between the nodes' readers and {@link #next}. */
  static final int EVENTS_MAX = 4096;

  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final int RETRIES_MAX = 3;
  private static final String DATA = "data: ";

  private static final String AT = "at-nanos";

  private final Source source;
  private final Map<String, Long> aheadNanos;
  private final BlockingQueue<JsonObject> events = new ArrayBlockingQueue<>(EVENTS_MAX);
  private final List<Thread> readers = new ArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Opens a node's event stream after the event of an id. */
  @FunctionalInterface
  interface Source {
    InputStream open(String node, long seenId) throws LabFailure;
  }

  private record Gone(String kind, String node) implements Facts {}

  /**
   * Opens the streams.
   *
   * @param aheadNanos what is added to the times of a node's events; nothing for others
   */
  RunningEvents(List<String> nodes, Source source, Map<String, Long> aheadNanos) {
    this.source = source;
    this.aheadNanos = Map.copyOf(aheadNanos);
    nodes.forEach(this::follow);
  }

  /** Adds the events of a node that has joined the network. */
  public synchronized void follow(String node) {
    readers.add(Thread.ofVirtual().name("rani-events-" + node).start(() -> read(node)));
  }

  private void read(String node) {
    long[] seenId = {EventFeed.FROM_NOW};
    int failures = 0;
    try {
      boolean ended = false;
      while (!ended && failures < RETRIES_MAX) {
        try (InputStream in = source.open(node, seenId[0])) {
          failures = 0;
          take(node, in, seenId);
        } catch (IOException | LabFailure e) {
          failures++;
        }
        ended = closed.await(RETRY.toNanos(), TimeUnit.NANOSECONDS);
      }
      events.put(JsonObject.of(new Gone("gone", node)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(String node, InputStream in, long[] seenId)
      throws IOException, InterruptedException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    String line;
    while ((line = lines.readLine()) != null && closed.getCount() > 0) {
      if (line.startsWith(DATA)) {
        try {
          JsonObject event = Json.object(line.substring(DATA.length()));
          if (event.find("id") instanceof Number id) {
            seenId[0] = id.longValue();
          }
          events.put(inCommonTime(node, event));
        } catch (JacksonException e) {
          throw new IOException("no event: " + line, e);
        }
      }
    }
  }

  private JsonObject inCommonTime(String node, JsonObject event) {
    Long ahead = aheadNanos.get(node);
    if (ahead == null || !(event.find(AT) instanceof Number at)) {
      return event;
    }
    SequencedMap<String, @Nullable Object> moved = new LinkedHashMap<>(event.byKey());
    moved.put(AT, at.longValue() + ahead);
    return JsonObject.of(moved);
  }

  /** Returns the next event; null if none arrives in time. */
  public @Nullable JsonObject next(Duration patience) throws InterruptedException {
    return events.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public synchronized void close() {
    closed.countDown();
    readers.forEach(Thread::interrupt);
  }
}
