// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rani.model.capture.CapturePlan;

/**
 * A capture at a live node. It begins on creation; frames wait in a {@link CaptureRing} for the
 * thread that calls {@link #writeTo}, which is not the node's own.
 */
public final class LiveCapture implements AutoCloseable {
  /** Time without frames after which counts are written, which fails if the reader has gone. */
  private static final long QUIET_NANOS_MAX = 1_000_000_000;

  private static final long WRITE_INTERVAL_MILLIS = 10;

  private final CaptureTap tap;
  private final CapturePlan plan;
  private final CaptureRing ring;
  private final Capture capture;
  private final long wallBaseNanos;
  private final CountDownLatch ending = new CountDownLatch(1);

  private LiveCapture(CaptureTap tap, CapturePlan plan, long wallBaseNanos) {
    this.tap = tap;
    this.plan = plan;
    this.wallBaseNanos = wallBaseNanos;
    ring =
        new CaptureRing(plan.limits().snapBytes(), CaptureRing.RING_BYTES, CaptureRing.RING_FRAMES);
    capture = new Capture(plan, ring);
  }

  /** Begins a capture; throws if the node has {@link CaptureTap#CAPTURES_MAX} captures already. */
  public static LiveCapture begin(CaptureTap tap, CapturePlan plan, long wallBaseNanos) {
    LiveCapture live = new LiveCapture(tap, plan, wallBaseNanos);
    if (!tap.add(live.capture)) {
      throw new IllegalStateException(
          "node %s has %s captures already, and no more at a time"
              .formatted(plan.node(), CaptureTap.CAPTURES_MAX));
    }
    return live;
  }

  /**
   * Writes frames until the capture ends: by {@link #close}, after the requested number of frames,
   * after a time, or when a write fails.
   *
   * @param out flushed whenever no frame waits; not closed
   * @param nanosMax time limit; {@link Long#MAX_VALUE} for none
   */
  public void writeTo(OutputStream out, long nanosMax) throws IOException {
    PcapngWriter writer = new PcapngWriter(out);
    long startedNanos = System.nanoTime();
    long beganNanos = wallNanos();
    long wroteNanos = startedNanos;
    try (this) {
      capture.begin(writer, "Times are of one clock for all nodes of a run, in wall-clock time.");
      writer.flush();
      boolean ended = false;
      while (!ended) {
        long nowNanos = System.nanoTime();
        ended = capture.isFull() || ending.getCount() == 0 || nowNanos - startedNanos >= nanosMax;
        if (ended) {
          tap.remove(capture);
        }
        if (write(writer) > 0) {
          wroteNanos = nowNanos;
        } else if (nowNanos - wroteNanos > QUIET_NANOS_MAX && !ended) {
          capture.tally(writer, beganNanos, wallNanos());
          writer.flush();
          wroteNanos = nowNanos;
        }
        boolean _ = !ended && ending.await(WRITE_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
      }
      capture.tally(writer, beganNanos, wallNanos());
      writer.flush();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int write(PcapngWriter writer) throws IOException {
    int frames =
        ring.drain(
            (number, direction, nowNanos, originalBytes, data, length) -> {
              if (writer.bytes() + PcapngWriter.packetBytes(length) > plan.limits().bytesMax()) {
                capture.lost(number);
                return;
              }
              writer.packet(
                  number, nowNanos + wallBaseNanos, direction, originalBytes, data, length);
            });
    if (frames > 0) {
      writer.flush();
    }
    return frames;
  }

  private static long wallNanos() {
    return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
  }

  /** Ends the capture. Frames in the ring are still written. */
  @Override
  public void close() {
    tap.remove(capture);
    ending.countDown();
  }
}
