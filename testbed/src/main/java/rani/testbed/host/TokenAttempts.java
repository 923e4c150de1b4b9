// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Who has lately brought a wrong token to an agent's door, by address. After a few, which may be
 * slips, the address has to stay away: a second, and twice as long after each further one. It is
 * turned away as it comes, so that to wait takes no place at the door.
 *
 * <p>Of IPv6 the first 64 bits are an address: a host has all that follow (RFC 4291 §2.5.1).
 */
final class TokenAttempts {
  /** Wrong tokens that cost nothing. */
  static final int SLIPS_MAX = 4;

  /** How long an address has to stay away at first, and at most. */
  static final long AWAY_NANOS_MIN = 1_000_000_000L;

  private static final int AWAY_DOUBLINGS_MAX = 6;

  static final long AWAY_NANOS_MAX = AWAY_NANOS_MIN << AWAY_DOUBLINGS_MAX;

  /** What an address brought is forgotten so long after its last wrong token. */
  static final long FORGOTTEN_NANOS = 10 * AWAY_NANOS_MAX;

  /** Addresses that are known; one more makes the one forgotten that was wrong longest ago. */
  static final int ADDRESSES_MAX = 1024;

  private static final int PREFIX_BYTES = 8;

  private final SequencedMap<ByteBuffer, Guesser> guessers = new LinkedHashMap<>();

  /** How often an address was wrong, and when it may come again. */
  private record Guesser(int wrong, long lastNanos, long awayUntilNanos) {}

  /** Whether an address may show a token now. */
  synchronized boolean mayTry(long nowNanos, InetAddress address) {
    Guesser guesser = known(nowNanos, prefix(address));
    return guesser == null || nowNanos - guesser.awayUntilNanos >= 0;
  }

  /** An address has brought a wrong token. */
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

  /** An address has brought the right one. */
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
