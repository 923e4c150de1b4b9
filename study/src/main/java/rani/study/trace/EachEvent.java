// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.NoteDetail;
import rani.world.Verdict;

/** A receiver of a node's events that gets all kinds of events by one method. */
interface EachEvent extends NodeTrace {
  /**
   * Receives an event. The detail, such as the reason of a drop, may be empty, the frame null. The
   * last argument passes the same event to another receiver.
   */
  void event(
      long nowNanos,
      String kind,
      String detail,
      @Nullable ByteBuf frame,
      Consumer<NodeTrace> event);

  @Override
  default void origin(long nowNanos, ByteBuf frame) {
    event(nowNanos, "origin", "", frame, told -> told.origin(nowNanos, frame));
  }

  @Override
  default void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    event(nowNanos, "arrival", "", frame, told -> told.arrival(nowNanos, link, frame));
  }

  @Override
  default void verdict(
      long nowNanos,
      String queue,
      ByteBuf frame,
      Verdict verdict,
      int queuedFrames,
      double averageFrames) {
    event(
        nowNanos,
        "verdict",
        verdict.text(),
        frame,
        told -> told.verdict(nowNanos, queue, frame, verdict, queuedFrames, averageFrames));
  }

  @Override
  default void head(long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
    event(
        nowNanos,
        "head",
        marked ? "mark" : "drop",
        frame,
        told -> told.head(nowNanos, queue, frame, marked, sojournNanos));
  }

  @Override
  default void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    event(
        nowNanos, "departure", "", frame, told -> told.departure(nowNanos, link, frame, lateNanos));
  }

  @Override
  default void delivery(long nowNanos, String at, ByteBuf frame) {
    event(nowNanos, "delivery", at, frame, told -> told.delivery(nowNanos, at, frame));
  }

  @Override
  default void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    event(nowNanos, "drop", reason.text(), frame, told -> told.drop(nowNanos, reason, link, frame));
  }

  @Override
  default void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {
    event(
        nowNanos,
        "filter",
        change.text(),
        null,
        told -> told.filter(nowNanos, change, link, flow, untilNanos, caught));
  }

  @Override
  default void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {
    event(
        nowNanos,
        "congestion",
        kind.text(),
        null,
        told -> told.congestion(nowNanos, queue, kind, averageFrames));
  }

  @Override
  default void link(long nowNanos, LinkId link, boolean up) {
    event(nowNanos, "link", up ? "up" : "down", null, told -> told.link(nowNanos, link, up));
  }

  @Override
  default void note(long nowNanos, String service, String event, NoteDetail detail) {
    event(
        nowNanos,
        "note",
        service + " " + event,
        null,
        told -> told.note(nowNanos, service, event, detail));
  }
}
