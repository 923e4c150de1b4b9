// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.journey;

import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.nodehost.journey.PacketEvent.Kind;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Verdict;

/** Receives a node's trace as {@link PacketEvent}s, each built only if it is asked for. */
public abstract class PacketEvents implements NodeTrace {
  /** Explicit, because -Xlint:missing-explicit-ctor warns about default constructors. */
  protected PacketEvents() {}

  /** Returns false while no event is wanted; an event then costs this call and nothing more. */
  protected boolean isWanted() {
    return true;
  }

  /** Receives an event of a frame, which may be too short for the event to be built. */
  protected abstract void see(long nowNanos, ByteBuf frame, Supplier<PacketEvent> event);

  @Override
  public final void origin(long nowNanos, ByteBuf frame) {
    if (isWanted()) {
      see(Kind.ORIGIN, nowNanos, null, frame, Detail.NONE);
    }
  }

  @Override
  public final void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    if (isWanted()) {
      see(Kind.ARRIVAL, nowNanos, link, frame, Detail.NONE);
    }
  }

  @Override
  public final void verdict(
      long nowNanos,
      String queue,
      ByteBuf frame,
      Verdict verdict,
      int queuedFrames,
      double averageFrames) {
    if (isWanted()) {
      Detail detail = new Detail(queue, verdict.text(), queuedFrames, averageFrames, 0);
      see(Kind.VERDICT, nowNanos, null, frame, detail);
    }
  }

  @Override
  public final void head(
      long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
    if (isWanted()) {
      see(Kind.HEAD, nowNanos, null, frame, Detail.of(queue, marked ? "mark" : "drop"));
    }
  }

  @Override
  public final void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    if (isWanted()) {
      see(Kind.DEPARTURE, nowNanos, link, frame, new Detail("", "", 0, 0, lateNanos));
    }
  }

  @Override
  public final void delivery(long nowNanos, String at, ByteBuf frame) {
    if (isWanted()) {
      see(Kind.DELIVERY, nowNanos, null, frame, Detail.of(at, ""));
    }
  }

  @Override
  public final void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    if (isWanted()) {
      see(Kind.DROP, nowNanos, link, frame, Detail.of("", reason.text()));
    }
  }

  /** What {@link PacketEvent} holds of some kinds of events besides the packet. */
  private record Detail(
      String where, String what, int queuedFrames, double averageFrames, long lateNanos) {
    static final Detail NONE = of("", "");

    static Detail of(String where, String what) {
      return new Detail(where, what, 0, 0, 0);
    }
  }

  private void see(Kind kind, long nowNanos, @Nullable LinkId link, ByteBuf frame, Detail detail) {
    see(nowNanos, frame, () -> event(kind, nowNanos, link, frame, detail));
  }

  private static PacketEvent event(
      Kind kind, long nowNanos, @Nullable LinkId link, ByteBuf frame, Detail detail) {
    int ip = WatchedFlow.headers(frame);
    return new PacketEvent(
        kind,
        nowNanos,
        Ipv4Header.source(frame, ip),
        Ipv4Header.identification(frame, ip),
        link == null ? PacketEvent.NO_LINK : link.number(),
        detail.where,
        detail.what,
        detail.queuedFrames,
        detail.averageFrames,
        detail.lateNanos,
        Ipv4Header.ttl(frame, ip),
        Ipv4Header.ecn(frame, ip),
        RaniHeader.lifetimeMicros(frame, frame.readerIndex()),
        Ipv4Header.totalLength(frame, ip));
  }
}
