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
 * Filters and counts the frames of one capture at one node. The node's thread offers frames; other
 * threads read the counts.
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
    /** Copies a frame to pcapng interface {@code number}; returns false if there is no room. */
    boolean take(int number, Direction direction, long nowNanos, ByteBuf frame);
  }

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

  /** Offers a frame that enters or leaves the node by a link. */
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

  /** Returns the number of pcapng interfaces: one per link end and direction. */
  int interfaces() {
    return 2 * plan.ends().size();
  }

  private Counts counts(int number) {
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

  /** Writes the statistics of every interface so far. */
  void tally(PcapngWriter writer, long startNanos, long endNanos) throws IOException {
    for (int number = 0; number < interfaces(); number++) {
      writer.statistics(number, startNanos, endNanos, counts(number));
    }
  }
}
