// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.rdp.segment.Sequence;

/**
 * The segments sent and not yet acknowledged, from SND.UNA to SND.NXT: a ring buffer that is also
 * the scoreboard of RFC 6675 §3.
 */
final class InFlight {
  private static final int CAPACITY_MIN = 16;

  private Entry[] ring = new Entry[CAPACITY_MIN];
  private int una;
  private int next;
  private int eacked;
  private int lost;
  private int messages;

  /** One segment on its way. */
  static final class Entry {
    private @Nullable ByteBuf message;
    private int sequence;
    private int bytes;
    private long sentNanos;
    private int transmissions;
    private boolean eacked;
    private boolean lost;
    private boolean resent;

    /** What it carries; null for a NUL. */
    @Nullable ByteBuf message() {
      return message;
    }

    int sequence() {
      return sequence;
    }

    /** Bytes of data. */
    int bytes() {
      return bytes;
    }

    /** When it was last sent. */
    long sentNanos() {
      return sentNanos;
    }

    /** Whether it was retransmitted, so that it gives no sample (Karn). */
    boolean isRetransmitted() {
      return transmissions > 1;
    }

    boolean isEacked() {
      return eacked;
    }

    /** Whether it is marked lost and was not retransmitted since. */
    boolean isLost() {
      return lost;
    }

    /** Whether it was retransmitted in the current recovery. */
    boolean isResent() {
      return resent;
    }
  }

  /** Starts at a sequence number, with nothing in flight. */
  void begin(int sequence) {
    una = sequence;
    next = sequence;
  }

  /** SND.UNA: the oldest one not acknowledged. */
  int una() {
    return una;
  }

  /** SND.NXT: the next one to be used. */
  int next() {
    return next;
  }

  /** Segments from SND.UNA to SND.NXT. */
  int size() {
    return next - una;
  }

  /** Those acknowledged by EACK. */
  int eacked() {
    return eacked;
  }

  /** Those marked lost and not retransmitted since. */
  int lost() {
    return lost;
  }

  /** Those estimated to be in flight, neither received nor lost (RFC 6675 §4, pipe). */
  int pipe() {
    return size() - eacked - lost;
  }

  boolean isEmpty() {
    return next == una;
  }

  /** Those of them that carry data. */
  int messages() {
    return messages;
  }

  /** Whether any of them carries data. */
  boolean hasMessages() {
    return messages > 0;
  }

  /** The entry of a sequence number from SND.UNA to SND.NXT − 1. */
  Entry at(int sequence) {
    return ring[sequence & (ring.length - 1)];
  }

  boolean contains(int sequence) {
    return Sequence.isIn(sequence, una, next);
  }

  /** Enters a segment that is sent for the first time. Takes over the message's reference. */
  Entry add(long nowNanos, @Nullable ByteBuf message) {
    if (size() == ring.length) {
      grow();
    }
    int slot = next & (ring.length - 1);
    Entry entry = ring[slot];
    if (entry == null) {
      entry = new Entry();
      ring[slot] = entry;
    }
    entry.message = message;
    messages += message == null ? 0 : 1;
    entry.bytes = message == null ? 0 : message.readableBytes();
    entry.sequence = next++;
    entry.sentNanos = nowNanos;
    entry.transmissions = 1;
    entry.eacked = false;
    entry.lost = false;
    entry.resent = false;
    return entry;
  }

  private void grow() {
    Entry[] larger = new Entry[2 * ring.length];
    for (int sequence = una; sequence != next; sequence++) {
      larger[sequence & (larger.length - 1)] = at(sequence);
    }
    ring = larger;
  }

  /** Enters that a segment is sent once more. */
  void resent(long nowNanos, Entry entry) {
    if (entry.lost) {
      entry.lost = false;
      lost--;
    }
    entry.resent = true;
    entry.sentNanos = nowNanos;
    entry.transmissions++;
  }

  /** Removes the oldest one, which was acknowledged; its message is released. */
  Entry acknowledgeFirst() {
    Entry entry = at(una);
    una++;
    eacked -= entry.eacked ? 1 : 0;
    lost -= entry.lost ? 1 : 0;
    if (entry.message != null) {
      entry.message.release();
      entry.message = null;
      messages--;
    }
    return entry;
  }

  /** Marks one as received out of sequence; false if it was marked. */
  boolean eack(Entry entry) {
    if (entry.eacked) {
      return false;
    }
    if (entry.lost) {
      entry.lost = false;
      lost--;
    }
    entry.eacked = true;
    eacked++;
    return true;
  }

  /** Marks one lost, unless it was received or is marked; true if it did. */
  boolean lose(Entry entry) {
    if (entry.eacked || entry.lost) {
      return false;
    }
    entry.lost = true;
    lost++;
    return true;
  }

  /** Marks all lost that are not known to be received. */
  void loseAll() {
    for (int sequence = una; sequence != next; sequence++) {
      lose(at(sequence));
    }
  }

  /** Clears all loss marks. */
  void loseNothing() {
    for (int sequence = una; lost > 0; sequence++) {
      Entry entry = at(sequence);
      if (entry.lost) {
        entry.lost = false;
        lost--;
      }
    }
  }

  /**
   * Marks lost what has at least {@code threshold} received segments beyond it and was not
   * retransmitted in this recovery (RFC 6675 §4, IsLost).
   */
  void loseOvertaken(int threshold) {
    int beyond = 0;
    for (int sequence = next - 1; sequence != una - 1; sequence--) {
      Entry entry = at(sequence);
      if (entry.eacked) {
        beyond++;
      } else if (beyond >= threshold && !entry.resent) {
        lose(entry);
      }
    }
  }

  /** Whether SND.UNA has at least {@code threshold} received segments beyond it. */
  boolean isFirstOvertaken(int threshold) {
    return eacked >= threshold && !at(una).eacked;
  }

  /** The first lost segment; null if there is none. */
  @Nullable Entry firstLost() {
    for (int sequence = una; lost > 0 && sequence != next; sequence++) {
      if (at(sequence).lost) {
        return at(sequence);
      }
    }
    return null;
  }

  /**
   * The first hole before the last received segment that was not retransmitted; null if there is
   * none.
   */
  @Nullable Entry firstHole() {
    int seen = 0;
    Entry hole = null;
    for (int sequence = una; seen < eacked; sequence++) {
      Entry entry = at(sequence);
      if (entry.eacked) {
        seen++;
      } else if (hole == null && !entry.resent && !entry.lost) {
        hole = entry;
      }
      if (hole != null && seen < eacked) {
        return hole;
      }
    }
    return null;
  }

  /** Starts a new recovery, in which nothing was retransmitted yet. */
  void beginRecovery() {
    for (int sequence = una; sequence != next; sequence++) {
      at(sequence).resent = false;
    }
  }

  /** Releases every message. */
  void clear() {
    while (!isEmpty()) {
      acknowledgeFirst();
    }
  }
}
