// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.world.Timers;

/**
 * The retransmission list of one neighbour (cf. RFC 2328 §13.6). Each link state is repeated until
 * the neighbour acknowledges it or sends a newer one. At most {@link #WINDOW_MAX} are outstanding.
 */
final class LinkStateOutbox implements Timers.Due {
  static final int WINDOW_MAX = 64;

  /** Transmissions after which a link state is given up; its origin refreshes it later. */
  static final int SENDINGS_MAX = 6;

  /** The first retransmission timeout; it doubles each time. */
  static final long RETRANSMIT_NANOS = 250_000_000;

  private final Timers.Timer timer;
  private final Sender sender;
  private final SequencedMap<Long, Pending> pending = new LinkedHashMap<>();
  private long resent;
  private long givenUp;

  /** Sends current link states. */
  @FunctionalInterface
  interface Sender {
    /**
     * Sends the link state with a key.
     *
     * @return false if it no longer exists
     */
    boolean send(long nowNanos, long key);
  }

  private static final class Pending {
    private int sendings;
    private long dueNanos = Long.MIN_VALUE;
  }

  LinkStateOutbox(Timers timers, Sender sender) {
    this.timer = timers.timer(this);
    this.sender = sender;
  }

  void add(long nowNanos, long key) {
    pending.put(key, new Pending());
    pump(nowNanos);
  }

  /** Queues link states for the neighbour, unless they are outstanding already. */
  void addAll(long nowNanos, Collection<Long> keys) {
    keys.forEach(key -> pending.computeIfAbsent(key, absent -> new Pending()));
    pump(nowNanos);
  }

  boolean contains(long key) {
    return pending.containsKey(key);
  }

  /** Removes a link state that the neighbour has. */
  void remove(long nowNanos, long key) {
    if (pending.remove(key) != null) {
      pump(nowNanos);
    }
  }

  /** Discards everything, because the neighbour is unreachable. */
  void clear() {
    pending.clear();
    timer.disarm();
  }

  void retire() {
    pending.clear();
    timer.retire();
  }

  long resent() {
    return resent;
  }

  long givenUp() {
    return givenUp;
  }

  @Override
  public void due(long nowNanos) {
    pump(nowNanos);
  }

  private void pump(long nowNanos) {
    int pendingBefore = pending.size();
    long nextNanos = Timers.NEVER;
    for (long key : pending.keySet().stream().limit(WINDOW_MAX).toList()) {
      Pending one = pending.get(key);
      if (one != null && one.dueNanos <= nowNanos) {
        one = send(nowNanos, key, one);
      }
      if (one != null) {
        nextNanos = Math.min(nextNanos, one.dueNanos);
      }
    }
    if (pending.size() < pendingBefore && !pending.isEmpty()) {
      nextNanos = nowNanos; // others come into the window
    }
    if (pending.isEmpty()) {
      timer.disarm();
    } else {
      timer.armAt(nextNanos);
    }
  }

  /** Transmits one entry; returns it with its next deadline, or null if it is done. */
  private @Nullable Pending send(long nowNanos, long key, Pending one) {
    boolean exhausted = one.sendings == SENDINGS_MAX;
    if (exhausted || !sender.send(nowNanos, key)) {
      givenUp += exhausted ? 1 : 0;
      pending.remove(key);
      return null;
    }
    resent += one.sendings > 0 ? 1 : 0;
    one.dueNanos = nowNanos + (RETRANSMIT_NANOS << one.sendings);
    one.sendings++;
    return one;
  }
}
