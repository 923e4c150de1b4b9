// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.model.topology.Position;
import rani.model.topology.Topology;
import rani.study.observe.RunTrace;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.PacketGlance;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.NoteDetail;
import rani.world.Verdict;

/** Makes a {@link Recording} from the trace events of a run, during or after it. */
public final class TraceRecorder implements RunTrace {
  private static final long QUIET_NANOS = 1_000_000_000;
  private static final long DESTINATION_MIX = 0x9E37_79B9_7F4A_7C15L;

  private final Recording recording;
  private final NetworkModel network;
  private final EventMarks marks;
  private final Map<Integer, QueueTrack> queues = new LinkedHashMap<>();
  private final SequencedMap<String, Long> lastDrops = new LinkedHashMap<>();
  private final PacketGlance glance = new PacketGlance();
  private final boolean knowsGo;
  private long goNanos = Long.MIN_VALUE;
  private Step step = new Step(0);
  private boolean began;

  /** Packets by direction that were sent before the start and have not arrived. */
  private final Map<Integer, Long> early = new LinkedHashMap<>();

  /** Packets by direction that were sent since the start and have not arrived. */
  private final Map<Integer, Long> underWay = new LinkedHashMap<>();

  /** Time of the current event since the start of the run; 0 before the start. */
  private long nanos;

  private boolean afterGo;

  /** Creates a recorder; without {@link #go}, the first event counts as the start. */
  public TraceRecorder(Topology network, boolean knowsGo) {
    this.network = new NetworkModel(network);
    this.recording = new Recording(this.network);
    this.marks = new EventMarks(recording, recording::add);
    this.knowsGo = knowsGo;
  }

  Recording recording() {
    return recording;
  }

  /**
   * Ends and returns the recording, thinned to what a page may hold; empty if the network alone
   * exceeds that.
   */
  public Optional<String> json(String run, boolean isVirtual, List<String> remarks) {
    end();
    return recording.json(new Recording.Head(run, isVirtual, remarks), Recording.PAGE_BYTES_MAX);
  }

  /** Ends and returns the whole recording, with the positions of dragged nodes. */
  String json(Recording.Head head, Map<String, Position> places) {
    end();
    return recording.json(head, places);
  }

  @Override
  public void go(long nanos) {
    goNanos = nanos;
  }

  @Override
  public NodeTrace at(String node) {
    return new AtNode(node);
  }

  /** Begins to record an event; returns false if it is ignored, as at nodes added later (-1). */
  private boolean begins(long timeNanos, int node) {
    if (goNanos == Long.MIN_VALUE) {
      if (knowsGo) {
        return false; // only hellos precede the start
      }
      goNanos = timeNanos;
    }
    if (node < 0) {
      recording.leaveOut("events of nodes that came later");
      return false;
    }
    afterGo = timeNanos >= goNanos;
    nanos = Math.max(0, timeNanos - goNanos);
    moveTo(nanos);
    return true;
  }

  private void moveTo(long nowNanos) {
    if (!began || nowNanos > step.endNanos()) {
      endStep();
      step = new Step(recording.steps().endOf(nowNanos));
      began = true;
    }
    recording.lastsUntil(nowNanos);
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

  void end() {
    endStep();
    began = false;
  }

  private void early(int direction, long packets) {
    early.merge(direction, packets, Long::sum);
  }

  private @Nullable QueueTrack track(String node, String queue) {
    int number = network.queue(node, queue);
    return number < 0
        ? null
        : queues.computeIfAbsent(number, _ -> new QueueTrack(network.otherFlow() + 1));
  }

  private void left(String node, String queue, long packet) {
    QueueTrack track = queues.get(network.queue(node, queue));
    if (track != null) {
      track.leaves(packet);
    }
  }

  private void leftAnyQueue(String node, long packet) {
    left(node, "node", packet);
    for (int link = 0; network.direction(node, "link-" + link) >= 0; link++) {
      left(node, "link-" + link, packet);
    }
  }

  private PacketGlance glance(ByteBuf frame) {
    boolean _ = glance.isAgain(frame);
    return glance;
  }

  private int flow(PacketGlance packet) {
    return network.flow(packet.source());
  }

  private static boolean isTraffic(PacketGlance packet) {
    return !packet.isControl() && packet.protocol() != Ipv4Header.PROTOCOL_SERVICE;
  }

  /** Returns a number that identifies a packet among those in the same queue. */
  private static long key(PacketGlance packet) {
    long ports = packet.hasPorts() ? packet.sourcePort() : 0;
    long id = (long) packet.identification() << Short.SIZE;
    long key = (long) packet.source() << Integer.SIZE | id | ports;
    return key + packet.destination() * DESTINATION_MIX;
  }

  private static String word(NoteDetail detail, String name) {
    return Objects.requireNonNullElse(detail.word(name), "");
  }

  private final class AtNode implements NodeTrace {
    private final String name;
    private final int node;

    AtNode(String name) {
      this.name = name;
      this.node = network.node(name);
    }

    @Override
    public void origin(long nowNanos, ByteBuf frame) {
      if (begins(nowNanos, node) && afterGo && isTraffic(glance(frame))) {
        step.flow(flow(glance), 0, 0, 1);
      }
    }

    @Override
    public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
      int out = network.direction(name, link.toString());
      if (!begins(nowNanos, node)) {
        early(out ^ 1, -1);
      } else if (out < 0) {
        recording.leaveOut("packets on links that came later");
      } else if (!afterGo) {
        early(out ^ 1, -1);
      } else if (underWay.getOrDefault(out ^ 1, 0L) > 0) {
        underWay.merge(out ^ 1, -1L, Long::sum);
        step.passed(out ^ 1, 0, 0, 1);
      } else if (early.getOrDefault(out ^ 1, 0L) > 0) {
        early(out ^ 1, -1); // sent before the start
      } else {
        step.passed(out ^ 1, 0, 0, 1); // a duplicate
      }
    }

    @Override
    public void verdict(
        long nowNanos,
        String queue,
        ByteBuf frame,
        Verdict verdict,
        int queuedFrames,
        double averageFrames) {
      if (!begins(nowNanos, node)) {
        return;
      }
      long packet = key(glance(frame));
      if (!queue.equals("node")) {
        left(name, "node", packet);
      }
      QueueTrack track = track(name, queue);
      if (track != null && (verdict == Verdict.ENQUEUE || verdict == Verdict.MARK)) {
        track.joins(packet, flow(glance), queuedFrames, averageFrames);
      } else if (track != null) {
        track.arrives(queuedFrames, averageFrames);
      }
    }

    @Override
    public void head(
        long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
      boolean _ = begins(nowNanos, node);
    }

    @Override
    public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
      int direction = network.direction(name, link.toString());
      if (!begins(nowNanos, node)) {
        early(direction, 1);
        return;
      }
      PacketGlance packet = glance(frame);
      left(name, "node", key(packet));
      left(name, link.toString(), key(packet));
      if (direction < 0) {
        recording.leaveOut("packets on links that came later");
      } else if (afterGo) {
        step.passed(direction, 1, packet.lengthBytes(), 0);
        underWay.merge(direction, 1L, Long::sum);
        if (isTraffic(packet)) {
          recording.passes(flow(packet), direction);
        }
      } else {
        early(direction, 1);
      }
    }

