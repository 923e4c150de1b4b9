// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rani.wire.Frame;
import rani.wire.PacketGlance;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Verdict;

/**
 * Writes every event of one node as a line of text; {@code docs/trace-format.md} describes them.
 * Both worlds write these lines. In virtual time their SHA-256 is the run's digest.
 */
public final class TraceLines implements NodeTrace {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int FLOW_BITS = 7;
  private static final long FLOW_MIX = 0x9E37_79B9_7F4A_7C15L;

  // What most lines are made of, as bytes: copying them is quicker than writing characters.
  private static final byte[] ORIGIN = ascii("origin");
  private static final byte[] ARRIVAL = ascii("arrival link=");
  private static final byte[] VERDICT = ascii("verdict queue=");
  private static final byte[] DEPARTURE = ascii("departure link=");
  private static final byte[] DELIVERY = ascii("delivery at=");
  private static final byte[] DECIDED = ascii(" verdict=");
  private static final byte[] QUEUED = ascii(" queued=");
  private static final byte[] AVERAGE = ascii(" average=");
  private static final byte[] LATE = ascii(" late=");
  private static final byte[] LENGTH = ascii(" len=");
  private static final byte[] LINE_FEED = ascii("\n");

  private final AsciiLine line = new AsciiLine();
  private final byte[] node;
  private final Sink sink;

  /** Of which time the beginning of the line is, and how much of it that is. */
  private long beganNanos = Long.MIN_VALUE;

  private int beginning;

  private final PacketGlance packet = new PacketGlance();

  /** The texts of flows that were written lately; one that needs a taken place takes it. */
  private final @Nullable FlowText[] flows = new FlowText[1 << FLOW_BITS];

  private FlowText flow = FlowText.NONE;

  /** Takes finished lines. */
  @FunctionalInterface
  public interface Sink {
    /** One line of ASCII, its line feed included; the sink may keep the array. */
    void line(byte[] ascii);

    /**
     * The same of a line that stands at the beginning of an array, which the sink may not keep. A
     * sink that keeps no lines saves copies by this.
     */
    default void line(byte[] ascii, int length) {
      line(Arrays.copyOf(ascii, length));
    }
  }

  /** What the text of a packet has in common with that of others of its flow. */
  private static final class FlowText {
    static final FlowText NONE = new FlowText(new PacketGlance());

    private final byte[] beforeId;
    private final byte[] afterLength;
    private final long addresses;
    private final long ports;
    private final int protocol;
    private final int service;
    private final boolean control;

    FlowText(PacketGlance packet) {
      addresses = packet.addresses();
      ports = packet.ports();
      protocol = packet.protocol();
      service = packet.service();
      control = packet.isControl();
      AsciiLine text = new AsciiLine();
      text.append(" from=").address(packet.source());
      text.append(" to=").address(packet.destination());
      text.append(" proto=").append(protocol).append(" id=");
      beforeId = text.copy();
      text.cut(0);
      if (packet.hasPorts()) {
        text.append(" sport=").append(packet.sourcePort());
        text.append(" dport=").append(packet.destinationPort());
      }
      if (service != PacketGlance.NO_SERVICE) {
        text.append(" service=").append(service);
      }
      if (control) {
        text.append(" control");
      }
      afterLength = text.copy();
    }

    boolean isOf(PacketGlance packet) {
      return addresses == packet.addresses()
          && ports == packet.ports()
          && protocol == packet.protocol()
          && service == packet.service()
          && control == packet.isControl();
    }
  }

  /** The lines of a node. */
  public TraceLines(String node, Sink sink) {
    this.node = ascii(" " + node + " ");
    this.sink = sink;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void origin(long nowNanos, ByteBuf frame) {
    begin(nowNanos, ORIGIN);
    packet(frame);
    end();
  }

  @Override
  public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    begin(nowNanos, ARRIVAL);
    line.append(link.number());
    frame(frame);
    end();
  }

