// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rani.wire.RaniHeader;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NodeTrace;

/**
 * The packet ledger of one node. It counts every frame when it appears (arrival, origin) and when
 * it leaves (departure, delivery, drop), and traces the event at the same time, so that counters
 * and trace always agree. At any time
 *
 * <pre>arrivals + origins = departures + deliveries + drops + frames inside</pre>
 */
public final class PacketAccounting {
  private final NodeTrace trace;
  private final long[] drops = new long[DropReason.values().length];
  private long arrivals;
  private long origins;
  private long departures;
  private long deliveries;
  private long dropsTotal;
  private long inside;
  private LinkTraffic[] traffic = {};

  public PacketAccounting(NodeTrace trace) {
    this.trace = trace;
  }

  public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    arrivals++;
    inside++;
    traffic(link).in(bytes(frame));
    trace.arrival(nowNanos, link, frame);
  }

  public void origin(long nowNanos, ByteBuf frame) {
    origins++;
    inside++;
    trace.origin(nowNanos, frame);
  }

  /** Counts a frame that the caller is about to send. */
  public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    departures++;
    inside--;
    traffic(link).out(bytes(frame));
    trace.departure(nowNanos, link, frame, lateNanos);
  }

  public void delivery(long nowNanos, String at, ByteBuf frame) {
    deliveries++;
    inside--;
    trace.delivery(nowNanos, at, frame);
    frame.release();
  }

  public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
    drops[reason.ordinal()]++;
    dropsTotal++;
    inside--;
    trace.drop(nowNanos, reason, link, frame);
    frame.release();
  }

  public LinkTraffic traffic(LinkId link) {
    int number = link.number();
    if (number >= traffic.length) {
      int known = traffic.length;
      traffic = Arrays.copyOf(traffic, number + 1);
      for (int i = known; i <= number; i++) {
        traffic[i] = new LinkTraffic();
      }
    }
    return traffic[number];
  }

  private static int bytes(ByteBuf frame) {
    return Math.max(0, frame.readableBytes() - RaniHeader.LENGTH);
  }

  public long arrivals() {
    return arrivals;
  }

  public long origins() {
    return origins;
  }

  public long departures() {
    return departures;
  }

  public long deliveries() {
    return deliveries;
  }

  public long drops() {
    return dropsTotal;
  }

  public long drops(DropReason reason) {
    return drops[reason.ordinal()];
  }

  /** Returns the frames inside the node by the ledger: queued, in service, or held. */
  public long inside() {
    return inside;
  }
}
