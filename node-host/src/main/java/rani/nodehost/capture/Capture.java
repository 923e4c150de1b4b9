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
import rani.nodehost.capture.PcapngWriter.Counts;
import rani.world.LinkId;

/**
 * One capture at one node: filters the frames that pass, and counts them. The node's thread offers
 * frames; other threads read the counts.
 */
final class Capture {
  private static final int NOT_CAPTURED = -1;
  private static final int SEEN = 0;
  private static final int ACCEPTED = 1;
  private static final int LOST = 2;
  private static final int COUNTS = 3;

  private final CapturePlan plan;
  private final Sink sink;
  private final int[] placeOfLink;
  private final AtomicLongArray counts;
  private long acceptedTotal;
  private volatile boolean full;

  /** Receives captured frames, on the node's own thread. */
  @FunctionalInterface
  interface Sink {
    /**
     * Copies a frame.
     *
     * @param number of the interface
     * @return false if there is no room for it
     */
    boolean take(int number, Direction direction, long nowNanos, ByteBuf frame);
  }

  /** A capture that has seen nothing. */
  Capture(CapturePlan plan, Sink sink) {
    this.plan = plan;
    this.sink = sink;
    List<CapturedEnd> ends = plan.ends();
    placeOfLink = new int[ends.stream().mapToInt(CapturedEnd::link).max().orElse(0) + 1];
    Arrays.fill(placeOfLink, NOT_CAPTURED);
    for (int place = 0; place < ends.size(); place++) {
      placeOfLink[ends.get(place).link()] = place;
    }
    counts = new AtomicLongArray(interfaces() * COUNTS);
  }

  /** Offers a frame that passes a link end. */
  void frame(Direction direction, long nowNanos, LinkId link, ByteBuf frame) {
    int place = link.number() < placeOfLink.length ? placeOfLink[link.number()] : NOT_CAPTURED;
    if (place == NOT_CAPTURED || full) {
      return;
    }
    int number = 2 * place + (direction == Direction.OUT ? 0 : 1);
    count(number, SEEN);
    if (!plan.filter().takes(direction, frame)) {
      return;
    }
    count(number, ACCEPTED);
    if (!sink.take(number, direction, nowNanos, frame)) {
      count(number, LOST);
    }
    acceptedTotal++;
    if (acceptedTotal == plan.limits().packetsMax()) {
      full = true;
    }
  }

  /** Counts a frame that was accepted but dropped, since the file had no room. */
  void lost(int number) {
    counts.incrementAndGet(number * COUNTS + LOST);
  }

  private void count(int number, int what) {
    counts.incrementAndGet(number * COUNTS + what);
  }

  /** Whether it has captured as many frames as requested. */
  boolean isFull() {
    return full;
  }

  /** The number of its interfaces: two for each link end. */
  int interfaces() {
    return 2 * plan.ends().size();
  }

  /** Counts of an interface. */
  Counts counts(int number) {
    int at = number * COUNTS;
    return new Counts(counts.get(at + SEEN), counts.get(at + ACCEPTED), counts.get(at + LOST));
  }

  /** Writes the section header and the interface descriptions. */
  void begin(PcapngWriter writer, String comment) throws IOException {
    writer.section(comment);
    int snapBytes = plan.limits().snapBytes();
    String filter = plan.filter().text();
    for (CapturedEnd end : plan.ends()) {
      String at = " at " + end.node() + ", link-" + end.link();
      writer.describe(end.out(), "what leaves" + at, snapBytes, end.outBitsPerSecond(), filter);
      writer.describe(end.in(), "what comes in" + at, snapBytes, end.inBitsPerSecond(), filter);
    }
  }

  /** Writes the current statistics of every interface. */
  void tally(PcapngWriter writer, long startNanos, long endNanos) throws IOException {
    for (int number = 0; number < interfaces(); number++) {
      writer.statistics(number, startNanos, endNanos, counts(number));
    }
  }
}
