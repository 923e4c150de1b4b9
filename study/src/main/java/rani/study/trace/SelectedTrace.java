// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import io.netty.buffer.ByteBuf;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.wire.Frame;
import rani.wire.PacketGlance;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.NoteDetail;
import rani.world.Verdict;

/** Tells of one node what a query asks for. */
final class SelectedTrace implements NodeTrace {
  private final TraceQuery query;
  private final String node;
  private final Supplier<OptionalLong> go;
  private final BooleanSupplier room;
  private final NodeTrace told;
  private final PacketGlance glance = new PacketGlance();

  SelectedTrace(
      TraceQuery query,
      String node,
      Supplier<OptionalLong> go,
      BooleanSupplier room,
      NodeTrace told) {
    this.query = query;
    this.node = node;
    this.go = go;
    this.room = room;
    this.told = told;
  }

  private boolean takes(long nowNanos, String kind) {
    return takes(nowNanos, kind, "", "");
  }

  private boolean takes(long nowNanos, String kind, String reason, String service) {
    return query.takes(node, kind, reason, nowNanos, go.get())
        && query.takes(null, service)
        && room.getAsBoolean();
  }

  private boolean takes(long nowNanos, String kind, ByteBuf frame) {
    return takes(nowNanos, kind, "", "", frame);
  }

  private boolean takes(long nowNanos, String kind, String reason, String by, ByteBuf frame) {
    if (!query.takes(node, kind, reason, nowNanos, go.get())) {
      return false;
    }
    boolean isPacket = Frame.check(frame) == null;
    boolean _ = isPacket && glance.isAgain(frame);
    return query.takes(isPacket ? glance : null, by) && room.getAsBoolean();
  }

  @Override
  public void origin(long nowNanos, ByteBuf frame) {
    if (takes(nowNanos, "origin", frame)) {
      told.origin(nowNanos, frame);
    }
  }

  @Override
  public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    if (takes(nowNanos, "arrival", frame)) {
      told.arrival(nowNanos, link, frame);
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
    if (takes(nowNanos, "verdict", frame)) {
      told.verdict(nowNanos, queue, frame, verdict, queuedFrames, averageFrames);
    }
  }

  @Override
  public void head(long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
    if (takes(nowNanos, "head", frame)) {
      told.head(nowNanos, queue, frame, marked, sojournNanos);
    }
  }

  @Override
  public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    if (takes(nowNanos, "departure", frame)) {
      told.departure(nowNanos, link, frame, lateNanos);
    }
  }

  @Override
  public void delivery(long nowNanos, String at, ByteBuf frame) {
    if (takes(nowNanos, "delivery", "", at, frame)) {
      told.delivery(nowNanos, at, frame);
    }
  }

  @Override
  public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    if (takes(nowNanos, "drop", reason.text(), "", frame)) {
      told.drop(nowNanos, reason, link, frame);
    }
  }

  @Override
  public void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {
    if (takes(nowNanos, "filter")) {
      told.filter(nowNanos, change, link, flow, untilNanos, caught);
    }
  }

  @Override
  public void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {
    if (takes(nowNanos, "congestion")) {
      told.congestion(nowNanos, queue, kind, averageFrames);
    }
  }

  @Override
  public void link(long nowNanos, LinkId link, boolean up) {
    if (takes(nowNanos, "link")) {
      told.link(nowNanos, link, up);
    }
  }

  @Override
  public void note(long nowNanos, String service, String event, NoteDetail detail) {
    if (takes(nowNanos, "note", "", service)) {
      told.note(nowNanos, service, event, detail);
    }
  }
}
