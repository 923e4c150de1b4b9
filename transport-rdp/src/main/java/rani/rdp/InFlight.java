// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.rdp.segment.Sequence;

/**
 * Segments sent and not yet acknowledged, from SND.UNA to SND.NXT: a ring buffer that is also the
 * scoreboard of RFC 6675 §3.
 */
final class InFlight {
  private static final int CAPACITY_MIN = 16;

  private Entry[] ring = new Entry[CAPACITY_MIN];
  private int una;
  private int next;
  private int eacked;
  private int lost;
  private int messages;

  static final class Entry {
    /** Data of the segment; null for a NUL. */
    @Nullable ByteBuf message;

    int sequence;

    /** Bytes of data. */
    int bytes;

    /** Time of the last transmission. */
    long sentNanos;

    boolean eacked;

    /** True if the segment is marked lost and was not retransmitted since. */
    boolean lost;

    /** True if the segment was retransmitted in the current recovery. */
    boolean resent;

    private int transmissions;

    /** Returns true if the segment was retransmitted, so that it gives no sample (Karn's rule). */
    boolean isRetransmitted() {
      return transmissions > 1;
    }
  }

  /** Starts at a sequence number, with nothing in flight. */
  void begin(int sequence) {
    una = sequence;
    next = sequence;
  }

  /** Returns SND.UNA, the oldest unacknowledged sequence number. */
  int una() {
    return una;
  }

  /** Returns SND.NXT, the next sequence number to be used. */
  int next() {
    return next;
  }

  /** Returns the number of segments from SND.UNA to SND.NXT. */
  int size() {
    return next - una;
  }

  /** Returns the number of segments acknowledged by EACK. */
  int eacked() {
    return eacked;
  }

  /** Returns the number of segments marked lost and not retransmitted since. */
  int lost() {
    return lost;
  }

  /** Returns the estimate of segments neither received nor lost (RFC 6675 §4, pipe). */
  int pipe() {
    return size() - eacked - lost;
  }

  boolean isEmpty() {
    return next == una;
  }

  int messages() {
    return messages;
  }

  /** Returns the entry of a sequence number from SND.UNA to SND.NXT − 1. */
  Entry at(int sequence) {
    return ring[sequence & (ring.length - 1)];
  }

  boolean contains(int sequence) {
    return Sequence.isIn(sequence, una, next);
  }

  /** Adds a segment that is sent for the first time. Takes over the message's reference. */
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

  /** Records that a segment is retransmitted. */
  void resent(long nowNanos, Entry entry) {
    if (entry.lost) {
      entry.lost = false;
      lost--;
    }
    entry.resent = true;
    entry.sentNanos = nowNanos;
    entry.transmissions++;
  }

  /** Removes the oldest segment, which was acknowledged, and releases its message. */
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

  /** Marks a segment as received out of sequence; returns false if it was marked already. */
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

  /** Marks a segment lost; returns false if it was received or marked lost before. */
  boolean lose(Entry entry) {
    if (entry.eacked || entry.lost) {
      return false;
    }
    entry.lost = true;
    lost++;
    return true;
  }

  /** Marks all segments lost that are not known to be received. */
  void loseAll() {
    for (int sequence = una; sequence != next; sequence++) {
      lose(at(sequence));
    }
  }

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
   * Marks segments lost that have at least {@code threshold} received segments beyond them and were
   * not retransmitted in this recovery (RFC 6675 §4, IsLost).
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

  /** Returns true if SND.UNA has at least {@code threshold} received segments beyond it. */
  boolean isFirstOvertaken(int threshold) {
    return eacked >= threshold && !at(una).eacked;
  }

  @Nullable Entry firstLost() {
    for (int sequence = una; lost > 0 && sequence != next; sequence++) {
      if (at(sequence).lost) {
        return at(sequence);
      }
    }
    return null;
  }

  /** Returns the first hole before a received segment that was not retransmitted; else null. */
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

  void clear() {
    while (!isEmpty()) {
      acknowledgeFirst();
    }
  }
}
