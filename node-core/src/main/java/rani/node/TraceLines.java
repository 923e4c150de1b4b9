// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rani.wire.Frame;
import rani.wire.PacketGlance;
import rani.world.AsciiLine;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.NoteDetail;
import rani.world.Verdict;

/**
 * Writes every event of one node as a line of text; {@code docs/trace-format.md} describes them.
 * Both worlds write these lines. In virtual time their SHA-256 is the run's digest.
 */
public final class TraceLines implements NodeTrace {
  /** The format of lines, which rises only if an older reader would misread them. */
  public static final int FORMAT = 1;

  /** The beginning of a line that is no event. */
  public static final char COMMENT = '#';

  /** The beginning of the first line of a live node's trace; the format follows. */
  public static final String FORMAT_IS = COMMENT + " format ";

  /** The event in the last line of a trace that has reached its limit. */
  public static final String LIMIT = "trace-limit";

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int FLOW_BITS = 7;
  private static final long FLOW_MIX = 0x9E37_79B9_7F4A_7C15L;

  // Words of most lines as bytes, because copying is faster than encoding characters.
  private static final byte[] ORIGIN = ascii("origin");
  private static final byte[] DELIVERY = ascii("delivery at=");
  private static final byte[] NOTE = ascii("note service=");
  private static final byte[] LATE = ascii(" late=");
  private static final byte[] NOT_LATE = ascii(" late=0");
  private static final byte[] NO_AVERAGE = ascii(" average=0.0");
  private static final byte[] LENGTH = ascii(" len=");
  private static final byte[] LINE_FEED = ascii("\n");
  private static final byte[][] DECIDED = decided();

  private final TracePage page;
  private final AsciiLine line;
  private final byte[] node;

  /** The last prefix (time and node) on the page; events of one instant copy it. */
  private final Passage beginning = new Passage();

  private long beganNanos;

  /** The average written last and its text, because it often repeats. */
  private double average = 0.0;

  private byte[] averageText = NO_AVERAGE;

  private final Words arrivals = new Words("arrival link=");
  private final Words departures = new Words("departure link=");
  private final Map<String, byte[]> verdicts = new LinkedHashMap<>();
  private final PacketGlance packet = new PacketGlance();

  /** The text of the last packet on the page; a packet often has several events in a row. */
  private final Passage packetText = new Passage();

  /** A direct-mapped cache of the texts of flows. */
  private final @Nullable FlowText[] flows = new FlowText[1 << FLOW_BITS];

  @FunctionalInterface
  public interface Sink {
    /** Takes one line of ASCII, its line feed included; the sink may keep the array. */
    void line(byte[] ascii);

    /** Takes a line within an array that the sink must not keep, which saves a copy. */
    default void line(byte[] ascii, int from, int length) {
      line(Arrays.copyOfRange(ascii, from, from + length));
    }
  }

  private static final class Words {
    private final String words;
    private byte[][] byNumber = {};

    Words(String words) {
      this.words = words;
    }

    byte[] with(int number) {
      if (number >= byNumber.length) {
        int known = byNumber.length;
        byNumber = Arrays.copyOf(byNumber, number + 1);
        for (int i = known; i <= number; i++) {
          byNumber[i] = ascii(words + i);
        }
      }
      return byNumber[number];
    }
  }

  /** A part of a line on the page, to be copied instead of encoded again. */
  private static final class Passage {
    private long pageNumber = -1;
    private int from;
    private int length;
  }

  /** The part of a packet's text that its flow determines. */
  private static final class FlowText {
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
      text.clear();
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
      text.append(LINE_FEED);
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

  public TraceLines(String node, Sink sink) {
    this(node, new TracePage(sink));
  }

  /** Makes the lines of a node, on a page that it may share with other nodes. */
  public TraceLines(String node, TracePage page) {
    this.node = ascii(" " + node + " ");
    this.page = page;
    this.line = page.text();
  }

  /** Returns the first line of a live node's trace, which a trace in virtual time has not. */
  public static byte[] head() {
    return ascii(FORMAT_IS + FORMAT + "\n");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[][] decided() {
    Verdict[] verdicts = Verdict.values();
    byte[][] decided = new byte[verdicts.length][];
    for (Verdict verdict : verdicts) {
      decided[verdict.ordinal()] = ascii(" verdict=" + verdict.text() + " queued=");
    }
    return decided;
  }

  @Override
  public void origin(long nowNanos, ByteBuf frame) {
    begin(nowNanos, ORIGIN);
    endWithPacket(frame);
  }

  @Override
  public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    begin(nowNanos, arrivals.with(link.number()));
    endWithFrame(frame);
  }

