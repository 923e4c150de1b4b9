// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.wire.FlowIdentity;

/**
 * A queue as a topology file describes it.
 *
 * @param limitFrames how many frames wait at most, 1…{@link MonitoredQueue#LIMIT_FRAMES_MAX}
 * @param identity what makes two frames one flow in the occupancy counts
 * @param limitBytes its limit in bytes, at least 1; {@link #NO_LIMIT} for none
 * @param aqm what drops or marks before the buffer is full; null for drop-tail
 */
public record QueueConfig(
    int limitFrames, FlowIdentity identity, long limitBytes, @Nullable AqmConfig aqm) {
  /** Bytes are not looked at. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  /** A queue limited in frames alone. */
  public QueueConfig(int limitFrames, FlowIdentity identity, @Nullable AqmConfig aqm) {
    this(limitFrames, identity, NO_LIMIT, aqm);
  }

  /** A drop-tail queue. */
  public static QueueConfig dropTail(int limitFrames) {
    return new QueueConfig(limitFrames, FlowIdentity.SOURCE_NODE, null);
  }

  /**
   * A new discipline with these settings.
   *
   * @param random for its drops and marks
   * @param secrets for its hash of flows, so that no sender can aim at another flow's queue
   */
  public QueueDiscipline discipline(Rate drain, RandomGenerator random, RandomGenerator secrets) {
    return aqm == null ? new DropTail() : aqm.create(drain, random, secrets);
  }

  /** The name of the discipline in files. */
  public String disciplineName() {
    return aqm == null ? DropTail.NAME : aqm.discipline();
  }
}
