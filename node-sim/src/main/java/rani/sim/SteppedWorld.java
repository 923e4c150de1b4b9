// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import rani.world.Streams;
import rani.world.Timers;
import rani.world.World;

/**
 * Virtual time for a single node, in tests and benchmarks. The caller advances the clock and acts
 * as the neighbours; a subclass is the wire. Random streams are those of a node of the same name in
 * a {@link Simulation} with the same seed.
 */
public abstract class SteppedWorld implements World {
  private final long seed;
  private final String name;
  private long nowNanos;
  private long wakeAtNanos = Timers.NEVER;

  protected SteppedWorld(long seed, String name) {
    this.seed = seed;
    this.name = name;
  }

  public final long nowNanos() {
    return nowNanos;
  }

  public final void setNow(long nanos) {
    nowNanos = nanos;
  }

  /** Returns when the node wants to be woken; {@link Timers#NEVER} if it does not. */
  public final long wakeAtNanos() {
    return wakeAtNanos;
  }

  /** Advances time, with a wake-up at each time that the node has requested. */
  public final void passTo(long untilNanos, LongConsumer wake) {
    while (wakeAtNanos <= untilNanos) {
      oversleepTo(Math.max(nowNanos, wakeAtNanos), wake);
    }
    nowNanos = untilNanos;
  }

  /** Advances time like a busy machine, with a single wake-up at the end. */
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
