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
 * Copies a stream of {@link PcapngWriter} block by block, so that the copy is a whole file wherever
 * the stream breaks off. Repeated statistics are copied once, at the end. One thread copies; any
 * thread may read the counts.
 */
public final class PcapngCopy {
  /** Limit of a block's length; {@link PcapngWriter} writes shorter blocks. */
  static final int BLOCK_BYTES_MAX = 1 << 20;

  private static final int BLOCK_HEADER = 8;
  private static final int CAPTURED_LENGTH = 12;
  private static final int OPTIONS = 12;

  private final AtomicLong packets = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final Map<Integer, byte[]> statistics = new TreeMap<>();
  private volatile boolean outFailed;

  /**
   * Copies until the end of {@code in}, even within a block. Flushes when the next read would
   * block. If it throws, {@link #outFailed} tells which side has failed.
   */
  public void copy(InputStream in, OutputStream out) throws IOException {
    try {
      for (byte[] block = next(in); block != null; block = next(in)) {
        take(block, out);
        if (in.available() == 0) {
          output(out::flush);
        }
      }
    } catch (EOFException e) {
      return; // an incomplete block is left out
    } finally {
      if (!outFailed) {
        for (byte[] block : statistics.values()) {
          output(() -> out.write(block));
        }
        output(out::flush);
      }
    }
  }

  /**
   * Reads a block; returns null at the end of the stream.
   *
   * @throws EOFException if the stream ends within a block
   */
  static byte @Nullable [] next(InputStream in) throws IOException {
    byte[] header = in.readNBytes(BLOCK_HEADER);
    if (header.length < BLOCK_HEADER) {
      return null;
    }
    int length = ByteBuffer.wrap(header).order(PcapngWriter.ORDER).getInt(4);
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
    ByteBuffer fields = ByteBuffer.wrap(block).order(PcapngWriter.ORDER);
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
    output(() -> out.write(block));
  }

  private interface Output {
    void run() throws IOException;
  }

  private void output(Output action) throws IOException {
    try {
      action.run();
    } catch (IOException e) {
      outFailed = true;
      throw e;
    }
  }

  /** Reports whether the copy could not be written, as opposed to a fault in the stream. */
  public boolean outFailed() {
    return outFailed;
  }

  /** Returns the number of packets copied so far. */
  public long packets() {
    return packets.get();
  }

  /** Returns the number of captured bytes copied so far. */
  public long bytes() {
    return bytes.get();
  }

  /** Returns the number of frames that the capture's filter saw; valid at the end. */
  public long seen() {
    return sum(PcapngWriter.ISB_RECEIVED);
  }

  /** Returns the number of accepted frames that the capture lost; valid at the end. */
  public long lost() {
    return sum(PcapngWriter.ISB_DROPPED);
  }

  /** Returns the number of accepted frames without a packet to keep; valid at the end. */
  public long leftOut() {
    return sum(PcapngWriter.ISB_ACCEPTED) - lost() - sum(PcapngWriter.ISB_DELIVERED);
  }

  private long sum(int option) {
    return statistics.values().stream().mapToLong(block -> option(block, option)).sum();
  }

  private static long option(byte[] block, int wanted) {
    ByteBuffer fields = ByteBuffer.wrap(block).order(PcapngWriter.ORDER);
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
