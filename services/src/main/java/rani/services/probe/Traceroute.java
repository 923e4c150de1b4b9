// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Verb;
import rani.service.WordReader;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.services.Words;
import rani.services.probe.HopRecords.Hop;
import rani.wire.Dscp;
import rani.wire.Ipv4Header;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;
import rani.world.Facts;
import rani.world.LinkId;
import rani.world.Reply;

/**
 * <b>traceroute</b> - sends an active packet to another node and back. Every node on the way that
 * has traceroute on its menu, too, writes into it what the packet meets there: the queue, filters,
 * the life that it has left. The destination must have it.
 *
 * <p>Nodes without it forward the packet as any other; how many there were the TTL tells. The
 * packet's length is fixed by the asker, and room in it reserved, so that it does not grow on its
 * way; records beyond the room are counted. Times come from the packet's lifetime, which every node
 * makes less by what the packet spent there: no clocks are compared, and what a record cannot know,
 * how long the packet still waited there, the next one tells. It goes {@code through} queues,
 * filters and diversions, and is lost where data are; sent {@code beside} them, as a control
 * packet, it tells what data would meet.
 *
 * <p><b>Facts.</b> {@code started} (traces), {@code running}, {@code returned}, {@code lost} (not
 * back in time), {@code late} (back after that), {@code stamped} (passing packets written into),
 * {@code turned} (packets sent back), {@code malformed}. <b>Notes.</b> {@code done} with id, to,
 * reached, records and, if it came back, rtt-seconds.
 *
 * <p><b>Console.</b> {@code start DEST} sends one and answers with its {@code id} at once; it may
 * be followed by {@code through} (as it is) or {@code beside}, {@code records=32} (room for both
 * ways together, 2 to 64, and as the links let through), {@code timeout=2s}. At most 16 run at a
 * time. {@code show ID} tells {@code id}, {@code to}, {@code way}, {@code done}, {@code reached}
 * and, if it came back, {@code rtt-seconds}, {@code left-out} (records without room), {@code
 * silent} (nodes that wrote nothing) and {@code hops}, a list: {@code node}, {@code way} (there or
 * back), {@code silent-before} (nodes just before it that wrote nothing), {@code in-link} with its
 * {@code rules} (filters and diversions) and whether one is for this flow ({@code caught}), {@code
 * out-link} with {@code queue-frames}, {@code queue-average} and {@code link-delay-seconds}, {@code
 * held-seconds} (before the record was written), {@code residence-seconds} (in the node, all told;
 * if the next node wrote, too), {@code onward-seconds} (to the next record) and {@code
 * lifetime-seconds} (left as it came). {@code show} alone tells the last 64 as {@code traces}.
 *
 * <p><b>Example.</b> {@code defaults: {node: {services: {traceroute: {}}}}}, and in a schedule
 * {@code {at: 2s, node: n1, tell: {traceroute: [start, n8]}}}
 *
 * <p><b>See also.</b> {@link Ping ping}.
 */
public final class Traceroute extends StartedService {
  private static final int PORT = 7007;
  private static final int ROOM = 32;
  private static final int ROOM_MIN = 2;
  private static final int HEADERS = Ipv4Header.LENGTH + UdpHeader.LENGTH;
  private static final long SECOND = 1_000_000_000;
  private static final long MILLI = 1_000_000;
  private static final long LIFETIME_MICROS = 10_000_000;
  private static final List<String> WAYS = List.of("through", "beside");

  private final int port;
  private final WordReader words;
  private final HopRecords records = new HopRecords();
  private final Runs<TraceRun> runs = new Runs<>("trace");
  private long returned;
  private long lost;
  private long late;
  private long stamped;
  private long turned;
  private long malformed;

  private record Order(int to, int room, long timeoutNanos, boolean beside) {}

  private Traceroute(int port, WordReader words) {
    this.port = port;
    this.words = words;
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    ServiceContext node = node();
    boolean here = packet.destination() == node.address();
    if (!HopRecords.isIn(packet)) {
      malformed++;
      return here ? Fate.REFUSE : Fate.FORWARD;
    }
    if (!here) {
      stamped++;
      records.stamp(packet, hop(nowNanos, packet, packet.destination(), node));
      return Fate.FORWARD;
    }
    HopRecords.Trace trace =
        HopRecords.read(packet.frame(), packet.dataIndex(), packet.dataLength());
    boolean fits =
        trace != null
            && (trace.kind() == HopRecords.THERE
                ? turn(nowNanos, packet, trace, node)
                : cameBack(nowNanos, packet, trace, node));
    malformed += fits ? 0 : 1;
    return fits ? Fate.CONSUME : Fate.REFUSE;
  }

  /** Returns this node's record of a packet; null stands for the asker's own first record. */
  private static Hop hop(
      long nowNanos, @Nullable FrameView packet, int onwardTo, ServiceContext node) {
    LinkId in = packet == null ? null : packet.link();
    var rules = packet == null || in == null ? null : node.rules(in, packet);
    LinkId out = node.route(onwardTo);
    var queue = out == null ? null : node.queue(out);
    return new Hop(
        node.address(),
        packet == null ? Ipv4Header.TTL_INITIAL : packet.ttl(),
        packet != null && HopRecords.kind(packet) == HopRecords.BACK,
        rules != null && rules.catching(),
        rules == null ? 0 : rules.rules(),
        in == null ? -1 : in.number(),
        out == null ? -1 : out.number(),
        queue == null ? 0 : queue.frames(),
        queue == null ? 0 : Math.round(queue.averageFrames() * 1000),
        packet == null ? LIFETIME_MICROS : packet.lifetimeMicros(),
        packet == null ? 0 : (nowNanos - packet.arrivedNanos()) / 1000,
        queue == null ? 0 : queue.linkDelayNanos() / 1000);
  }

