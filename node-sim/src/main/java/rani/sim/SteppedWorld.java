// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import rani.world.Streams;
import rani.world.Timers;
import rani.world.World;

/**
 * Virtual time for a single node, in tests and benchmarks: the caller moves the clock and acts as
 * the neighbours, a subclass is the wire. Random streams equal those of a node of this name in a
 * {@link Simulation} with this seed.
 */
public abstract class SteppedWorld implements World {
  private final long seed;
  private final String name;
  private long nowNanos;
  private long wakeAtNanos = Timers.NEVER;

  /** A world at time 0, for a node of that name. */
  protected SteppedWorld(long seed, String name) {
    this.seed = seed;
    this.name = name;
  }

  /** The current time. */
  public final long nowNanos() {
    return nowNanos;
  }

  /** Advances time without a wake-up. */
  public final void setNow(long nanos) {
    nowNanos = nanos;
  }

  /** When the node wants to be woken; {@link Timers#NEVER} if it does not. */
  public final long wakeAtNanos() {
    return wakeAtNanos;
  }

  /** Advances time, with a wake-up whenever the node has asked for one. */
  public final void passTo(long untilNanos, LongConsumer wake) {
    while (wakeAtNanos <= untilNanos) {
      oversleepTo(Math.max(nowNanos, wakeAtNanos), wake);
    }
    nowNanos = untilNanos;
  }

  /** Advances time as on a busy machine, with one wake-up at the end. */
  public final void oversleepTo(long untilNanos, LongConsumer wake) {
    nowNanos = untilNanos;
    wakeAtNanos = Timers.NEVER;
    wake.accept(untilNanos);
  }

  @Override
  public final void wakeAt(long deadlineNanos) {
    wakeAtNanos = Math.min(wakeAtNanos, deadlineNanos);
  }

  @Override
  public RandomGenerator random(String owner) {
    return Streams.of(seed, name, owner);
  }
}
