// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.ground.LabFailure;
import rani.live.BlockedCall;
import rani.live.LiveFacts;
import rani.live.LiveNode;
import rani.live.LiveNodeConfig;
import rani.live.ServiceFaultListener;
import rani.live.TraceFile;
import rani.model.capture.FileCapture;
import rani.model.node.RunKey;
import rani.model.topology.OperationReader;
import rani.model.topology.ScheduleEntry;
import rani.node.Command;
import rani.node.NodeFacts;
import rani.node.TraceLines;
import rani.nodehost.capture.CaptureTap;
import rani.nodehost.capture.LiveCaptureFile;
import rani.nodehost.conversation.ConnectionWindows;
import rani.nodehost.conversation.LiveCounts;
import rani.nodehost.conversation.LiveWorldFacts;
import rani.nodehost.conversation.NodeEvent;
import rani.nodehost.conversation.NodeLinks;
import rani.nodehost.conversation.NodeView;
import rani.nodehost.conversation.Replies;
import rani.nodehost.edge.EdgeHost;
import rani.nodehost.journey.Journeys;
import rani.world.NodeTrace;
import rani.world.Reply;
import rani.world.TracePair;

/** A live node with its trace file, captures, watches and event subscribers. */
public final class NodeSession implements NodeView, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeSession.class);

  private final LiveNode node;
  private final EventFeed events;
  private final Journeys journeys = new Journeys();
  private final ConnectionWindows windows = new ConnectionWindows();
  private final CaptureTap captures = new CaptureTap();
  private final List<LiveCaptureFile> captureFiles = new ArrayList<>();
  private final long wallBaseNanos;
  private final @Nullable TraceFile trace;
  private final Optional<CrashReport> lastWords;
  private final RecentCounts recent = new RecentCounts();
  private volatile long unreachableBeforeGo;
  private final EdgeHost edge = new EdgeHost();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean ending;
  private volatile @Nullable NodeLinks links;

  /** Binds a node in a JVM that several nodes share. */
  public NodeSession(
      LiveNodeConfig config,
      Optional<TraceTarget> target,
      long wallBaseNanos,
      List<FileCapture> kept)
      throws IOException {
    this(config, target, wallBaseNanos, kept, Optional.empty(), Optional.empty());
  }

  /**
   * Binds a node's sockets and opens its files. Nothing stays open if that fails.
   *
   * @param wallBaseNanos wall-clock time, in nanoseconds since 1970, at node time 0
   * @param kept captures that last as long as the node
   * @param lastCall file that records the service being called
   * @param lastWords halts a JVM of the node's own when the node cannot go on; empty in a JVM that
   *     several nodes share
   */
  public NodeSession(
      LiveNodeConfig config,
      Optional<TraceTarget> target,
      long wallBaseNanos,
      List<FileCapture> kept,
      Optional<Path> lastCall,
      Optional<CrashReport> lastWords)
      throws IOException {
    this.lastWords = lastWords;
    events = new EventFeed(config.node().name());
    this.wallBaseNanos = wallBaseNanos;
    trace = target.isPresent() ? open(target.get()) : null;
    boolean bound = false;
    try {
      for (FileCapture each : kept) {
        captureFiles.add(new LiveCaptureFile(captures, each, wallBaseNanos));
      }
      node = LiveNode.bind(config.with(edge), trace(config.node().name()), lastCall, new Watch());
      bound = true;
      var _ = Thread.ofVirtual().name("rani-recent-" + node.name()).start(this::lookNowAndThen);
    } finally {
      if (!bound) {
        closeFiles();
      }
    }
  }

  private static TraceFile open(TraceTarget target) throws IOException {
    Files.createDirectories(target.file().toAbsolutePath().getParent());
    TraceFile trace = new TraceFile(target.file(), target.bytesMax());
    trace.line(TraceLines.head());
    return trace;
  }

  private NodeTrace trace(String name) {
    TraceFile file = trace;
    NodeTrace told = new SessionTrace(events, windows, journeys, captures);
    if (file == null) {
      return told;
    }
    // While a node stops, its drops belong to no run. The notes of its services do, because open
    // connections report their statistics.
    TraceLines.Sink untilTheEnd =
        line -> {
          if (!ending || TraceLines.isNote(line)) {
            file.line(line);
          }
        };
    return new TracePair(new TraceLines(name, untilTheEnd), told);
  }

  public LiveNode node() {
    return node;
  }

  @Override
  public String name() {
    return node.name();
  }

  @Override
  public Reply handle(Command command) {
    return Replies.answered(node.handle(command));
  }

  /** Makes the node's links known by their names; keyed links derive their keys from the key. */
  public NodeLinks links(OperationReader operations, RunKey key) {
    NodeLinks named = new NodeLinks(node, operations, key);
    links = named;
    return named;
  }

  @Override
  public NodeLinks links() throws LabFailure {
    NodeLinks named = links;
    if (named == null) {
      throw new LabFailure("node " + name() + " knows no links by their names");
    }
    return named;
  }

  @Override
  public EdgeHost edge() {
    return edge;
  }

  @Override
  public Reply goAt(long atNanos) {
    unreachableBeforeGo = node.facts().onLoop().links().sockets().portUnreachable();
    return Replies.answered(node.goAt(atNanos));
  }

  @Override
  public Reply act(List<ScheduleEntry.Action> actions) {
    try {
      return links().act(actions);
    } catch (LabFailure e) {
      return Reply.refused(String.valueOf(e.getMessage()));
    }
  }

  public EventFeed events() {
    return events;
  }

  @Override
  public Journeys journeys() {
    return journeys;
  }

  @Override
  public ConnectionWindows connections() {
    return windows;
  }

  public CaptureTap captures() {
    return captures;
  }

  /** Returns the wall-clock time, in nanoseconds since 1970, at node time 0. */
  public long wallBaseNanos() {
    return wallBaseNanos;
  }

  /** Reports services that block the node, and halts the node's JVM if a call never returns. */
  private final class Watch implements ServiceFaultListener {
    @Override
    public void blocked(BlockedCall call) {
      LOG.warn(
          "node {}: service {} has been blocking it for {} s, in {}",
          call.node(),
          call.service(),
          seconds(call),
          String.join("\n  ", call.stack()));
      events.blocked(node.nowNanos(), call);
    }

    @Override
    public void stuck(BlockedCall call) {
      String verdict =
          "service %s has not returned for %s s, in %s"
              .formatted(call.service(), seconds(call), call.where());
      LOG.error("node {}: {}", call.node(), verdict);
      lastWords.ifPresent(words -> words.end(call.node(), verdict, call.stack()));
    }

    @Override
    public void broken(String service, Error error) {
      lastWords.ifPresent(
          words ->
              words.end(
                  node.name(),
                  error + (service.isEmpty() ? "" : " while service " + service + " was called"),
                  Stream.of(error.getStackTrace()).map(StackTraceElement::toString).toList()));
    }

    private String seconds(BlockedCall call) {
      return String.format(Locale.ROOT, "%.1f", call.seconds());
    }
  }

  private long traceLinesLost() {
    return trace == null ? 0 : trace.linesLost();
  }

  @Override
  public LiveWorldFacts live() {
    LiveFacts world = node.facts();
    return new LiveWorldFacts(
        world,
        traceLinesLost(),
        trace == null ? "" : trace.failure(),
        unreachableBeforeGo,
        recent.since(System.nanoTime(), counts(world)));
  }

  @Override
  public NodeEvent.Last lastEvents() {
    return events.last();
  }

  private LiveCounts counts(LiveFacts world) {
    Reply shown = node.handle(new Command.Show(Command.Subject.QUEUES)).join();
    return LiveCounts.of(
        (NodeFacts.Queues) shown.facts(), world, traceLinesLost(), unreachableBeforeGo);
  }

  private void lookNowAndThen() {
    try {
      do {
        recent.look(System.nanoTime(), counts(node.facts()));
      } while (!ended.await(RecentCounts.INTERVAL_NANOS, TimeUnit.NANOSECONDS));
    } catch (InterruptedException | CompletionException e) {
      return; // the node has ended, or is about to
    }
  }

  /** Stops the node, and finishes its trace and captures. */
  @Override
  public void close() {
    ending = true;
    ended.countDown();
    node.close();
    edge.close();
    closeFiles();
  }

  private void closeFiles() {
    captureFiles.forEach(LiveCaptureFile::close);
    if (trace != null) {
      trace.close();
    }
  }
}
