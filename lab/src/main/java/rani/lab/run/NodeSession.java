// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.lab.capture.CaptureTap;
import rani.lab.capture.FileCapture;
import rani.lab.capture.LiveCaptureFile;
import rani.lab.journey.Journeys;
import rani.lab.metrics.ConnectionWindows;
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
  private final ConnectionWindows windows = new ConnectionWindows();
  private final CaptureTap captures = new CaptureTap();
  private final List<LiveCaptureFile> captureFiles = new ArrayList<>();
  private final long wallBaseNanos;
  private final @Nullable TraceFile trace;
  private volatile boolean ending;

  /** Binds a node that keeps no captures. */
  NodeSession(LiveNodeConfig config, Optional<Path> traceFile) throws IOException {
    this(config, traceFile, WallClock.baseNanos(config.timeBaseNanos()), List.of());
  }

  /**
   * Binds a node.
   *
   * @param traceFile where its trace goes, if anywhere
   * @param wallBaseNanos wall-clock time, in nanoseconds since 1970, at node time 0
   * @param kept captures that are made for as long as it lives
   * @throws IOException if a socket cannot be bound or a file not be written; nothing stays open
   */
  NodeSession(
      LiveNodeConfig config, Optional<Path> traceFile, long wallBaseNanos, List<FileCapture> kept)
      throws IOException {
    events = new EventFeed(config.node().name());
    this.wallBaseNanos = wallBaseNanos;
    trace = traceFile.isPresent() ? open(traceFile.get()) : null;
    boolean bound = false;
    try {
      for (FileCapture each : kept) {
        captureFiles.add(new LiveCaptureFile(captures, each, wallBaseNanos));
      }
      node = LiveNode.bind(config, trace(config.node().name()));
      bound = true;
    } finally {
      if (!bound) {
        closeFiles();
      }
    }
  }

  private static TraceFile open(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    return new TraceFile(file);
  }

  private NodeTrace trace(String name) {
    TraceFile file = trace;
    NodeTrace told =
        new TracePair(new TracePair(events, windows), new TracePair(journeys, captures));
    if (file == null) {
      return told;
    }
    // What a node says as it is stopped belongs to no run.
    TraceLines.Sink untilTheEnd =
        line -> {
          if (!ending) {
            file.line(line);
          }
        };
    return new TracePair(new TraceLines(name, untilTheEnd), told);
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

  /** The windows of its connections. */
  ConnectionWindows windows() {
    return windows;
  }

  /** Where captures hang. */
  CaptureTap captures() {
    return captures;
  }

  /** Wall-clock time, in nanoseconds since 1970, at node time 0. */
  long wallBaseNanos() {
    return wallBaseNanos;
  }

  /** What the real world did to this node, its trace included. */
  SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> facts = node.facts();
    facts.put("trace-lines-lost", trace == null ? 0L : trace.linesLost());
    facts.put("trace-failure", trace == null ? "" : trace.failure());
    return facts;
  }

  /** Stops the node and finishes its trace and captures. */
  @Override
  public void close() {
    ending = true;
    node.close();
    closeFiles();
  }

  private void closeFiles() {
    captureFiles.forEach(LiveCaptureFile::close);
    if (trace != null) {
      trace.close();
    }
  }
}
