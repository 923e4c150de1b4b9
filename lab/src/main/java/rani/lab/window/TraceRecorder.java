// SPDX-License-Identifier: Apache-2.0
package rani.lab.window;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.lab.observe.TraceEvent;
import rani.lab.observe.TraceFrame;
import rani.lab.observe.TracePacket;
import rani.lab.trace.TraceTaker;
import rani.world.Verdict;

/** Makes a {@link Recording} of the events of a trace, one after the other. */
final class TraceRecorder implements TraceTaker {
  private static final int SERVICE_MESSAGES = 253;
  private static final long QUIET_NANOS = 1_000_000_000;

  /** What an ssthresh that was never set is shown as, in packets. */
  private static final double SSTHRESH_SHOWN_MAX = 1000;

  private static final String FILTERED = "filtered";

  private final Recording recording;
  private final NetworkModel network;
  private final NoteMarks notes;
  private final Map<Integer, QueueTrack> queues = new LinkedHashMap<>();
  private final SequencedMap<String, Long> lastDrops = new LinkedHashMap<>();
  private final boolean knowsGo;
  private long goNanos = Long.MIN_VALUE;
  private Step step = new Step(0);
  private boolean began;

  /**
   * Records everything.
   *
   * @param recording that is still empty
   * @param knowsGo whether {@link #go} will be told; if not, the first event stands for it
   */
  TraceRecorder(Recording recording, boolean knowsGo) {
    this.knowsGo = knowsGo;
    this.recording = recording;
    this.network = recording.network();
    this.notes = new NoteMarks(network);
  }

  @Override
  public void go(long nanos) {
    goNanos = nanos;
  }

  @Override
  public boolean take(TraceEvent event) {
    if (goNanos == Long.MIN_VALUE) {
      if (knowsGo) {
        return true; // nothing but hellos comes before go
      }
      goNanos = event.timeNanos();
    }
    int node = network.node(event.node());
    if (node < 0) {
      recording.leaveOut("events of nodes that came later");
      return true;
    }
    long nanos = event.timeNanos() - goNanos;
    moveTo(Math.max(0, nanos));
    take(event, node, Math.max(0, nanos), nanos >= 0);
    return true;
  }

  private void moveTo(long nanos) {
    if (!began || nanos > step.endNanos()) {
      endStep();
      step = new Step(recording.steps().endOf(nanos));
      began = true;
    }
    recording.lastsUntil(nanos);
  }

  private void endStep() {
    if (!began) {
      return;
    }
    queues.forEach(
        (number, track) -> {
          if (track.isChanged()) {
            step.queue(number, track.state());
          }
        });
    recording.add(step);
  }

  /** The trace is over. */
  void end() {
    endStep();
    began = false;
  }

  private void take(TraceEvent event, int node, long nanos, boolean afterGo) {
    switch (event) {
      case TraceEvent.Origin e when afterGo && isTraffic(e.packet()) ->
          step.flow(network.flow(e.packet().from()), 0, 0, 1);
      case TraceEvent.Arrival e -> arrival(e, afterGo);
      case TraceEvent.Verdict e -> verdict(e);
      case TraceEvent.Departure e -> departure(e, afterGo);
      case TraceEvent.Delivery e when afterGo && isTraffic(e.packet()) ->
          step.flow(network.flow(e.packet().from()), 1, e.packet().lengthBytes(), 0);
      case TraceEvent.Drop e -> drop(e, node, nanos, afterGo);
      case TraceEvent.Filter e -> filter(e, node, nanos);
      case TraceEvent.Congestion e ->
          mark(
              nanos,
              Mark.Kind.CONGESTION,
              node,
              -1,
              "queue %s: average %s max_th".formatted(e.queue(), e.kind().text().split("-")[0]));
      case TraceEvent.Link e when afterGo || !e.up() -> link(e, node, nanos);
      case TraceEvent.Note e -> note(e, node, nanos);
      default -> {}
    }
  }

  private static boolean isTraffic(TracePacket packet) {
    return !packet.control() && packet.protocol() != SERVICE_MESSAGES;
  }

  private void mark(long nanos, Mark.Kind kind, int node, int flow, String text) {
    boolean _ = recording.add(new Mark(nanos, kind, node, -1, flow, text));
  }

  private void arrival(TraceEvent.Arrival e, boolean afterGo) {
    int out = network.direction(e.node(), e.link());
    if (out < 0) {
      recording.leaveOut("packets on links that came later");
    } else if (afterGo) {
      step.passed(out ^ 1, 0, 0, 1);
    }
  }

  private void verdict(TraceEvent.Verdict e) {
    long packet = key(e.packet());
    if (!e.queue().equals("node")) {
      left(e.node(), "node", packet);
    }
    QueueTrack queue = track(e.node(), e.queue());
    if (queue == null) {
      return;
    }
    if (e.verdict() == Verdict.ENQUEUE || e.verdict() == Verdict.MARK) {
      queue.joins(packet, network.flow(e.packet().from()), e.queuedFrames(), e.averageFrames());
    } else {
      queue.arrives(e.queuedFrames(), e.averageFrames());
    }
  }

  private @Nullable QueueTrack track(String node, String queue) {
    int number = network.queue(node, queue);
    return number < 0
        ? null
        : queues.computeIfAbsent(number, _ -> new QueueTrack(network.otherFlow() + 1));
  }

