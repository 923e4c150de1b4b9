// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.wasm.CodeHash;

/**
 * Codes that cannot be run here for a while, so that not each of their capsules makes the node try
 * again. What a neighbour cannot give counts for its link alone: it must not keep others from
 * giving it.
 */
final class Refusals {
  private static final int EVERY_LINK = -1;
  private static final int WHY_LENGTH_MAX = 300;

  private final long forNanos;
  private final SequencedMap<Key, Refused> all = new LinkedHashMap<>();

  private record Key(PendingCode.Wanted wanted, int link) {}

  /**
   * Why a code does not run, until when.
   *
   * @param wanted the code, and what for
   * @param from address of the neighbour that had been asked; empty if none had
   * @param why what more there is to say; may be empty
   */
  record Refused(
      PendingCode.Wanted wanted, FetchFailure failure, String from, String why, long untilNanos) {
    String text() {
      return why.isEmpty() ? failure.text() : failure.text() + ": " + why;
    }
  }

  /** Makes an empty table of refusals that last for {@code forNanos}. */
  Refusals(long forNanos) {
    this.forNanos = forNanos;
  }

  void add(
      long nowNanos,
      PendingCode.Wanted wanted,
      int link,
      FetchFailure failure,
      String from,
      String why) {
    Key key = new Key(wanted, failure.isOfNeighbour() ? link : EVERY_LINK);
    String plain = why.replaceAll("[^ -~]", "?"); // it may be hostile code's own words
    String brief = plain.substring(0, Math.min(plain.length(), WHY_LENGTH_MAX));
    all.putLast(key, new Refused(wanted, failure, from, brief, nowNanos + forNanos));
    if (all.size() > CapsuleLimits.REFUSALS_MAX) {
      all.pollFirstEntry();
    }
  }

  /** Returns why a code does not run for capsules of a link; null if that is to be found out. */
  @Nullable FetchFailure of(long nowNanos, PendingCode.Wanted wanted, int link) {
    FetchFailure everywhere = of(nowNanos, new Key(wanted, EVERY_LINK));
    return everywhere == null ? of(nowNanos, new Key(wanted, link)) : everywhere;
  }

  private @Nullable FetchFailure of(long nowNanos, Key key) {
    Refused refused = all.get(key);
    if (refused != null && nowNanos >= refused.untilNanos) {
      all.remove(key);
      return null;
    }
    return refused == null ? null : refused.failure;
  }

  /** Returns the latest refusal of each code that lasts, the latest codes first. */
  SequencedMap<CodeHash, Refused> lasting(long nowNanos) {
    SequencedMap<CodeHash, Refused> lasting = new LinkedHashMap<>();
    all.reversed()
        .forEach(
            (key, refused) -> {
              if (nowNanos < refused.untilNanos) {
                lasting.putIfAbsent(key.wanted.hash(), refused);
              }
            });
    return lasting;
  }
}
