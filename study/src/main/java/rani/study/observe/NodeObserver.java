// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import io.netty.buffer.ByteBuf;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import rani.rdp.bind.WindowNote;
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
 * Passes the events of one node to the watches of a run, and holds their data about the node, so
 * that they need no lookup by name per event. Packet events, the most frequent ones, cause no
 * allocation.
 */
final class NodeObserver implements NodeTrace {
  final String name;

  private final Observations run;
  private final PacketGlance glance = new PacketGlance();
  final boolean hasObservedQueue;
  private final long epochNanos;

  /** The node's monitored links, indexed by link number. */
  final LinkWatch.@Nullable Use[] uses;

  /** Packets that joined their first queue of this node, by source. */
  final AddressCounts entered = new AddressCounts();

  /** RDP packets that the node made, and reductions of its windows. */
  final CongestionEpochs cuts;

  /** Sojourn times of packets in the node; null if none of its links is monitored. */
  final SojournWatch.@Nullable AtNode sojourns;

  /** Congestion windows of the node's connections, in thousandths of packets. */
  final TimeWeightedValues cwndThousandths = new TimeWeightedValues();

  /** Smoothed round-trip times of the node's connections, in nanoseconds. */
  final TimeWeightedValues srttNanos = new TimeWeightedValues();

  /** Completion times of the node's transfers; null before the first is done. */
  @Nullable DelaySamples completions;

  /** Extremes of the node's queues; null before the first verdict. */
  QueueWatch.@Nullable Extremes extremes;

  NodeObserver(
      String name,
      ObservationPlan plan,
      Observations run,
      LinkWatch.@Nullable Use[] uses,
      SojournWatch.@Nullable AtNode sojourns) {
    this.name = name;
    this.run = run;
    this.epochNanos = plan.epochNanos();
    this.hasObservedQueue = name.equals(plan.queueNode());
    this.uses = uses;
    this.sojourns = sojourns;
    this.cuts = new CongestionEpochs(plan.span());
  }

  private PacketGlance glance(ByteBuf frame) {
    boolean _ = glance.isAgain(frame);
    return glance;
  }

  private static OptionalInt number(@Nullable LinkId link) {
    return link == null ? OptionalInt.empty() : OptionalInt.of(link.number());
  }

  @Override
  public void origin(long nowNanos, ByteBuf frame) {
    PacketGlance packet = glance(frame);
    run.happened(nowNanos);
    cuts.origin(packet);
    run.packets.origin(nowNanos, packet);
  }

  @Override
  public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    run.happened(nowNanos); // may be the last event, if a service holds the packet
  }

  @Override
  public void verdict(
      long nowNanos,
      String queue,
      ByteBuf frame,
      Verdict verdict,
      int queuedFrames,
      double averageFrames) {
    PacketGlance packet = glance(frame);
    run.happened(nowNanos);
    boolean first =
        run.queues.verdict(nowNanos, this, queue, verdict, queuedFrames, averageFrames, packet);
    run.sink.queue(name, queue, first, nowNanos - epochNanos, queuedFrames);
    if (verdict.joins()) {
      run.links.joined(this, queue, packet);
    }
    if (first && verdict.joins()) {
      run.filters.joined(this, packet);
      entered.add(packet.source());
      run.sojourns.joined(nowNanos, this, packet);
    }
  }

  @Override
  public void head(long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
    run.happened(nowNanos);
  }

  @Override
  public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    PacketGlance packet = glance(frame);
    run.happened(nowNanos);
    run.links.departure(nowNanos, this, link.number(), lateNanos, packet);
    run.sojourns.departure(nowNanos, this, link.number(), packet);
  }

  @Override
  public void delivery(long nowNanos, String at, ByteBuf frame) {
    PacketGlance packet = glance(frame);
    run.happened(nowNanos);
    run.packets.delivery(nowNanos, at, packet);
  }

  @Override
  public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    PacketGlance packet = Frame.check(frame) == null ? glance(frame) : null;
    run.drop(nowNanos, this, reason.text(), number(link), packet);
  }

  @Override
  public void filter(
      long nowNanos,
      FilterChange change,
      @Nullable LinkId link,
      String flow,
      long untilNanos,
      long caught) {
    run.happened(nowNanos);
    run.filters.filter(nowNanos, name, change, number(link), flow, untilNanos);
    run.packets.filter(name, change);
  }

  @Override
  public void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {
    run.happened(nowNanos);
    run.queues.congestion(nowNanos, this, queue, kind);
  }

  @Override
  public void link(long nowNanos, LinkId link, boolean up) {
    run.happened(nowNanos);
    run.link(nowNanos - epochNanos, name, link.number(), up);
  }

  @Override
  public void note(long nowNanos, String service, String event, NoteDetail detail) {
    run.happened(nowNanos);
    if (detail instanceof WindowNote window) { // the most frequent note by far
      run.connections.window(nowNanos, this, service, window);
      return;
    }
    ObservedNote note = new ObservedNote(nowNanos, this, service, event, detail);
    run.note(note);
    run.connections.note(note);
    run.flows.note(note);
    run.links.note(note);
    run.operations.note(note);
  }
}
