// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Copies a capture, as {@link PcapngWriter} wrote it, block by block, so that the copy is a whole
 * file wherever the original breaks off. A running capture repeats its statistics; only the last
 * are kept, at the end. One thread copies; others may ask for its progress.
 */
public final class PcapngCopy {
  /** Longer than any block that {@link PcapngWriter} writes. */
  static final int BLOCK_BYTES_MAX = 1 << 20;

  private static final int BLOCK_HEADER = 8;
  private static final int CAPTURED_LENGTH = 12;
  private static final int OPTIONS = 12;

  private final AtomicLong packets = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final Map<Integer, byte[]> statistics = new TreeMap<>();
  private volatile boolean outFailed;

  /**
   * Copies until the end of {@code in}, which may be in the middle of a block.
   *
   * @param out flushed when the next read would block; not closed
   * @throws IOException if {@code in} is no such capture, or {@code out} fails; {@link #outFailed}
   *     tells which
   */
  public void copy(InputStream in, OutputStream out) throws IOException {
    try {
      for (byte[] block = next(in); block != null; block = next(in)) {
        take(block, out);
        if (in.available() == 0) {
          flush(out);
        }
      }
    } catch (EOFException e) {
      return; // an incomplete block is left out
    } finally {
      if (!outFailed) {
        for (byte[] block : statistics.values()) {
          write(out, block);
        }
        flush(out);
      }
    }
  }

  private byte @Nullable [] next(InputStream in) throws IOException {
    byte[] header = in.readNBytes(BLOCK_HEADER);
    if (header.length < BLOCK_HEADER) {
      return null;
    }
    int length = ByteBuffer.wrap(header).getInt(4);
    if (length < BLOCK_HEADER + 4 || length > BLOCK_BYTES_MAX || length % 4 != 0) {
      throw new IOException("that is no capture of rani: a block of " + length + " bytes");
    }
    byte[] block = new byte[length];
    System.arraycopy(header, 0, block, 0, BLOCK_HEADER);
    if (in.readNBytes(block, BLOCK_HEADER, length - BLOCK_HEADER) < length - BLOCK_HEADER) {
      throw new EOFException();
    }
    return block;
  }

  private void take(byte[] block, OutputStream out) throws IOException {
    ByteBuffer fields = ByteBuffer.wrap(block);
    switch (fields.getInt(0)) {
      case PcapngWriter.INTERFACE_STATISTICS -> {
        statistics.put(fields.getInt(BLOCK_HEADER), block);
        return;
      }
      case PcapngWriter.ENHANCED_PACKET -> {
        packets.incrementAndGet();
        bytes.addAndGet(fields.getInt(BLOCK_HEADER + CAPTURED_LENGTH));
      }
      default -> {}
    }
    write(out, block);
  }

  private void write(OutputStream out, byte[] block) throws IOException {
    try {
      out.write(block);
    } catch (IOException e) {
      outFailed = true;
      throw e;
    }
  }

  private void flush(OutputStream out) throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      outFailed = true;
      throw e;
    }
  }

  /** Whether it was the copy that could not be written. */
  public boolean outFailed() {
    return outFailed;
  }

  /** Packets that were copied. */
  public long packets() {
    return packets.get();
  }

  /** Captured bytes of those packets. */
  public long bytes() {
    return bytes.get();
  }

  /**
   * Frames that passed, whether captured or not, by the capture's last statistics. Valid at the
   * end.
   */
  public long seen() {
    return sum(PcapngWriter.ISB_RECEIVED);
  }

  /**
   * Frames that the filter accepted but the capture lost, by its last statistics. Valid at the end.
   */
  public long lost() {
    return sum(PcapngWriter.ISB_DROPPED);
  }

  private long sum(int option) {
    return statistics.values().stream().mapToLong(block -> option(block, option)).sum();
  }

  private static long option(byte[] block, int wanted) {
    ByteBuffer fields = ByteBuffer.wrap(block);
    int at = BLOCK_HEADER + OPTIONS;
    while (at + 4 <= block.length - 4) {
      int code = fields.getShort(at);
      int length = fields.getShort(at + 2);
      if (code == wanted && length == 8 && at + 12 <= block.length) {
        return fields.getLong(at + 4);
      }
      at += 4 + length + (-length & 3);
    }
    return 0;
  }
}
