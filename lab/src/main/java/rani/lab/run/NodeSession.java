// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.lab.journey.Journeys;
import rani.live.LiveNode;
import rani.live.LiveNodeConfig;
import rani.live.TraceFile;
import rani.live.TracePair;
import rani.node.TraceLines;
import rani.world.NodeTrace;

/** A live node together with what hears it: its trace file and those who follow its events. */
final class NodeSession implements AutoCloseable {
  private final LiveNode node;
  private final EventFeed events;
  private final Journeys journeys = new Journeys();
  private final @Nullable TraceFile trace;
  private volatile boolean ending;

  /**
   * Binds a node.
   *
   * @param traceFile where its trace goes, if anywhere
   * @throws IOException if a socket cannot be bound or the file not be written; nothing stays open
   */
  NodeSession(LiveNodeConfig config, Optional<Path> traceFile) throws IOException {
    events = new EventFeed();
    trace = traceFile.isPresent() ? open(traceFile.get()) : null;
    boolean bound = false;
    try {
      node = LiveNode.bind(config, trace(config.node().name()));
      bound = true;
    } finally {
      if (!bound && trace != null) {
        trace.close();
      }
    }
  }

  private static TraceFile open(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    return new TraceFile(file);
  }

  private NodeTrace trace(String name) {
    TraceFile file = trace;
    NodeTrace watching = new TracePair(events, journeys);
    if (file == null) {
      return watching;
    }
    // What a node says as it is stopped belongs to no run.
    TraceLines.Sink untilTheEnd =
        line -> {
          if (!ending) {
            file.line(line);
          }
        };
    return new TracePair(new TraceLines(name, untilTheEnd), watching);
  }

  LiveNode node() {
    return node;
  }

  EventFeed events() {
    return events;
  }

  Journeys journeys() {
    return journeys;
  }

  /** What the real world did to this node, its trace included. */
  SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> facts = node.facts();
    facts.put("trace-lines-lost", trace == null ? 0L : trace.linesLost());
    facts.put("trace-failure", trace == null ? "" : trace.failure());
    return facts;
  }

  /** Stops the node and finishes its trace. */
  @Override
  public void close() {
    ending = true;
    node.close();
    if (trace != null) {
      trace.close();
    }
  }
}
