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
      new Watchdog.Watched("n1", Thread.currentThread(), this::use, mark, new Told(), STUCK_NANOS);
  private long nowNanos;
  private boolean isAwake;
  private long cpuNanos = 7_000_000_000L;

  WatchdogTest() throws IOException {}

  private final class Told implements ServiceFaultListener {
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

  private ThreadState.Sample use() {
    return new ThreadState.Sample(isAwake, cpuNanos);
  }

  /** So many looks at a thread that has a processor for so much of the time between two. */
  private void lookAtAwake(int times, long cpuNanosEach) {
    isAwake = true;
    for (int i = 0; i < times; i++) {
      cpuNanos += cpuNanosEach;
      look(1);
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
  void aCallIsToldOnceWithinHalfASecond() {
    mark.begin(1, "slow");
    look(8);
    assertEquals(List.of(), told, "seen for 350 ms");
    look(1);
    assertEquals(List.of("blocked slow 400 ms"), told, "it may have lasted for 50 ms more");
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
      look(8);
      assertEquals(0, mark.end());
    }
    look(100);
    assertEquals(List.of(), told);
  }

  @Test
  void oneThatDoesNotReturnIsToldOnceMore() {
    mark.begin(1, "stuck");
    look(1 + (int) (STUCK_NANOS / Watchdog.LOOK_NANOS) + 100);
    assertEquals(List.of("blocked stuck 400 ms", "stuck stuck 8000 ms"), told);
  }

  @Test
  void aCallWithinACallIsBlamedForItsOwnTime() {
    mark.begin(1, "outer");
    look(5);
    mark.begin(2, "inner");
    look(9);
    assertEquals(List.of("blocked inner 400 ms"), told);
    assertTrue(mark.end() > 0);
    look(1);
    assertEquals("blocked outer 700 ms", told.getLast(), "it has lasted all the while");
  }

  @Test
  void aProcessThatWasStoppedBlamesNobody() {
    mark.begin(1, "slow");
    look(1);
    nowNanos += 60_000_000_000L;
    watched.look(nowNanos, 2 * Watchdog.LOOK_NANOS); // all that the watchdog counts of it
    assertEquals(List.of(), told);
  }

  @Test
  void aCallThatWasGivenNoProcessorIsNotBlamed() {
    mark.begin(1, "starved");
    lookAtAwake(1000, 0);
    assertEquals(List.of(), told);
    assertEquals(0, mark.end());
  }

  @Test
  void aCallThatSpinsIsToldAndByTheTimeThatItHad() {
    mark.begin(1, "spinning");
    lookAtAwake(9, Watchdog.LOOK_NANOS);
    assertEquals(List.of("blocked spinning 400 ms"), told);
    assertTrue(mark.end() > 0);

    mark.begin(1, "shared");
    lookAtAwake(16, Watchdog.LOOK_NANOS / 2);
    assertEquals(1, told.size(), "it had 375 ms");
    lookAtAwake(1, Watchdog.LOOK_NANOS / 2);
    assertEquals("blocked shared 800 ms", told.getLast());
  }

  @Test
  void whatOtherCallsHadIsNotCounted() {
    lookAtAwake(100, Watchdog.LOOK_NANOS);
    mark.begin(1, "late");
    lookAtAwake(100, 0);
    assertEquals(List.of(), told);
  }
}
