// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class TokenAttemptsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final InetAddress GUESSER = InetAddress.ofLiteral("192.0.2.1");
  private static final InetAddress OTHER = InetAddress.ofLiteral("192.0.2.2");

  private final TokenAttempts guesses = new TokenAttempts();
  private long nowNanos = Long.MAX_VALUE - SECOND; // System.nanoTime may wrap

  private void wrong(InetAddress address, int times) {
    for (int k = 0; k < times; k++) {
      guesses.wrong(nowNanos, address);
    }
  }

  private boolean mayTry(InetAddress address) {
    return guesses.mayTry(nowNanos, address);
  }

  /** Guesses one after another, each as soon as it may: seconds that so many of them take. */
  private long seconds(int wrongTokens) {
    long beganNanos = nowNanos;
    for (int k = 0; k < wrongTokens; k++) {
      while (!mayTry(GUESSER)) {
        nowNanos += SECOND;
      }
      wrong(GUESSER, 1);
    }
    return (nowNanos - beganNanos) / SECOND;
  }

  @Test
  void fourSlipsCostNothing() {
    wrong(GUESSER, 4);
    assertTrue(mayTry(GUESSER));
    wrong(GUESSER, 1);
    assertFalse(mayTry(GUESSER));
  }

  /** 5 for nothing, then 1, 2, 4 … 64 s before each further one, and 64 s from then on. */
  @Test
  void whoGuessesWaitsTwiceAsLongEachTime() {
    assertEquals(1 + 2 + 4 + 8 + 16 + 32 + 64, seconds(5 + 7));
    assertEquals(64 * 100, seconds(100));
  }

  @Test
  void anAddressIsAwayForSoLongAndNoOthersAre() {
    wrong(GUESSER, 6);
    nowNanos += 2 * SECOND - 1;
    assertFalse(mayTry(GUESSER));
    assertTrue(mayTry(OTHER));
    nowNanos++;
    assertTrue(mayTry(GUESSER));
  }

  @Test
  void aRightTokenEndsIt() {
    wrong(GUESSER, 20);
    guesses.right(GUESSER);
    assertTrue(mayTry(GUESSER));
    wrong(GUESSER, 4);
    assertTrue(mayTry(GUESSER));
  }

  @Test
  void whatWasWrongLongAgoIsForgotten() {
    wrong(GUESSER, 20);
    nowNanos += TokenAttempts.FORGOTTEN_NANOS;
    wrong(GUESSER, 1);
    assertTrue(mayTry(GUESSER));
  }

  @Test
  void aHostOfIpv6HasOneAddressWhateverItCallsItself() {
    wrong(InetAddress.ofLiteral("2001:db8::1"), 5);
    assertFalse(mayTry(InetAddress.ofLiteral("2001:db8::2:3")));
    assertTrue(mayTry(InetAddress.ofLiteral("2001:db8:0:1::1")));
  }

  @Test
  void asManyAddressesAreKnownAsThereIsRoomFor() {
    wrong(GUESSER, 5);
    for (int k = 0; k < TokenAttempts.ADDRESSES_MAX; k++) {
      assertFalse(mayTry(GUESSER));
      wrong(InetAddress.ofLiteral("10.0." + k / 256 + "." + k % 256), 1);
    }
    assertTrue(mayTry(GUESSER));
  }
}