  @Override
  public void verdict(
      long nowNanos,
      String queue,
      ByteBuf frame,
      Verdict verdict,
      int queuedFrames,
      double averageFrames) {
    byte[] ofQueue = verdicts.get(queue);
    if (ofQueue == null) {
      ofQueue = ascii("verdict queue=" + queue);
      verdicts.put(queue, ofQueue);
    }
    begin(nowNanos, ofQueue);
    line.append(DECIDED[verdict.ordinal()]).append(queuedFrames);
    average(averageFrames);
    endWithPacket(frame);
  }

  @Override
  public void head(long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
    begin(nowNanos, ascii("head"));
    line.append(" queue=").append(queue);
    line.append(" verdict=").append(marked ? "mark" : "drop");
    line.append(" sojourn=");
    seconds(sojournNanos);
    endWithPacket(frame);
  }

  @Override
  public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    begin(nowNanos, departures.with(link.number()));
    if (lateNanos == 0) {
      line.append(NOT_LATE);
    } else {
      line.append(LATE).append(lateNanos);
    }
    endWithPacket(frame);
  }

  @Override
  public void delivery(long nowNanos, String at, ByteBuf frame) {
    begin(nowNanos, DELIVERY);
    line.append(at);
    endWithPacket(frame);
  }

  @Override
  public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    begin(nowNanos, ascii("drop"));
    line.append(" reason=").append(reason.text());
    if (link != null) {
      line.append(" link=").append(link.number());
    }
    endWithFrame(frame);
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
    average(averageFrames);
    end();
  }

  @Override
  public void link(long nowNanos, LinkId link, boolean up) {
    begin(nowNanos, ascii("link"));
    line.append(" link=").append(link.number());
    line.append(" state=").append(up ? "up" : "down");
    end();
  }

  /** Returns the note that replaces a line and all later ones when the trace is too long. */
  public static byte[] limitNote(byte[] line, long bytesMax) {
    byte[] note = ascii("note service=node event=" + LIMIT + " bytes=" + bytesMax + "\n");
    int at = behindNode(line);
    byte[] whole = Arrays.copyOf(line, at + note.length);
    System.arraycopy(note, 0, whole, at, note.length);
    return whole;
  }

  /** Returns the index of the event's word, behind time and node. */
  private static int behindNode(byte[] line) {
    int at = 0;
    for (int blanks = 0; at < line.length && blanks < 2; at++) {
      blanks += line[at] == ' ' ? 1 : 0;
    }
    return at;
  }

  public static boolean isNote(byte[] line) {
    int at = behindNode(line);
    return line.length - at >= NOTE.length
        && Arrays.equals(line, at, at + NOTE.length, NOTE, 0, NOTE.length);
  }

  @Override
  public void note(long nowNanos, String service, String event, NoteDetail detail) {
    begin(nowNanos, NOTE);
    line.append(service).append(" event=").append(event);
    if (!detail.isEmpty()) {
      line.append(" ");
      detail.writeTo(line);
    }
    end();
  }

  private void begin(long nowNanos, byte[] kind) {
    if (nowNanos == beganNanos && isThere(beginning)) {
      line.again(beginning.from, beginning.length);
    } else {
      beganNanos = nowNanos;
      int from = line.length();
      seconds(nowNanos);
      line.append(node);
      keep(beginning, from);
    }
    line.append(kind);
  }

  private boolean isThere(Passage passage) {
    return passage.pageNumber == page.number();
  }

  private void keep(Passage passage, int from) {
    passage.pageNumber = page.number();
    passage.from = from;
    passage.length = line.length() - from;
  }

  private void average(double frames) {
    if (Double.compare(frames, 0.0) == 0) {
      line.append(NO_AVERAGE);
      return;
    }
    if (Double.compare(frames, average) != 0) {
      average = frames;
      averageText = ascii(" average=" + frames);
    }
    line.append(averageText);
  }

  private void seconds(long nanos) {
    if (nanos < 0) {
      line.append("-");
    }
    line.append(Math.abs(nanos / NANOS_PER_SECOND)).append(".");
    line.nineDigits((int) Math.abs(nanos % NANOS_PER_SECOND));
  }

  /** Ends the line with an arrived frame, which may be no valid packet. */
  private void endWithFrame(ByteBuf frame) {
    if (Frame.check(frame) == null) {
      endWithPacket(frame);
    } else {
      line.append(" frame=").append(frame.readableBytes()).append("bytes");
      end();
    }
  }

  private void endWithPacket(ByteBuf frame) {
    if (packet.isAgain(frame) && isThere(packetText)) {
      line.again(packetText.from, packetText.length);
    } else {
      int from = line.length();
      FlowText flow = flow();
      line.append(flow.beforeId).append(packet.identification());
      line.append(LENGTH).append(packet.lengthBytes());
      line.append(flow.afterLength);
      keep(packetText, from);
    }
    page.lineEnds();
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
    page.lineEnds();
  }
}
