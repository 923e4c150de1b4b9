// SPDX-License-Identifier: Apache-2.0
package rani.study.hostile;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import rani.world.DropReason;

/** What a hostile module does, and what that may do to packets of others by right. */
public enum Attack {
  ENDLESS_LOOP(Reach.NOTHING),
  LONG_LOOP(Reach.NOTHING),
  RECURSION(Reach.NOTHING),
  RECURSION_BY_TABLE(Reach.NOTHING),
  MEMORY_GROWTH(Reach.NOTHING),
  MEMORY_FILL(Reach.NOTHING),
  WILD_ADDRESSES(Reach.NOTHING),
  TRAP_AT_ONCE(Reach.NOTHING),
  TRAPS_IN_TURN(Reach.NOTHING),
  WRONG_FATES(Reach.NOTHING),
  FORGED_FACTS(Reach.NOTHING),
  FORGED_NOTES(Reach.NOTHING),
  NOTE_STORM(Reach.NOTHING),
  TIMER_STORM(Reach.NOTHING),
  TIMERS_WITHOUT_TIME(Reach.NOTHING),
  PORT_STORM(Reach.NOTHING),
  WRONG_ARGUMENTS(Reach.NOTHING),
  SENDS_TO_ITSELF(Reach.NOTHING),
  HUGE_PACKETS_TO_ITSELF(Reach.NOTHING),
  MESSAGES_TO_ITSELF(Reach.NOTHING),
  MESSAGE_STORM(Reach.LINKS),
  DATAGRAM_STORM(Reach.LINKS),
  ACTIVE_STORM(Reach.LINKS),
  HUGE_PACKETS(Reach.LINKS),
  FILTERS_EVERYTHING(Reach.PACKETS),
  DIVERTS_EVERYTHING(Reach.PACKETS),
  CLOSES_DIVERSIONS(Reach.PACKETS),
  SPOILS_TRANSMISSIONS(Reach.PACKETS),
  LOOPS_IN_CONGESTION(Reach.NOTHING),
  LOOPS_IN_TRANSMISSION(Reach.NOTHING),
  SENDS_IN_CONGESTION(Reach.LINKS),
  SENDS_IN_TRANSMISSION(Reach.NOTHING),
  DEEP_NESTING(Reach.NOTHING),
  HUGE_TABLE(Reach.NOTHING),
  MANY_LOCALS(Reach.NOTHING),
  MANY_FUNCTIONS(Reach.NOTHING),
  HUGE_MEMORY(Reach.NOTHING),
  START_FUNCTION(Reach.NOTHING),
  WRONG_DESCRIPTION(Reach.NOTHING),
  DESCRIBES_WITHOUT_END(Reach.NOTHING);

  /** How far a service that does so reaches by right. */
  enum Reach {
    /** Packets of others pass as if it was not there, to the nanosecond. */
    NOTHING(EnumSet.noneOf(DropReason.class)),
    /** It sends packets of its own, so that others may wait or find a queue full. */
    LINKS(EnumSet.of(DropReason.QUEUE_FULL)),
    /** It filters, diverts or changes packets of others, as services may. */
    PACKETS(
        EnumSet.of(
            DropReason.QUEUE_FULL,
            DropReason.FILTERED,
            DropReason.DIVERSION,
            DropReason.DISCARDED,
            DropReason.SERVICE_FAILED,
            DropReason.BAD_MESSAGE,
            DropReason.EXPIRED));

    private final Set<DropReason> losses;

    Reach(Set<DropReason> losses) {
      this.losses = losses;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether others may lose packets for this reason. */
    boolean allows(DropReason reason) {
      return losses.contains(reason);
    }
  }

  final Reach reach;

  Attack(Reach reach) {
    this.reach = reach;
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
