// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;

/**
 * One line of a trace. Live and virtual runs write the same text: {@code TIME NODE KIND key=value
 * …}, one event per line, ASCII. TIME is the node's own time in seconds with nine decimals; nothing
 * here subtracts the beginning of the experiment.
 *
 * <p>{@link #parse} takes exactly the lines that {@link #print} writes, up to the number of
 * decimals of an average: {@code parse(print(event))} equals {@code event}.
 */
public sealed interface TraceEvent {

  /** Characters in the longest line that is read. */
  int LINE_CHARACTERS_MAX = 4096;

  /** Node time of the event. */
  long timeNanos();

  /** Name of the node at which it happened. */
  String node();

  /** A packet was created at this node. */
  record Origin(long timeNanos, String node, TracePacket packet) implements TraceEvent {}

  /** A packet came in over a link. */
  record Arrival(long timeNanos, String node, int link, TracePacket packet) implements TraceEvent {}

  /**
   * A queue decided about a packet.
   *
   * @param queue {@code node} or {@code link-K}
   * @param queuedFrames frames that waited before this one joined
   * @param averageFrames RED's average after this arrival
   */
  record Verdict(
      long timeNanos,
      String node,
      String queue,
      QueueVerdict verdict,
      int queuedFrames,
      double averageFrames,
      TracePacket packet)
      implements TraceEvent {}

  /**
   * A packet left over a link.
   *
   * @param lateNanos how far behind its due time
   */
  record Departure(long timeNanos, String node, int link, long lateNanos, TracePacket packet)
      implements TraceEvent {}

  /**
   * A packet reached its destination.
   *
   * @param at what took it: the name of a service
   */
  record Delivery(long timeNanos, String node, String at, TracePacket packet)
      implements TraceEvent {}

  /**
   * Something was dropped: a packet or, where the frame could not be read, so many bytes.
   *
   * @param reason name of the drop reason
   * @param link where it came in; absent for what began at this node
   * @param packet what was dropped, if it could be read
   * @param frameBytes length of the unreadable frame; present exactly if {@code packet} is absent
   */
  record Drop(
      long timeNanos,
      String node,
      String reason,
      OptionalInt link,
      Optional<TracePacket> packet,
      OptionalInt frameBytes)
      implements TraceEvent {

    /** Refuses a drop of both or of nothing. */
    public Drop {
      if (packet.isPresent() == frameBytes.isPresent()) {
        throw new IllegalArgumentException("a drop is of a packet or of an unreadable frame");
      }
    }
  }

  /**
   * An ingress filter changed.
   *
   * @param flow the filtered flow; LGC's is a source address
   * @param untilNanos node time at which it ends by itself
   * @param caughtFrames how many it has dropped so far
   */
  record Filter(
      long timeNanos,
      String node,
      FilterChange change,
      int link,
      String flow,
      long untilNanos,
      long caughtFrames)
      implements TraceEvent {}

  /** A queue's average crossed its upper threshold. */
  record Congestion(
      long timeNanos, String node, String queue, boolean aboveMax, double averageFrames)
      implements TraceEvent {}

  /** A link came up or went down. */
  record Link(long timeNanos, String node, int link, boolean up) implements TraceEvent {}

  /** What a service found worth telling: a free list of keys and values, in the order written. */
  record Note(long timeNanos, String node, SequencedMap<String, String> values)
      implements TraceEvent {

    /** Copies the list. */
    public Note {
      values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
    }

    /** Whether this is the named event of the named service. */
    public boolean is(String service, String event) {
      return service.equals(values.get("service")) && event.equals(values.get("event"));
    }
  }

  /** What became of a filter. */
  enum FilterChange {
    /** New. */
    INSTALL("install"),
    /** Its end was moved. */
    REFRESH("refresh"),
    /** Its time was over. */
    EXPIRE("expire"),
    /** Taken away before its time. */
    REMOVE("remove");

    private final String text;

    FilterChange(String text) {
      this.text = text;
    }

    /** The word of the trace line. */
    public String text() {
      return text;
    }
  }

  /**
   * Reads one line, without its newline.
   *
   * @throws TraceFormatException if the line is anything but one well-formed event
   */
  static TraceEvent parse(String line) {
    return new TraceParser(line).event();
  }

  /** The line of this event, without newline. */
  default String print() {
    var line = new StringBuilder(160);
    appendSeconds(line, timeNanos());
    line.append(' ').append(node()).append(' ');
    switch (this) {
      case Origin e -> {
        line.append("origin");
        e.packet.print(line);
      }
      case Arrival e -> {
        line.append("arrival link=").append(e.link);
        e.packet.print(line);
      }
      case Verdict e -> {
        line.append("verdict queue=").append(e.queue);
        line.append(" verdict=").append(e.verdict.text());
        line.append(" queued=").append(e.queuedFrames);
        line.append(" average=").append(plain(e.averageFrames));
        e.packet.print(line);
      }
      case Departure e -> {
        line.append("departure link=").append(e.link).append(" late=").append(e.lateNanos);
        e.packet.print(line);
      }
      case Delivery e -> {
        line.append("delivery at=").append(e.at);
        e.packet.print(line);
      }
      case Drop e -> {
        line.append("drop reason=").append(e.reason);
        e.link.ifPresent(link -> line.append(" link=").append(link));
        e.packet.ifPresent(packet -> packet.print(line));
        e.frameBytes.ifPresent(bytes -> line.append(" frame=").append(bytes).append("bytes"));
      }
      case Filter e -> {
        line.append("filter change=").append(e.change.text());
        line.append(" link=").append(e.link).append(" flow=").append(e.flow).append(" until=");
        appendSeconds(line, e.untilNanos);
        line.append(" caught=").append(e.caughtFrames);
      }
      case Congestion e -> {
        line.append("congestion queue=").append(e.queue);
        line.append(" kind=").append(e.aboveMax ? "above-max" : "below-max");
        line.append(" average=").append(plain(e.averageFrames));
      }
      case Link e ->
          line.append("link link=").append(e.link).append(" state=").append(e.up ? "up" : "down");
      case Note e -> {
        line.append("note");
        e.values.forEach((key, value) -> line.append(' ').append(key).append('=').append(value));
      }
    }
    return line.toString();
  }

  private static void appendSeconds(StringBuilder line, long nanos) {
    line.append(nanos / 1_000_000_000L).append('.');
    String fraction = Long.toString(nanos % 1_000_000_000L);
    line.repeat('0', 9 - fraction.length()).append(fraction);
  }

  /** Without an exponent, and with no more digits than tell the number from its neighbours. */
  private static String plain(double value) {
    return new BigDecimal(Double.toString(value)).toPlainString();
  }
}
