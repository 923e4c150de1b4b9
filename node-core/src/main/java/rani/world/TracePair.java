// SPDX-License-Identifier: Apache-2.0
package rani.world;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Forwards events to two traces, of which the second can be replaced. */
public final class TracePair implements NodeTrace {
  private final NodeTrace first;
  private NodeTrace second;

  public TracePair(NodeTrace first, NodeTrace second) {
    this.first = first;
    this.second = second;
  }

  /** Combines two traces; returns the other one if one is {@link NodeTrace#NONE}. */
  public static NodeTrace of(NodeTrace one, NodeTrace other) {
    if (one == NONE) {
      return other;
    }
    return other == NONE ? one : new TracePair(one, other);
  }

  /** Replaces the second trace. */
  public void second(NodeTrace told) {
    second = told;
  }

  @Override
  public void origin(long nowNanos, ByteBuf frame) {
    first.origin(nowNanos, frame);
    second.origin(nowNanos, frame);
  }

  @Override
  public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    first.arrival(nowNanos, link, frame);
    second.arrival(nowNanos, link, frame);
  }

  @Override
  public void verdict(
      long nowNanos,
      String queue,
      ByteBuf frame,
      Verdict verdict,
      int queuedFrames,
      double averageFrames) {
    first.verdict(nowNanos, queue, frame, verdict, queuedFrames, averageFrames);
    second.verdict(nowNanos, queue, frame, verdict, queuedFrames, averageFrames);
  }

  @Override
  public void head(long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
    first.head(nowNanos, queue, frame, marked, sojournNanos);
    second.head(nowNanos, queue, frame, marked, sojournNanos);
  }

  @Override
  public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    first.departure(nowNanos, link, frame, lateNanos);
    second.departure(nowNanos, link, frame, lateNanos);
  }

  @Override
  public void delivery(long nowNanos, String at, ByteBuf frame) {
    first.delivery(nowNanos, at, frame);
    second.delivery(nowNanos, at, frame);
  }

  @Override
  public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    first.drop(nowNanos, reason, link, frame);
    second.drop(nowNanos, reason, link, frame);
  }

  @Override
  public void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {
    first.filter(nowNanos, change, link, flow, untilNanos, caught);
    second.filter(nowNanos, change, link, flow, untilNanos, caught);
  }

  @Override
  public void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {
    first.congestion(nowNanos, queue, kind, averageFrames);
    second.congestion(nowNanos, queue, kind, averageFrames);
  }

  @Override
  public void link(long nowNanos, LinkId link, boolean up) {
    first.link(nowNanos, link, up);
    second.link(nowNanos, link, up);
  }

  @Override
  public void note(long nowNanos, String service, String event, NoteDetail detail) {
    first.note(nowNanos, service, event, detail);
    second.note(nowNanos, service, event, detail);
  }
}
