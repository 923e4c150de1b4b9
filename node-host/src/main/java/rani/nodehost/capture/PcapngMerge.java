// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Merges running streams of {@link PcapngWriter} into one section. Interfaces have new numbers, in
 * the order in which they come. Packets are held back for {@link #HELD_NANOS}, and written in the
 * order of their times as far as that time suffices.
 */
public final class PcapngMerge {
  static final long HELD_NANOS = 200_000_000;

  /** The most bytes that are held back; beyond it the earliest packets are written at once. */
  static final int HELD_BYTES_MAX = 8 << 20;

  /** Capacity of the queue between the readers of the streams and the writer. */
  static final int BLOCKS_MAX = 256;

  private static final long LOOK_MILLIS = 50;
  private static final int NUMBER_AT = 8;
  private static final int TIME_AT = 12;

  private final OutputStream out;
  private final long packetsMax;
  private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(BLOCKS_MAX);
  private final List<List<Integer>> numbers = new ArrayList<>();
  private final PriorityQueue<Held> held =
      new PriorityQueue<>(Comparator.comparingLong(Held::timeNanos).thenComparingLong(Held::order));
  private boolean hasSection;
  private int interfaces;
  private long packets;
  private long order;
  private long heldBytes;

  /** A block of a stream; null at its end. */
  private record Piece(int stream, byte @Nullable [] block) {}

  private record Held(long timeNanos, long order, long cameNanos, byte[] block) {}

  private PcapngMerge(OutputStream out, long packetsMax) {
    this.out = out;
    this.packetsMax = packetsMax;
  }

  /**
   * Merges until all streams have ended, even within a block, or enough packets are written. Throws
   * if {@code out} cannot be written. The streams stay open.
   */
  public static void merge(List<? extends InputStream> streams, long packetsMax, OutputStream out)
      throws IOException {
    PcapngMerge merge = new PcapngMerge(out, packetsMax);
    List<Thread> readers = new ArrayList<>();
    for (InputStream in : streams) {
      int stream = readers.size();
      merge.numbers.add(new ArrayList<>());
      readers.add(Thread.ofVirtual().start(() -> merge.read(stream, in)));
    }
    try {
      merge.write(streams.size());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      readers.forEach(Thread::interrupt);
    }
  }

  private void read(int stream, InputStream in) {
    try {
      try {
        for (byte[] block = PcapngCopy.next(in); block != null; block = PcapngCopy.next(in)) {
          pieces.put(new Piece(stream, block));
        }
      } catch (IOException e) {
        pieces.put(new Piece(stream, null)); // the node has ended
        return;
      }
      pieces.put(new Piece(stream, null));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(int streams) throws IOException, InterruptedException {
    int running = streams;
    while ((running > 0 || !held.isEmpty()) && packets < packetsMax) {
      Piece piece = running > 0 ? pieces.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS) : null;
      if (piece != null && piece.block() == null) {
        running--;
      } else if (piece != null && piece.block() != null) {
        take(piece.stream(), piece.block());
      }
      release(running == 0);
      if (pieces.isEmpty()) {
        out.flush();
      }
    }
    out.flush();
  }

  private void take(int stream, byte[] block) throws IOException {
    ByteBuffer fields = ByteBuffer.wrap(block).order(PcapngWriter.ORDER);
    List<Integer> ofStream = numbers.get(stream);
    switch (fields.getInt(0)) {
      case PcapngWriter.SECTION_HEADER -> {
        if (!hasSection) {
          hasSection = true;
          out.write(block);
        }
      }
      case PcapngWriter.INTERFACE_DESCRIPTION -> {
        ofStream.add(interfaces++);
        out.write(block);
      }
      case PcapngWriter.INTERFACE_STATISTICS -> {
        if (renumber(fields, ofStream)) {
          out.write(block);
        }
      }
      case PcapngWriter.ENHANCED_PACKET -> {
        if (renumber(fields, ofStream)) {
          long timeNanos =
              ((long) fields.getInt(TIME_AT) << Integer.SIZE)
                  | Integer.toUnsignedLong(fields.getInt(TIME_AT + Integer.BYTES));
          held.add(new Held(timeNanos, order++, System.nanoTime(), block));
          heldBytes += block.length;
        }
      }
      default -> {} // PcapngWriter writes no other
    }
  }

  private static boolean renumber(ByteBuffer fields, List<Integer> ofStream) {
    int number = fields.getInt(NUMBER_AT);
    boolean known = number >= 0 && number < ofStream.size();
    if (known) {
      fields.putInt(NUMBER_AT, ofStream.get(number));
    }
    return known;
  }

  private void release(boolean all) throws IOException {
    long nowNanos = System.nanoTime();
    for (Held first = held.peek();
        first != null
            && packets < packetsMax
            && (all || heldBytes > HELD_BYTES_MAX || nowNanos - first.cameNanos() >= HELD_NANOS);
        first = held.peek()) {
      held.remove();
      heldBytes -= first.block().length;
      out.write(first.block());
      packets++;
    }
  }
}