  private void left(String node, String queue, long packet) {
    int number = network.queue(node, queue);
    QueueTrack track = number < 0 ? null : queues.get(number);
    if (track != null) {
      track.leaves(packet);
    }
  }

  private void departure(TraceEvent.Departure e, boolean afterGo) {
    long packet = key(e.packet());
    left(e.node(), "node", packet);
    left(e.node(), "link-" + e.link(), packet);
    int direction = network.direction(e.node(), e.link());
    if (direction < 0) {
      recording.leaveOut("packets on links that came later");
    } else if (afterGo) {
      step.passed(direction, 1, e.packet().lengthBytes(), 0);
      if (isTraffic(e.packet())) {
        recording.passes(network.flow(e.packet().from()), direction);
      }
    }
  }

  private void drop(TraceEvent.Drop e, int node, long nanos, boolean afterGo) {
    TraceFrame frame = e.frame();
    int flow = network.otherFlow();
    if (frame instanceof TracePacket packet) {
      flow = network.flow(packet.from());
      leftAnyQueue(e.node(), key(packet));
      if (e.reason().equals(FILTERED)) {
        caught(node, e.link(), packet.from());
      }
    }
    if (!afterGo) {
      return;
    }
    step.dropped(recording.dropKey(node, flow, e.reason()), 1);
    String kind = node + " " + flow + " " + e.reason();
    Long last = lastDrops.put(kind, nanos);
    if (last == null || nanos - last > QUIET_NANOS) {
      mark(nanos, Mark.Kind.DROP, node, flow, "drops begin: " + e.reason());
    }
    if (lastDrops.size() > Recording.MARKS_MAX) {
      Iterator<String> eldest = lastDrops.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  private void leftAnyQueue(String node, long packet) {
    left(node, "node", packet);
    for (int link = 0; network.direction(node, link) >= 0; link++) {
      left(node, "link-" + link, packet);
    }
  }

  private void caught(int node, OptionalInt link, String source) {
    Recording.FilterRow row = recording.standing(node, link, source);
    if (row != null) {
      row.caught++;
    }
  }

  private void filter(TraceEvent.Filter e, int node, long nanos) {
    Recording.FilterRow row = recording.standing(node, e.link(), e.flow());
    int flow = network.flow(e.flow());
    String name = flow < network.nodeCount() ? network.name(flow) : e.flow();
    switch (e.change()) {
      case INSTALL, REFRESH -> {
        if (row == null) {
          row = recording.install(node, e.link(), e.flow(), nanos);
        }
        if (row != null) {
          row.untilNanos = e.untilNanos() - goNanos;
        }
      }
      case EXPIRE, REMOVE -> {
        if (row != null) {
          row.endNanos = nanos;
        }
      }
    }
    if (row != null) {
      row.caught = Math.max(row.caught, e.caughtFrames());
    }
    mark(
        nanos,
        Mark.Kind.FILTER,
        node,
        flow,
        switch (e.change()) {
          case INSTALL -> "filter against " + name;
          case REFRESH -> "filter against " + name + " renewed";
          case EXPIRE -> "filter against " + name + " ends, caught " + e.caughtFrames();
          case REMOVE -> "filter against " + name + " removed, caught " + e.caughtFrames();
        });
  }

  private void link(TraceEvent.Link e, int node, long nanos) {
    int direction = network.direction(e.node(), e.link());
    String name =
        direction < 0 ? "link " + e.link() : network.topology().links().get(direction / 2).name();
    boolean _ =
        recording.add(
            new Mark(
                nanos,
                Mark.Kind.LINK,
                node,
                -1,
                -1,
                "link " + name + (e.up() ? " is up" : " is down")));
    if (direction >= 0) {
      recording.linkState(direction, nanos, e.up());
    }
  }

  private void note(TraceEvent.Note e, int node, long nanos) {
    if (e.is(String.valueOf(e.values().get("service")), "window")) {
      window(e.values(), node);
      return;
    }
    Mark mark = notes.mark(nanos, node, e.values());
    if (mark != null) {
      boolean _ = recording.add(mark);
    }
  }

  private void window(SequencedMap<String, String> values, int node) {
    int connection =
        recording.connection(
            node, values.getOrDefault("service", ""), values.getOrDefault("conn", ""));
    if (connection >= 0) {
      step.connection(
          connection,
          decimal(values, "cwnd"),
          Math.min(decimal(values, "ssthresh"), SSTHRESH_SHOWN_MAX),
          decimal(values, "srtt"),
          decimal(values, "rto"),
          decimal(values, "flight"),
          NoteMarks.STATES.indexOf(values.getOrDefault("state", "")));
    }
  }

  private static double decimal(SequencedMap<String, String> values, String key) {
    try {
      return Double.parseDouble(values.getOrDefault(key, "0"));
    } catch (NumberFormatException e) {
      return 0; // a trace that someone has edited
    }
  }

  /** Tells a packet from those that wait with it. */
  private static long key(TracePacket packet) {
    long key = packet.from().hashCode();
    key = key * 65_537 + packet.id();
    key = key * 31 + packet.sourcePort().orElse(0);
    return key * 31 + packet.to().hashCode();
  }
}
