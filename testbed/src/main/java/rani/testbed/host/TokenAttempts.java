// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts wrong tokens at an agent, by client address. The first few are taken for typing errors;
 * then the address is blocked for a second, and twice as long after each further one. Connections
 * of a blocked address are closed on accept. IPv6 addresses count by their first 64 bits, because a
 * host owns the rest (RFC 4291 §2.5.1).
 */
final class TokenAttempts {
  /** Number of wrong tokens after which an address is blocked by the next one. */
  static final int SLIPS_MAX = 4;

  /** Shortest time for which an address is blocked. */
  static final long AWAY_NANOS_MIN = 1_000_000_000L;

  private static final int AWAY_DOUBLINGS_MAX = 6;

  static final long AWAY_NANOS_MAX = AWAY_NANOS_MIN << AWAY_DOUBLINGS_MAX;

  /** Time after the last wrong token after which the address is forgotten. */
  static final long FORGOTTEN_NANOS = 10 * AWAY_NANOS_MAX;

  /** Limit of the addresses; a new one evicts the address with the oldest last wrong token. */
  static final int ADDRESSES_MAX = 1024;

  private static final int PREFIX_BYTES = 8;

  private final SequencedMap<ByteBuffer, Guesser> guessers = new LinkedHashMap<>();

  /** Number and time of the wrong tokens of an address, and the end of its block. */
  private record Guesser(int wrong, long lastNanos, long awayUntilNanos) {}

  synchronized boolean mayTry(long nowNanos, InetAddress address) {
    Guesser guesser = known(nowNanos, prefix(address));
    return guesser == null || nowNanos - guesser.awayUntilNanos >= 0;
  }

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
