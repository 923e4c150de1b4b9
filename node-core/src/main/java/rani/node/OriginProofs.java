// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.wire.NodeMessage.LinkState;

/**
 * Signs this node's link states, and verifies arriving ones. In a network without keys it does
 * neither, and accepts unsigned ones.
 */
final class OriginProofs {
  static final int VERIFIED_PER_SECOND_MAX = 500;
  static final int VERIFIED_AT_ONCE_MAX = 256;
  private static final long NANOS_EACH = 1_000_000_000L / VERIFIED_PER_SECOND_MAX;

  private @Nullable OriginKeys keys;

  OriginProofs(@Nullable OriginKeys keys) {
    this.keys = keys;
  }

  void signWith(OriginKeys other) {
    keys = other;
  }

  enum Verdict {
    /** Signed by its origin, or unsigned in a network without keys. */
    PROVEN,
    /** Not signed, wrongly signed, or signed with an unknown key. */
    FORGED,
    /** Not verified, because the link's budget is used up. */
    LATER
  }

  static final class Budget {
    private long paidUntilNanos = Long.MIN_VALUE;

    private boolean allows(long nowNanos) {
      long from = Math.max(paidUntilNanos, nowNanos - (VERIFIED_AT_ONCE_MAX - 1) * NANOS_EACH);
      if (from > nowNanos) {
        return false;
      }
      paidUntilNanos = from + NANOS_EACH;
      return true;
    }
  }

  byte @Nullable [] sign(LinkState state) {
    return keys == null ? null : keys.sign(state.signed());
  }

  Verdict judge(long nowNanos, Budget budget, LinkState state, byte @Nullable [] signature) {
    if (keys == null || signature == null) {
      return keys == null && signature == null ? Verdict.PROVEN : Verdict.FORGED;
    }
    if (!budget.allows(nowNanos)) {
      return Verdict.LATER;
    }
    byte[] signed = state.signed();
    return keys.verifies(state.origin(), signed, signature) ? Verdict.PROVEN : Verdict.FORGED;
  }

  /** Adds public keys. Returns origins whose keys have changed, whose link states are then void. */
  List<Integer> know(SequencedMap<Integer, byte[]> added) {
    OriginKeys before = keys;
    if (before == null || added.isEmpty()) {
      return List.of();
    }
    OriginKeys after = before.with(added);
    keys = after;
    return added.sequencedKeySet().stream()
        .filter(origin -> before.hasOtherKey(after, origin))
        .toList();
  }

  SequencedMap<Integer, byte[]> known() {
    return keys == null ? new TreeMap<>() : keys.known();
  }
}
