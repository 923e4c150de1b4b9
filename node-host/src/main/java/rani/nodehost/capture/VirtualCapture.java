// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import io.netty.buffer.ByteBuf;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import rani.model.capture.CapturePlan;
import rani.model.capture.Direction;

/**
 * A capture at a node in virtual time. The node's thread writes each frame, because virtual time
 * stands still meanwhile. Virtual time 0 is shown as the beginning of 1970.
 */
public final class VirtualCapture implements AutoCloseable, Capture.Sink {
  private final CaptureTap tap;
  private final CapturePlan plan;
  private final Path file;
  private final LongSupplier nowNanos;
  private final long beganNanos;
  private final OutputStream out;
  private final PcapngWriter writer;
  private final Capture capture;
  private final byte[] data;
  private @Nullable IOException failure;

  /** Begins a capture; {@code nowNanos} returns the virtual time. */
  public VirtualCapture(CaptureTap tap, CapturePlan plan, Path file, LongSupplier nowNanos)
      throws IOException {
    this.tap = tap;
    this.plan = plan;
    this.file = file;
    this.nowNanos = nowNanos;
    this.beganNanos = nowNanos.getAsLong();
    this.data = new byte[plan.limits().snapBytes()];
    this.capture = new Capture(plan, this);
    out = new BufferedOutputStream(Files.newOutputStream(file));
    writer = new PcapngWriter(out);
    boolean begun = false;
    try {
      capture.begin(writer, "Times are virtual; their 0 is shown as 1970-01-01.");
      begun = tap.add(capture);
    } finally {
      if (!begun) {
        out.close();
      }
    }
    if (!begun) {
      throw new IOException(
          "node " + plan.node() + " has " + CaptureTap.CAPTURES_MAX + " captures already");
    }
  }

  @Override
  public boolean take(
      int number, Direction direction, long atNanos, ByteBuf frame, int from, int original) {
    int length = Math.min(original, data.length);
    if (failure != null
        || writer.bytes() + PcapngWriter.packetBytes(length) > plan.limits().bytesMax()) {
      return false;
    }
    frame.getBytes(from, data, 0, length);
    try {
      writer.packet(number, atNanos, direction, original, data, length);
      return true;
    } catch (IOException e) {
      failure = e; // the run goes on; {@link #close} throws it
      return false;
    }
  }

  /** Ends the capture and finishes the file; throws if a write has failed. */
  @Override
  public void close() throws IOException {
    tap.remove(capture);
    try (out) {
      if (failure == null) {
        capture.tally(writer, beganNanos, nowNanos.getAsLong());
      }
    }
    if (failure != null) {
      throw new IOException("cannot write " + file + ": " + failure.getMessage(), failure);
    }
  }
}
