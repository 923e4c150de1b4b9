// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import rani.wire.Address;
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
  private static final int FRACTION_DIGITS = 9;

  private final String node;
  private final Sink sink;
  private final StringBuilder line = new StringBuilder(256);

  /** Takes finished lines. */
  @FunctionalInterface
  public interface Sink {
    /** One line of ASCII, its line feed included; the sink may keep the array. */
    void line(byte[] ascii);
  }

  /** The lines of a node. */
  public TraceLines(String node, Sink sink) {
    this.node = node;
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
    packet(frame);
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
    packet(frame);
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
      line.append(' ').append(detail);
    }
    end();
  }

  private void begin(long nowNanos, String kind) {
    line.setLength(0);
    seconds(nowNanos);
    line.append(' ').append(node).append(' ').append(kind);
  }

  private void seconds(long nanos) {
    if (nanos < 0) {
      line.append('-');
    }
    long fraction = Math.abs(nanos % NANOS_PER_SECOND);
    line.append(Math.abs(nanos / NANOS_PER_SECOND)).append('.');
    int digits = line.length();
    line.append(fraction);
    while (line.length() - digits < FRACTION_DIGITS) {
      line.insert(digits, '0');
    }
  }

  private void packet(ByteBuf frame) {
    if (Frame.check(frame) != null) {
      line.append(" frame=").append(frame.readableBytes()).append("bytes");
      return;
    }
    int at = frame.readerIndex();
    int ip = Frame.ipv4(frame);
    int protocol = Ipv4Header.protocol(frame, ip);
    line.append(" from=").append(Address.text(Ipv4Header.source(frame, ip)));
    line.append(" to=").append(Address.text(Ipv4Header.destination(frame, ip)));
    line.append(" proto=").append(protocol);
    line.append(" id=").append(Ipv4Header.identification(frame, ip));
    line.append(" len=").append(Ipv4Header.totalLength(frame, ip));
    int sourcePort = Frame.sourcePort(frame);
    if (sourcePort != Frame.NO_PORT) {
      line.append(" sport=").append(sourcePort);
      line.append(" dport=").append(Frame.destinationPort(frame));
    }
    if (RaniHeader.act(frame, at)) {
      line.append(" service=").append(RaniHeader.service(frame, at));
    }
    if (Ipv4Header.dscp(frame, ip) == Ipv4Header.DSCP_CONTROL) {
      line.append(" control");
    }
  }

  private void end() {
    line.append('\n');
    sink.line(line.toString().getBytes(StandardCharsets.US_ASCII));
  }
}
