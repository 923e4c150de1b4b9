// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.Arrays;
import rani.wire.KeyedTrailer;

/**
 * The two secrets of one end of a keyed link, one per direction, under one number.
 *
 * @param scope frames that must be sealed
 * @param id the key's number on the wire, 0…255; a successor has another number
 * @param outgoing secret for frames sent, at least {@link #SECRET_BYTES_MIN} bytes
 * @param incoming secret for frames received; it differs, so that a frame cannot be reflected
 * @param firstCounter counter of the first frame sent, 0…{@link KeyedTrailer#COUNTER_MAX}. A node
 *     that restarts with used secrets must start above all earlier counters, because the neighbour
 *     drops lower ones as {@link rani.world.DropReason#REPLAYED}
 */
public record LinkKeys(Scope scope, int id, byte[] outgoing, byte[] incoming, long firstCounter) {
  public static final int SECRET_BYTES_MIN = 16;
  public static final int ID_MAX = 255;

  public enum Scope {
    /** Frames that can change a node: active packets, control packets, and services' messages. */
    CONTROL,
    ALL
  }

  public LinkKeys {
    if (firstCounter < 0 || firstCounter > KeyedTrailer.COUNTER_MAX) {
      throw new IllegalArgumentException("no trailer holds the counter " + firstCounter);
    }
    if (id < 0 || id > ID_MAX) {
      throw new IllegalArgumentException("a key's number is 0…" + ID_MAX + ", not " + id);
    }
    if (outgoing.length < SECRET_BYTES_MIN || incoming.length < SECRET_BYTES_MIN) {
      throw new IllegalArgumentException("a link key has at least 16 bytes");
    }
    outgoing = outgoing.clone();
    incoming = incoming.clone();
  }

  @Override
  public byte[] outgoing() {
    return outgoing.clone();
  }

  @Override
  public byte[] incoming() {
    return incoming.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LinkKeys that
        && scope == that.scope
        && id == that.id
        && firstCounter == that.firstCounter
        && Arrays.equals(outgoing, that.outgoing)
        && Arrays.equals(incoming, that.incoming);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(outgoing);
  }

  /** Formats the keys without the secrets, which must not be logged. */
  @Override
  public String toString() {
    return "key " + id + " for " + (scope == Scope.ALL ? "every frame" : "control");
  }
}
