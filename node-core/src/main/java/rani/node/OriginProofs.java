// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.wire.ServiceMessage.LinkState;
import rani.wire.ServiceMessageCodec;

/**
 * Signs what this node says of itself, and finds out whether what comes was said by its origin. In
 * a network without keys it does neither, and takes what is not signed.
 */
final class OriginProofs {
  /** How often a second a node verifies what comes by one link. */
  static final int VERIFIED_PER_SECOND_MAX = 500;

  /** How many of them may follow each other at once. */
  static final int VERIFIED_AT_ONCE_MAX = 256;

  private static final long NANOS_EACH = 1_000_000_000L / VERIFIED_PER_SECOND_MAX;

  private @Nullable OriginKeys keys;

  OriginProofs(@Nullable OriginKeys keys) {
    this.keys = keys;
  }

  /** Signs with these from now on. */
  void signWith(OriginKeys other) {
    keys = other;
  }

  /** What is to be thought of a link state. */
  enum Verdict {
    /** Its origin said it, or in a network without keys anyone may have. */
    PROVEN,
    /** It has no signature, or not its origin's, or one that no one here can tell. */
    FORGED,
    /** There is no telling now: too much came by its link. */
    LATER
  }

  /** What verifying costs, of one link. */
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

  /** The signature of what this node says of itself; null without keys. */
  byte @Nullable [] sign(LinkState state) {
    return keys == null ? null : keys.sign(ServiceMessageCodec.signed(state));
  }

  Verdict judge(long nowNanos, Budget budget, LinkState state, byte @Nullable [] signature) {
    if (keys == null || signature == null) {
      return keys == null && signature == null ? Verdict.PROVEN : Verdict.FORGED;
    }
    if (!budget.allows(nowNanos)) {
      return Verdict.LATER;
    }
    byte[] signed = ServiceMessageCodec.signed(state);
    return keys.verifies(state.origin(), signed, signature) ? Verdict.PROVEN : Verdict.FORGED;
  }

  /**
   * From now on these keys are known, too.
   *
   * @return the origins that had another one before: what they said is no one's now
   */
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

  /** The public keys of origins, by virtual address. */
  SequencedMap<Integer, byte[]> known() {
    return keys == null ? new TreeMap<>() : keys.known();
  }
}
