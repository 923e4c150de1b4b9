// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static rani.service.ServiceContext.DIVERSIONS_MAX;
import static rani.service.ServiceContext.HELD_BUFFERS_MAX;
import static rani.service.ServiceContext.MENU_CHANGES_PER_SECOND_MAX;
import static rani.service.ServiceContext.PACKETS_PER_CALL_MAX;
import static rani.service.ServiceContext.PACKETS_PER_SECOND_MAX;
import static rani.service.ServiceContext.PORTS_MAX;
import static rani.service.ServiceContext.TIMERS_MAX;
import static rani.service.ServiceContext.WAKES_PER_SECOND_MAX;

import org.jspecify.annotations.Nullable;

/**
 * The resources of the node that one service uses, and its refused requests. Most excess is refused
 * at once by an exception. Excess that was only noticed afterwards, or whose exception the service
 * may have caught, is a {@link #breach} of the whole call.
 */
final class ServiceBudget {
  /** The number of calls between two counts of the buffers, because a count may be slow. */
  static final int CALLS_PER_COUNT = 256;

  private static final long SECOND_NANOS = 1_000_000_000;

  private int packetsInCall;
  private long secondBeganNanos = Long.MIN_VALUE;
  private int packetsInSecond;
  private int wakesInSecond;
  private int menuChangesInSecond;
  private int ports;
  private int callsUntilCount = CALLS_PER_COUNT;
  private long refusedPackets;
  private long refusedTimers;
  private long refusedPorts;
  private long refusedDiversions;
  private @Nullable String breach;

  /** Begins a call. Returns the argument of {@link #resume} for the outer call. */
  int begin(long nowNanos) {
    if (secondBeganNanos == Long.MIN_VALUE || nowNanos - secondBeganNanos >= SECOND_NANOS) {
      secondBeganNanos = nowNanos;
      packetsInSecond = 0;
      wakesInSecond = 0;
      menuChangesInSecond = 0;
    }
    int packetsInOuterCall = packetsInCall;
    packetsInCall = 0;
    return packetsInOuterCall;
  }

  void resume(int packetsInOuterCall) {
    packetsInCall = packetsInOuterCall;
  }

  void packet() {
    if (packetsInCall >= PACKETS_PER_CALL_MAX) {
      refusedPackets++;
      throw breached("a service sends at most " + PACKETS_PER_CALL_MAX + " packets in one call");
    }
    if (packetsInSecond >= PACKETS_PER_SECOND_MAX) {
      refusedPackets++;
      throw breached("a service sends at most " + PACKETS_PER_SECOND_MAX + " packets in a second");
    }
    packetsInCall++;
    packetsInSecond++;
  }

  /**
   * Counts an active packet that the service holds as one that it may send. So two packets cannot
   * release each other endlessly.
   */
  boolean mayPark() {
    if (packetsInSecond >= PACKETS_PER_SECOND_MAX) {
      return false;
    }
    packetsInSecond++;
    return true;
  }

  void wake() {
    if (++wakesInSecond > WAKES_PER_SECOND_MAX) {
      breach = "a service's timers come at most " + WAKES_PER_SECOND_MAX + " times in a second";
    }
  }

  /** Counts a service to be started or stopped, or refuses it; that is no failure yet. */
  void menuChange() {
    if (menuChangesInSecond == MENU_CHANGES_PER_SECOND_MAX) {
      throw new BudgetExceeded(
          "a service changes the menu at most "
              + MENU_CHANGES_PER_SECOND_MAX
              + " times in a second");
    }
    menuChangesInSecond++;
  }

  void timer(int number) {
    if (number < 0 || number >= TIMERS_MAX) {
      refusedTimers++;
      throw breached("timers are 0…" + (TIMERS_MAX - 1) + ", not " + number);
    }
  }

  /** Counts a port, or refuses it. A service may do without it, so this is no failure yet. */
  void port() {
    if (ports == PORTS_MAX) {
      refusedPorts++;
      throw new BudgetExceeded("a service has at most " + PORTS_MAX + " ports");
    }
    ports++;
  }

  void portFreed() {
    ports--;
  }

  void diversion(int had) {
    if (had >= DIVERSIONS_MAX) {
      refusedDiversions++;
      throw new BudgetExceeded("a service has at most " + DIVERSIONS_MAX + " diversions");
    }
  }

  boolean isTimeToCount() {
    if (--callsUntilCount > 0) {
      return false;
    }
    callsUntilCount = CALLS_PER_COUNT;
    return true;
  }

  void buffers(long held) {
    if (held > HELD_BUFFERS_MAX) {
      callsUntilCount = 1; // the next call fails, too, unless the service has released them
      breach = "a service holds at most " + HELD_BUFFERS_MAX + " buffers, not " + held;
    }
  }

  private BudgetExceeded breached(String what) {
    breach = what;
    return new BudgetExceeded(what);
  }

  /** Returns the budget exceeded since the last query, however the call ended; null if none was. */
  @Nullable String breach() {
    String found = breach;
    breach = null;
    return found;
  }

  NodeFacts.Budget facts(long nowNanos, int timers, int diversions, long heldBuffers) {
    boolean past = nowNanos - secondBeganNanos >= SECOND_NANOS;
    return new NodeFacts.Budget(
        new NodeFacts.Budgets(
            new NodeFacts.Use(past ? 0 : packetsInSecond, PACKETS_PER_SECOND_MAX),
            new NodeFacts.Use(past ? 0 : wakesInSecond, WAKES_PER_SECOND_MAX),
            new NodeFacts.Use(timers, TIMERS_MAX),
            new NodeFacts.Use(ports, PORTS_MAX),
            new NodeFacts.Use(diversions, DIVERSIONS_MAX),
            new NodeFacts.Use(heldBuffers, HELD_BUFFERS_MAX)),
        new NodeFacts.Refused(
            unlessNone(refusedPackets),
            unlessNone(refusedTimers),
            unlessNone(refusedPorts),
            unlessNone(refusedDiversions)));
  }

  private static @Nullable Long unlessNone(long count) {
    return count > 0 ? count : null;
  }
}
