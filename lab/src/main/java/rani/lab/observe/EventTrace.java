// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.LinkedHashMap;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.rdp.bind.WindowNote;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.PacketGlance;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.NoteDetail;
import rani.world.Verdict;

/**
 * What happens at one node as events, each equal to what {@link TraceEvent#parse} makes of the line
 * that the node writes of it: in virtual time nobody need write a line and read it again.
 */
public final class EventTrace implements NodeTrace {
  /** As many as notes of windows have, which are most of all. */
  private static final int NOTE_VALUES = 10;

  private final String node;
  private final Consumer<TraceEvent> seen;
  private final @Nullable Observer observer;
  private final IntObjectMap<String> addresses = new IntObjectHashMap<>();
  private final PacketGlance glance = new PacketGlance();
  private @Nullable TracePacket latest;

  /** Tells {@code seen} of every event of a node. */
  public EventTrace(String node, Consumer<TraceEvent> seen) {
    this(node, seen, null);
  }

  private EventTrace(String node, Consumer<TraceEvent> seen, @Nullable Observer observer) {
    this.node = node;
    this.seen = seen;
    this.observer = observer;
  }

  /** Takes what {@link Observations} takes notice of. */
  public interface Observer extends Consumer<TraceEvent> {
    /**
     * In place of the note of a window, of which a run has very many.
     *
     * @param service that has the connection
     * @param note lent for the call
     */
    void window(long timeNanos, String node, String service, WindowNote note);
  }

  /** Tells {@code observer} of the events of a node that {@link Observations} takes notice of. */
  public static EventTrace ofObserved(String node, Observer observer) {
    return new EventTrace(node, observer, observer);
  }

  @Override
  public void origin(long nowNanos, ByteBuf frame) {
    seen.accept(new TraceEvent.Origin(nowNanos, node, packet(frame)));
  }

  @Override
  public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    if (observer == null) {
      seen.accept(new TraceEvent.Arrival(nowNanos, node, link.number(), frame(frame)));
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
    seen.accept(
        new TraceEvent.Verdict(
            nowNanos, node, queue, verdict, queuedFrames, averageFrames, packet(frame)));
  }

  @Override
  public void head(long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
    seen.accept(new TraceEvent.Head(nowNanos, node, queue, marked, sojournNanos, packet(frame)));
  }

  @Override
  public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    seen.accept(new TraceEvent.Departure(nowNanos, node, link.number(), lateNanos, packet(frame)));
  }

  @Override
  public void delivery(long nowNanos, String at, ByteBuf frame) {
    seen.accept(new TraceEvent.Delivery(nowNanos, node, at, packet(frame)));
  }

  @Override
  public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    seen.accept(new TraceEvent.Drop(nowNanos, node, reason.text(), number(link), frame(frame)));
  }

  @Override
  public void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {
    seen.accept(
        new TraceEvent.Filter(nowNanos, node, change, number(link), flow, untilNanos, caught));
  }

  @Override
  public void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {
    seen.accept(new TraceEvent.Congestion(nowNanos, node, queue, kind, averageFrames));
  }

  @Override
  public void link(long nowNanos, LinkId link, boolean up) {
    seen.accept(new TraceEvent.Link(nowNanos, node, link.number(), up));
  }

  @Override
  public void note(long nowNanos, String service, String event, String detail) {
    SequencedMap<String, String> values = LinkedHashMap.newLinkedHashMap(NOTE_VALUES);
    values.put("service", service);
    values.put("event", event);
    for (int at = 0; at < detail.length(); ) {
      int end = detail.indexOf(' ', at);
      end = end < 0 ? detail.length() : end;
      int equals = detail.indexOf('=', at);
      if (equals <= at || equals >= end - 1) {
        throw new IllegalArgumentException(
            "a note of " + service + " where key=value was expected: " + detail);
      }
      values.put(detail.substring(at, equals), detail.substring(equals + 1, end));
      at = end + 1;
    }
    seen.accept(new TraceEvent.Note(nowNanos, node, values));
  }

  @Override
  public void note(long nowNanos, String service, String event, NoteDetail detail) {
    if (observer != null && detail instanceof WindowNote window) {
      observer.window(nowNanos, node, service, window);
    } else {
      note(nowNanos, service, event, detail.text());
    }
  }

  private static OptionalInt number(@Nullable LinkId link) {
    return link == null ? OptionalInt.empty() : OptionalInt.of(link.number());
  }

  private TraceFrame frame(ByteBuf frame) {
    return Frame.check(frame) == null
        ? packet(frame)
        : new TraceFrame.Unreadable(frame.readableBytes());
  }

  /** One packet passes through several events in a row: it is made once. */
  private TracePacket packet(ByteBuf frame) {
    TracePacket known = latest;
    if (glance.isAgain(frame) && known != null) {
      return known;
    }
    boolean hasPorts = glance.hasPorts();
    TracePacket packet =
        new TracePacket(
            address(glance.source()),
            address(glance.destination()),
            glance.protocol(),
            glance.identification(),
            glance.lengthBytes(),
            hasPorts ? OptionalInt.of(glance.sourcePort()) : OptionalInt.empty(),
            hasPorts ? OptionalInt.of(glance.destinationPort()) : OptionalInt.empty(),
            glance.service() == PacketGlance.NO_SERVICE
                ? OptionalInt.empty()
                : OptionalInt.of(glance.service()),
            glance.isControl());
    latest = packet;
    return packet;
  }

  private String address(int address) {
    String text = addresses.get(address);
    if (text == null) {
      text = Address.text(address);
      addresses.put(address, text);
    }
    return text;
  }
}