  @Override
  public void verdict(
      long nowNanos,
      String queue,
      ByteBuf frame,
      Verdict verdict,
      int queuedFrames,
      double averageFrames) {
    begin(nowNanos, VERDICT);
    line.append(queue);
    line.append(DECIDED).append(verdict.text());
    line.append(QUEUED).append(queuedFrames);
    line.append(AVERAGE).append(averageFrames);
    packet(frame);
    end();
  }

  @Override
  public void head(long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
    begin(nowNanos, ascii("head"));
    line.append(" queue=").append(queue);
    line.append(" verdict=").append(marked ? "mark" : "drop");
    line.append(" sojourn=");
    seconds(sojournNanos);
    packet(frame);
    end();
  }

  @Override
  public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    begin(nowNanos, DEPARTURE);
    line.append(link.number());
    line.append(LATE).append(lateNanos);
    packet(frame);
    end();
  }

  @Override
  public void delivery(long nowNanos, String at, ByteBuf frame) {
    begin(nowNanos, DELIVERY);
    line.append(at);
    packet(frame);
    end();
  }

  @Override
  public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    begin(nowNanos, ascii("drop"));
    line.append(" reason=").append(reason.text());
    if (link != null) {
      line.append(" link=").append(link.number());
    }
    frame(frame);
    end();
  }

  @Override
  public void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {
    begin(nowNanos, ascii("filter"));
    line.append(" change=").append(change.text());
    if (link != null) {
      line.append(" link=").append(link.number());
    }
    line.append(" flow=").append(flow);
    line.append(" until=");
    seconds(untilNanos);
    line.append(" caught=").append(caught);
    end();
  }

  @Override
  public void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {
    begin(nowNanos, ascii("congestion"));
    line.append(" queue=").append(queue);
    line.append(" kind=").append(kind.text());
    line.append(AVERAGE).append(averageFrames);
    end();
  }

  @Override
  public void link(long nowNanos, LinkId link, boolean up) {
    begin(nowNanos, ascii("link"));
    line.append(" link=").append(link.number());
    line.append(" state=").append(up ? "up" : "down");
    end();
  }

  @Override
  public void note(long nowNanos, String service, String event, String detail) {
    begin(nowNanos, ascii("note"));
    line.append(" service=").append(service);
    line.append(" event=").append(event);
    if (!detail.isEmpty()) {
      line.append(" ").append(detail);
    }
    end();
  }

  /** Events of one instant begin alike; then the beginning is still there. */
  private void begin(long nowNanos, byte[] kind) {
    if (nowNanos == beganNanos) {
      line.cut(beginning);
    } else {
      line.cut(0);
      seconds(nowNanos);
      line.append(node);
      beganNanos = nowNanos;
      beginning = line.length();
    }
    line.append(kind);
  }

  private void seconds(long nanos) {
    if (nanos < 0) {
      line.append("-");
    }
    line.append(Math.abs(nanos / NANOS_PER_SECOND)).append(".");
    line.nineDigits((int) Math.abs(nanos % NANOS_PER_SECOND));
  }

  /** A frame that may be none. */
  private void frame(ByteBuf frame) {
    if (Frame.check(frame) == null) {
      packet(frame);
    } else {
      line.append(" frame=").append(frame.readableBytes()).append("bytes");
    }
  }

  private void packet(ByteBuf frame) {
    if (!packet.isAgain(frame)) {
      flow = flow();
    }
    line.append(flow.beforeId).append(packet.identification());
    line.append(LENGTH).append(packet.lengthBytes());
    line.append(flow.afterLength);
  }

  private FlowText flow() {
    long mixed = (packet.addresses() + packet.ports() * FLOW_MIX) * FLOW_MIX;
    int slot = (int) (mixed >>> Long.SIZE - FLOW_BITS);
    FlowText known = flows[slot];
    if (known == null || !known.isOf(packet)) {
      known = new FlowText(packet);
      flows[slot] = known;
    }
    return known;
  }

  private void end() {
    line.append(LINE_FEED);
    sink.line(line.bytes(), line.length());
  }
}
