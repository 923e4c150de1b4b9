// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts wrong tokens at an agent, by client address. After a few, which may be typing errors, the
 * address is blocked: for a second, and twice as long after each further one. Its connections are
 * closed on accept, so that they take no place.
 *
 * <p>IPv6 addresses count by their first 64 bits, since a host owns the rest (RFC 4291 §2.5.1).
 */
final class TokenAttempts {
  /** Wrong tokens before an address is blocked. */
  static final int SLIPS_MAX = 4;

  /** The first and the longest time for which an address is blocked. */
  static final long AWAY_NANOS_MIN = 1_000_000_000L;

  private static final int AWAY_DOUBLINGS_MAX = 6;

  static final long AWAY_NANOS_MAX = AWAY_NANOS_MIN << AWAY_DOUBLINGS_MAX;

  /** An address is forgotten this long after its last wrong token. */
  static final long FORGOTTEN_NANOS = 10 * AWAY_NANOS_MAX;

  /** The most addresses; one more evicts the one whose last wrong token is oldest. */
  static final int ADDRESSES_MAX = 1024;

  private static final int PREFIX_BYTES = 8;

  private final SequencedMap<ByteBuffer, Guesser> guessers = new LinkedHashMap<>();

  /** The wrong tokens of an address, and when its block ends. */
  private record Guesser(int wrong, long lastNanos, long awayUntilNanos) {}

  /** Whether an address is not blocked. */
  synchronized boolean mayTry(long nowNanos, InetAddress address) {
    Guesser guesser = known(nowNanos, prefix(address));
    return guesser == null || nowNanos - guesser.awayUntilNanos >= 0;
  }

  /** Counts a wrong token. */
  synchronized void wrong(long nowNanos, InetAddress address) {
    ByteBuffer prefix = prefix(address);
    Guesser before = known(nowNanos, prefix);
    int wrong = before == null ? 1 : Math.min(before.wrong + 1, Integer.MAX_VALUE - 1);
    guessers.remove(prefix);
    if (guessers.size() == ADDRESSES_MAX) {
      guessers.pollFirstEntry();
    }
    guessers.put(prefix, new Guesser(wrong, nowNanos, nowNanos + awayNanos(wrong)));
  }

  /** Forgets an address after a right token. */
  synchronized void right(InetAddress address) {
    guessers.remove(prefix(address));
  }

  private @Nullable Guesser known(long nowNanos, ByteBuffer prefix) {
    Guesser guesser = guessers.get(prefix);
    return guesser == null || nowNanos - guesser.lastNanos >= FORGOTTEN_NANOS ? null : guesser;
  }

  private static long awayNanos(int wrong) {
    int doublings = Math.min(wrong - SLIPS_MAX - 1, AWAY_DOUBLINGS_MAX);
    return doublings < 0 ? 0 : AWAY_NANOS_MIN << doublings;
  }

  private static ByteBuffer prefix(InetAddress address) {
    byte[] bytes = address.getAddress();
    return ByteBuffer.wrap(bytes, 0, Math.min(PREFIX_BYTES, bytes.length));
  }
}
