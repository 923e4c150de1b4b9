// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Looks at a mark with times of the test's own. */
class WatchdogTest {
  private static final long STUCK_NANOS = 8_000_000_000L;

  private final List<String> told = new ArrayList<>();
  private final List<BlockedCall> calls = new ArrayList<>();
  private final CallMark mark = new CallMark(null);
  private final Watchdog.Watched watched =
      new Watchdog.Watched("n1", Thread.currentThread(), mark, new Told(), STUCK_NANOS);
  private long nowNanos;

  WatchdogTest() throws IOException {}

  private final class Told implements CallWatch {
    @Override
    public void blocked(BlockedCall call) {
      calls.add(call);
      told.add("blocked " + call.service() + " " + call.nanos() / 1_000_000 + " ms");
    }

    @Override
    public void stuck(BlockedCall call) {
      calls.add(call);
      told.add("stuck " + call.service() + " " + call.nanos() / 1_000_000 + " ms");
    }

    @Override
    public void broken(String service, Error error) {
      told.add("broken " + service);
    }
  }

  /** So many looks, as far apart as they should be. */
  private void look(int times) {
    for (int i = 0; i < times; i++) {
      nowNanos += Watchdog.LOOK_NANOS;
      watched.look(nowNanos, Watchdog.LOOK_NANOS);
    }
  }

  @Test
  void aCallIsToldOnceWhenItHasLastedForHalfASecond() {
    mark.begin(1, "slow");
    look(10);
    assertEquals(List.of(), told, "seen for 450 ms");
    look(1);
    assertEquals(List.of("blocked slow 500 ms"), told);
    look(50);
    assertEquals(1, told.size());
    assertTrue(mark.end() > 0, "it is to be suspended");
    assertEquals("n1", calls.getFirst().node());
    assertTrue(calls.getFirst().where().contains("getStackTrace"), calls.getFirst()::where);
  }

  @Test
  void callsThatEndAreNeverTold() {
    for (int i = 0; i < 100; i++) {
      mark.begin(1, "quick");
      look(9);
      assertEquals(0, mark.end());
    }
    look(100);
    assertEquals(List.of(), told);
  }

  @Test
  void oneThatDoesNotReturnIsToldOnceMore() {
    mark.begin(1, "stuck");
    look(1 + (int) (STUCK_NANOS / Watchdog.LOOK_NANOS) + 100);
    assertEquals(List.of("blocked stuck 500 ms", "stuck stuck 8000 ms"), told);
  }

  @Test
  void aCallWithinACallIsBlamedForItsOwnTime() {
    mark.begin(1, "outer");
    look(5);
    mark.begin(2, "inner");
    look(11);
    assertEquals(List.of("blocked inner 500 ms"), told);
    assertTrue(mark.end() > 0);
    look(1);
    assertEquals("blocked outer 800 ms", told.getLast(), "it has lasted all the while");
  }

  @Test
  void aProcessThatWasStoppedBlamesNobody() {
    mark.begin(1, "slow");
    look(1);
    nowNanos += 60_000_000_000L;
    watched.look(nowNanos, 2 * Watchdog.LOOK_NANOS); // all that the watchdog counts of it
    assertEquals(List.of(), told);
  }
}