  /** Sends a trace back to its asker with this node's record. */
  private boolean turn(
      long nowNanos, FrameView packet, HopRecords.Trace trace, ServiceContext node) {
    if (trace.asker() != packet.source()) {
      return false; // answering only the sender prevents reflection to a forged address
    }
    turned++;
    records.stamp(packet, hop(nowNanos, packet, packet.source(), node));
    ByteBuf data = packet.frame().slice(packet.dataIndex(), packet.dataLength());
    HopRecords.turn(data);
    send(nowNanos, node, packet.source(), packet.isControl(), packet.lifetimeMicros(), data);
    return true;
  }

  private boolean cameBack(
      long nowNanos, FrameView packet, HopRecords.Trace trace, ServiceContext node) {
    TraceRun run = runs.find(trace.number());
    if (run == null
        || run.to != packet.source()
        || run.room() != trace.room()
        || trace.asker() != node.address()) {
      return false;
    }
    if (run.over) {
      late++;
      return true;
    }
    returned++;
    run.cameBack(nowNanos, trace, packet.ttl(), packet.lifetimeMicros());
    end(nowNanos, run, node);
    return true;
  }

  private void send(
      long nowNanos,
      ServiceContext node,
      int to,
      boolean beside,
      long lifetimeMicros,
      ByteBuf data) {
    int length = data.readableBytes();
    int dscp = beside ? Ipv4Header.DSCP_CONTROL : Dscp.BEST_EFFORT;
    node.sendActive(nowNanos, new UdpFlow(to, port, port), dscp, lifetimeMicros, data, length);
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    TraceRun run = runs.inSlot(timer);
    if (run != null) {
      lost++;
      run.giveUp();
      end(nowNanos, run, node());
    }
  }

  private void end(long nowNanos, TraceRun run, ServiceContext node) {
    runs.ended(run, node);
    node.note(nowNanos, "done", run.summary());
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    ServiceContext node = node();
    return switch (verb) {
      case "start" -> begin(nowNanos, arguments, node);
      case "show" -> runs.show(nowNanos, arguments);
      default -> super.onCommand(nowNanos, verb, arguments);
    };
  }

  private Reply begin(long nowNanos, List<String> arguments, ServiceContext node) {
    if (runs.isFull()) {
      return runs.full();
    }
    Order order;
    int room;
    try {
      order = words.read(Words.named(arguments, "way", WAYS), Traceroute::order);
      Words.requireWay(node, order.to(), HEADERS + HopRecords.length(ROOM_MIN));
      int mtuBytes = node.pathMtuBytes(order.to());
      int fitting = (mtuBytes - HEADERS - HopRecords.HEAD) / HopRecords.RECORD;
      room = Math.min(order.room(), fitting);
    } catch (IllegalArgumentException wrong) {
      return Reply.refused(String.valueOf(wrong.getMessage()));
    }
    TraceRun run =
        new TraceRun(
            runs.nextNumber(), runs.draw(node), order.to(), room, order.beside(), nowNanos);
    node.setTimer(runs.add(run), nowNanos + order.timeoutNanos());
    HopRecords.Trace trace =
        new HopRecords.Trace(
            HopRecords.THERE,
            run.drawn,
            node.address(),
            room,
            0,
            List.of(hop(nowNanos, null, order.to(), node)));
    ByteBuf data = HopRecords.write(trace);
    send(nowNanos, node, order.to(), order.beside(), LIFETIME_MICROS, data);
    data.release();
    return runs.begun(run);
  }

  private static Order order(OptionReader options) {
    int to = options.node("to", "The node at the end of the way.");
    int room =
        (int)
            options.count(
                "records",
                ROOM,
                ROOM_MIN,
                HopRecords.ROOM_MAX,
                "How many nodes a packet has room for.");
    long timeoutNanos =
        options.durationNanos(
            "timeout", 2 * SECOND, "After how long a packet is taken for lost, at least 1ms.");
    boolean beside =
        options
            .oneOf(
                "way",
                WAYS.getFirst(),
                WAYS,
                "Whether packets pass queues as data does, or beside them as control packets do.")
            .equals("beside");
    if (timeoutNanos < MILLI) {
      throw new IllegalArgumentException("timeout is at least 1ms");
    }
    return new Order(to, room, timeoutNanos, beside);
  }

  @Override
  public boolean isBusy() {
    return runs.running() > 0;
  }

  public record Shown(
      int started,
      long running,
      long returned,
      long lost,
      long late,
      long stamped,
      long turned,
      long malformed)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(
        runs.started(), runs.running(), returned, lost, late, stamped, turned, malformed);
  }

  public static final class Provider extends NamedProvider {
    public Provider() {
      super(ServiceNumbers.TRACEROUTE, "traceroute", Reach.EVERY_HOP);
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table(
          """
          start DEST … | sends one, and answers with its `id` at once; DEST is a node's name or \
          address
          show [ID] | tells what came of it; without ID the last 64, as `traces`
          """);
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark(
              "done",
              Kind.NOTE,
              "traceroute to {to}: {records} nodes[, answered after {rtt-seconds s}]"));
    }

    @Override
    public Service create(OptionReader options) {
      return new Traceroute(
          (int) options.count("port", PORT, 1, 65_535, "The UDP port in its datagrams."),
          options.words());
    }
  }
}