    @Override
    public void delivery(long nowNanos, String at, ByteBuf frame) {
      if (begins(nowNanos, node) && afterGo && isTraffic(glance(frame))) {
        step.flow(flow(glance), 1, glance.lengthBytes(), 0);
      }
    }

    @Override
    public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
      if (!begins(nowNanos, node)) {
        return;
      }
      int flow = network.otherFlow();
      if (Frame.check(frame) == null) {
        flow = flow(glance(frame));
        leftAnyQueue(name, key(glance));
        if (reason == DropReason.FILTERED) {
          String source = Address.text(glance.source());
          Recording.FilterRow row = recording.standing(node, place(link), source);
          if (row != null) {
            row.caught++;
          }
        }
      }
      if (!afterGo) {
        return;
      }
      step.dropped(recording.dropKey(node, flow, reason.text()), 1);
      Long last = lastDrops.put(node + " " + flow + " " + reason.text(), nanos);
      if (last == null || nanos - last > QUIET_NANOS) {
        marks.tell(nanos, Mark.Kind.DROP, node, flow, "drops begin: " + reason.words());
      }
      if (lastDrops.size() > Recording.MARKS_MAX) {
        lastDrops.pollFirstEntry();
      }
    }

    private String place(@Nullable LinkId link) {
      return link == null ? "own" : link.toString();
    }

    @Override
    public void filter(
        long nowNanos,
        FilterChange change,
        @Nullable LinkId link,
        String filtered,
        long untilNanos,
        long caught) {
      if (begins(nowNanos, node)) {
        marks.filter(nanos, node, place(link), change, filtered, untilNanos - goNanos, caught);
      }
    }

    @Override
    public void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {
      if (begins(nowNanos, node)) {
        marks.congestion(nanos, node, queue, kind.text());
      }
    }

    @Override
    public void link(long nowNanos, LinkId link, boolean up) {
      if (!begins(nowNanos, node) || (up && !afterGo)) {
        return;
      }
      marks.link(nanos, node, link.toString(), up);
      int direction = network.direction(name, link.toString());
      if (direction >= 0) {
        recording.linkState(direction, nanos, up);
      }
    }

    @Override
    public void note(long nowNanos, String service, String event, NoteDetail detail) {
      if (!begins(nowNanos, node)) {
        return;
      }
      if (event.equals("window")) {
        window(service, detail);
      } else {
        marks.note(nanos, node, service, event, detail);
      }
    }

    private void window(String service, NoteDetail detail) {
      int connection = recording.connection(node, service, word(detail, "conn"));
      if (connection >= 0) {
        step.connection(
            connection,
            detail.decimal("cwnd").orElse(0),
            detail.decimal("ssthresh").orElse(0),
            detail.decimal("srtt").orElse(0),
            detail.decimal("rto").orElse(0),
            detail.decimal("flight").orElse(0),
            EventMarks.STATES.indexOf(word(detail, "state")));
      }
    }
  }
}
