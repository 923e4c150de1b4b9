// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
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
  private static final int NO_SERVICE = -1;

  /** More than the longest text of a packet, in which every number is at its longest. */
  private static final int PACKET_TEXT_MAX = 160;

  private final AsciiLine line = new AsciiLine();
  private final byte[] node;
  private final Sink sink;

  /** Of which time the beginning of the line is, and how much of it that is. */
  private long beganNanos = Long.MIN_VALUE;

  private int beginning;

  /** The packet that was written last, as text and as what the text is made from. */
  private byte[] packetText = new byte[PACKET_TEXT_MAX];

  private int packetTextLength;
  private long packetLengthAndId;
  private long packetAddresses;
  private int packetPorts;
  private int packetKind;

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

  /** The lines of a node. */
  public TraceLines(String node, Sink sink) {
    this.node = (" " + node + " ").getBytes(StandardCharsets.US_ASCII);
    this.sink = sink;
  }

  @Override
  public void origin(long nowNanos, ByteBuf frame) {
    begin(nowNanos, "origin");
    packet(frame);
    end();
  }

  @Override
  public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    begin(nowNanos, "arrival");
    line.append(" link=").append(link.number());
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
    begin(nowNanos, "verdict");
    line.append(" queue=").append(queue);
    line.append(" verdict=").append(verdict.text());
    line.append(" queued=").append(queuedFrames);
    line.append(" average=").append(averageFrames);
    packet(frame);
    end();
  }

  @Override
  public void head(long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
    begin(nowNanos, "head");
    line.append(" queue=").append(queue);
    line.append(" verdict=").append(marked ? "mark" : "drop");
    line.append(" sojourn=");
    seconds(sojournNanos);
    packet(frame);
    end();
  }

  @Override
  public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    begin(nowNanos, "departure");
    line.append(" link=").append(link.number());
    line.append(" late=").append(lateNanos);
    packet(frame);
    end();
  }

  @Override
  public void delivery(long nowNanos, String at, ByteBuf frame) {
    begin(nowNanos, "delivery");
    line.append(" at=").append(at);
    packet(frame);
    end();
  }

  @Override
  public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    begin(nowNanos, "drop");
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
    begin(nowNanos, "filter");
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
    begin(nowNanos, "congestion");
    line.append(" queue=").append(queue);
    line.append(" kind=").append(kind.text());
    line.append(" average=").append(averageFrames);
    end();
  }

  @Override
  public void link(long nowNanos, LinkId link, boolean up) {
    begin(nowNanos, "link");
    line.append(" link=").append(link.number());
    line.append(" state=").append(up ? "up" : "down");
    end();
  }

  @Override
  public void note(long nowNanos, String service, String event, String detail) {
    begin(nowNanos, "note");
    line.append(" service=").append(service);
    line.append(" event=").append(event);
    if (!detail.isEmpty()) {
      line.append(" ").append(detail);
    }
    end();
  }

  /** Events of one instant begin alike; then the beginning is still there. */
  private void begin(long nowNanos, String kind) {
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

  /** One packet passes through several events of a node, often in a row: its text is kept. */
  private void packet(ByteBuf frame) {
    int ip = Frame.ipv4(frame);
    long lengthAndId = frame.getLong(ip);
    long addresses = frame.getLong(ip + Ipv4Header.LENGTH - Long.BYTES);
    int sourcePort = Frame.sourcePort(frame);
    int ports = sourcePort == Frame.NO_PORT ? 0 : sourcePort << 16 | Frame.destinationPort(frame);
    int at = frame.readerIndex();
    int service = RaniHeader.act(frame, at) ? RaniHeader.service(frame, at) : NO_SERVICE;
    int kind = service << 8 | Ipv4Header.protocol(frame, ip);
    if (lengthAndId != packetLengthAndId
        || addresses != packetAddresses
        || ports != packetPorts
        || kind != packetKind) {
      packetLengthAndId = lengthAndId;
      packetAddresses = addresses;
      packetPorts = ports;
      packetKind = kind;
      int begin = line.length();
      text(frame, ip, sourcePort, service);
      packetTextLength = line.length() - begin;
      System.arraycopy(line.bytes(), begin, packetText, 0, packetTextLength);
    } else {
      line.append(packetText, packetTextLength);
    }
  }

  private void text(ByteBuf frame, int ip, int sourcePort, int service) {
    line.append(" from=").address(Ipv4Header.source(frame, ip));
    line.append(" to=").address(Ipv4Header.destination(frame, ip));
    line.append(" proto=").append(Ipv4Header.protocol(frame, ip));
    line.append(" id=").append(Ipv4Header.identification(frame, ip));
    line.append(" len=").append(Ipv4Header.totalLength(frame, ip));
    if (sourcePort != Frame.NO_PORT) {
      line.append(" sport=").append(sourcePort);
      line.append(" dport=").append(Frame.destinationPort(frame));
    }
    if (service != NO_SERVICE) {
      line.append(" service=").append(service);
    }
    if (Ipv4Header.dscp(frame, ip) == Ipv4Header.DSCP_CONTROL) {
      line.append(" control");
    }
  }

  private void end() {
    line.append("\n");
    sink.line(line.bytes(), line.length());
  }
}
