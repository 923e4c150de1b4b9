// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import rani.model.capture.CapturePlan;
import rani.model.capture.CapturedEnd;
import rani.model.capture.Direction;
import rani.model.capture.LinkType;
import rani.nodehost.capture.PcapngWriter.Counts;
import rani.world.LinkId;

/**
 * Filters and counts the frames of one capture at one node. The node's thread offers frames; other
 * threads read the counts.
 */
final class Capture {
  private static final int NOT_CAPTURED = -1;
  private static final int SEEN = 0;
  private static final int ACCEPTED = 1;
  private static final int LOST = 2;
  private static final int LEFT_OUT = 3;
  private static final int COUNTS = 4;

  private final CapturePlan plan;
  private final Sink sink;
  private final boolean isInner;
  private final int[] placeOfLink;
  private final AtomicLongArray counts;
  private long acceptedTotal;
  private volatile boolean full;

  /** Receives captured frames, on the node's own thread. */
  @FunctionalInterface
  interface Sink {
    /**
     * Copies {@code length} bytes of a frame from index {@code from} on to pcapng interface {@code
     * number}; returns false if there is no room.
     */
    boolean take(
        int number, Direction direction, long nowNanos, ByteBuf frame, int from, int length);
  }

  Capture(CapturePlan plan, Sink sink) {
    this.plan = plan;
    this.sink = sink;
    isInner = plan.linkType().isInner();
    List<CapturedEnd> ends = plan.ends();
    placeOfLink = new int[ends.stream().mapToInt(CapturedEnd::link).max().orElse(0) + 1];
    Arrays.fill(placeOfLink, NOT_CAPTURED);
    for (int place = 0; place < ends.size(); place++) {
      placeOfLink[ends.get(place).link()] = place;
    }
    counts = new AtomicLongArray(2 * ends.size() * COUNTS);
  }

  /** Offers a frame that enters or leaves the node by a link. */
  void frame(Direction direction, long nowNanos, LinkId link, ByteBuf frame) {
    int place = link.number() < placeOfLink.length ? placeOfLink[link.number()] : NOT_CAPTURED;
    if (place == NOT_CAPTURED || full) {
      return;
    }
    int number = isInner ? 0 : 2 * place + (direction == Direction.OUT ? 0 : 1);
    count(number, SEEN);
    if (!plan.filter().takes(direction, frame)) {
      return;
    }
    count(number, ACCEPTED);
    LinkType type = plan.linkType();
    if (!type.takes(frame)) {
      count(number, LEFT_OUT);
      return;
    }
    if (!sink.take(number, direction, nowNanos, frame, type.from(frame), type.length(frame))) {
      lost(number);
    }
    acceptedTotal++;
    if (acceptedTotal == plan.limits().packetsMax()) {
      full = true;
    }
  }

  /** Counts an accepted frame for which there was no room. */
  void lost(int number) {
    count(number, LOST);
  }

  private void count(int number, int what) {
    counts.incrementAndGet(number * COUNTS + what);
  }

  /** Reports whether the requested number of frames was captured. */
  boolean isFull() {
    return full;
  }

  private Counts counts(int number) {
    int at = number * COUNTS;
    return new Counts(
        counts.get(at + SEEN),
        counts.get(at + ACCEPTED),
        counts.get(at + LOST),
        counts.get(at + LEFT_OUT));
  }

  /**
   * Writes the section header and the interface descriptions: one per link end and direction, or a
   * single one for inner packets, because libpcap (1.10.3) reads no file in which two interfaces
   * have link type 101.
   */
  void begin(PcapngWriter writer, String comment) throws IOException {
    writer.section(comment, plan.linkType());
    int snapBytes = plan.limits().snapBytes();
    String filter = plan.filter().text();
    if (isInner) {
      String name = plan.ends().size() == 1 ? plan.ends().getFirst().name() : plan.node();
      writer.describe(name, "IPv4 packets that pass " + name, snapBytes, 0, filter);
      return;
    }
    for (CapturedEnd end : plan.ends()) {
      String at = " at " + end.node() + ", link-" + end.link();
      writer.describe(end.out(), "what leaves" + at, snapBytes, end.outBitsPerSecond(), filter);
      writer.describe(end.in(), "what comes in" + at, snapBytes, end.inBitsPerSecond(), filter);
    }
  }

  /** Writes the statistics of every interface so far. */
  void tally(PcapngWriter writer, long startNanos, long endNanos) throws IOException {
    for (int number = 0; number < writer.interfaces(); number++) {
      writer.statistics(number, startNanos, endNanos, counts(number));
    }
  }
}
