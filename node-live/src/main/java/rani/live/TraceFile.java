// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import rani.node.TraceLines;

/**
 * Writes a node's trace to a file. The node's thread puts lines into a bounded ring, which another
 * thread drains, so that a slow disk never slows the node. A line that finds the ring full is lost
 * and counted.
 *
 * <p>The last line of a file that reaches its limit is a note with the time of the first missing
 * line.
 */
public final class TraceFile implements TraceLines.Sink, AutoCloseable {
  /** Capacity of the ring, in bytes. */
  public static final int RING_BYTES = 4 << 20;

  private static final long WRITE_INTERVAL_NANOS = 20_000_000;
  private static final long CLOSE_MILLIS_MAX = 5000;

  /** Bytes reserved below the limit for the note. */
  private static final int NOTE_BYTES_MAX = 200;

  private final Path file;
  private final OutputStream out;
  private final long bytesMax;
  private final TraceRing ring;
  private final AtomicLong lost = new AtomicLong();
  private final Thread writer;
  private long bytes;
  private boolean atLimit;
  private volatile boolean closing;
  private volatile String failure = "";

  /** Creates or truncates the file, which has a limit in bytes. */
  public TraceFile(Path file, long bytesMax) throws IOException {
    this(file, Files.newOutputStream(file), bytesMax, RING_BYTES);
  }

  TraceFile(Path file, OutputStream out, long bytesMax, int ringBytes) {
    this.file = file;
    this.out = out;
    this.bytesMax = bytesMax;
    this.ring = new TraceRing(ringBytes);
    this.writer =
        Thread.ofPlatform()
            .name("rani-trace-" + file.getFileName())
            .daemon(true)
            .start(this::write);
  }

  public Path file() {
    return file;
  }

  @Override
  public void line(byte[] ascii) {
    if (atLimit) {
      return;
    }
    if (bytes + ascii.length > bytesMax - NOTE_BYTES_MAX) {
      atLimit = ring.give(TraceLines.limitNote(ascii, bytesMax)); // if full, tried again later
      failure = "its trace has reached its limit of " + bytesMax + " bytes, and ends there";
      return;
    }
    if (ring.give(ascii)) {
      bytes += ascii.length;
    } else {
      lost.incrementAndGet();
    }
  }

  /** Returns the number of lines that were not written, because the ring was full. */
  public long linesLost() {
    return lost.get();
  }

  /** Returns why writing ended early; empty if it did not. */
  public String failure() {
    return failure;
  }

  private void write() {
    try (out) {
      while (!closing) {
        ring.take(out);
        LockSupport.parkNanos(WRITE_INTERVAL_NANOS);
      }
      ring.take(out);
    } catch (IOException e) {
      failure = "cannot write " + file + ": " + e.getMessage();
    }
  }

  /** Writes the waiting lines, and closes the file. No line may be written afterwards. */
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(writer);
    try {
      if (!writer.join(Duration.ofMillis(CLOSE_MILLIS_MAX))) {
        failure = "writing " + file + " did not end within " + CLOSE_MILLIS_MAX + " ms";
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
