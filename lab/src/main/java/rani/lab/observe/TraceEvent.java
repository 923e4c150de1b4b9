// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.Collections;
import java.util.OptionalInt;
import java.util.SequencedMap;
import rani.world.FilterChange;

/**
 * One line of a trace. Live and virtual runs write the same text: {@code TIME NODE KIND key=value
 * …}, one event per line, ASCII. TIME is the node's own time in seconds with nine decimals; nothing
 * here subtracts the beginning of the experiment.
 *
 * <p>{@link #parse} takes exactly the lines that {@link #print} writes, and those that nodes write
 * ({@code rani.node.TraceLines}): {@code print(parse(line))} equals {@code line}.
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
  record Arrival(long timeNanos, String node, int link, TraceFrame frame) implements TraceEvent {}

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
      rani.world.Verdict verdict,
      int queuedFrames,
      double averageFrames,
      TracePacket packet)
      implements TraceEvent {}

  /**
   * A queue marked or dropped a packet whose turn to leave had come.
   *
   * @param queue {@code node} or {@code link-K}
   * @param marked whether it goes on, marked
   * @param sojournNanos how long it had waited
   */
  record Head(
      long timeNanos,
      String node,
      String queue,
      boolean marked,
      long sojournNanos,
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
   * Something was dropped.
   *
   * @param reason name of the drop reason
   * @param link where it came in; absent for what began at this node
   */
  record Drop(long timeNanos, String node, String reason, OptionalInt link, TraceFrame frame)
      implements TraceEvent {}

  /**
   * An ingress filter changed.
   *
   * @param link on whose receive side it sits; absent for what begins at this node
   * @param flow the filtered flow; LGC's is a source address
   * @param untilNanos node time at which it ends by itself
   * @param caughtFrames how many it has dropped so far
   */
  record Filter(
      long timeNanos,
      String node,
      FilterChange change,
      OptionalInt link,
      String flow,
      long untilNanos,
      long caughtFrames)
      implements TraceEvent {}

  /** What a monitored queue told the services of its node. */
  record Congestion(
      long timeNanos, String node, String queue, rani.world.Congestion kind, double averageFrames)
      implements TraceEvent {}

  /** A link came up or went down. */
  record Link(long timeNanos, String node, int link, boolean up) implements TraceEvent {}

  /** What a service found worth telling: a free list of keys and values, in the order written. */
  record Note(long timeNanos, String node, SequencedMap<String, String> values)
      implements TraceEvent {

    /** Takes the list over: whoever made it does not change it any more. */
    public Note {
      values = Collections.unmodifiableSequencedMap(values);
    }

    /** Whether this is the named event of the named service. */
    public boolean is(String service, String event) {
      return service.equals(values.get("service")) && event.equals(values.get("event"));
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
        e.frame.print(line);
      }
      case Verdict e -> {
        line.append("verdict queue=").append(e.queue);
        line.append(" verdict=").append(e.verdict.text());
        line.append(" queued=").append(e.queuedFrames);
        line.append(" average=").append(e.averageFrames);
        e.packet.print(line);
      }
      case Head e -> {
        line.append("head queue=").append(e.queue);
        line.append(" verdict=").append(e.marked ? "mark" : "drop").append(" sojourn=");
        appendSeconds(line, e.sojournNanos);
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
        e.frame.print(line);
      }
      case Filter e -> {
        line.append("filter change=").append(e.change.text());
        e.link.ifPresent(link -> line.append(" link=").append(link));
        line.append(" flow=").append(e.flow).append(" until=");
        appendSeconds(line, e.untilNanos);
        line.append(" caught=").append(e.caughtFrames);
      }
      case Congestion e -> {
        line.append("congestion queue=").append(e.queue);
        line.append(" kind=").append(e.kind.text());
        line.append(" average=").append(e.averageFrames);
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

  /** The sign stands before the whole number, as a node's clock may have begun below zero. */
  private static void appendSeconds(StringBuilder line, long nanos) {
    if (nanos < 0) {
      line.append('-');
    }
    line.append(Math.abs(nanos / 1_000_000_000L)).append('.');
    String fraction = Long.toString(Math.abs(nanos % 1_000_000_000L));
    line.repeat('0', 9 - fraction.length()).append(fraction);
  }
}
