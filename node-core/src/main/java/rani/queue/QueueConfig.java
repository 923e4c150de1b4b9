// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.wire.FlowIdentity;

/**
 * The settings of a queue, as a topology file has them.
 *
 * @param limitFrames the largest number of waiting frames, 1…{@link
 *     MonitoredQueue#LIMIT_FRAMES_MAX}
 * @param identity tells which frames are one flow in the occupancy counts
 * @param limitBytes limit in bytes, at least 1; {@link #NO_LIMIT} for none
 * @param aqm settings of the AQM; null for drop-tail
 */
public record QueueConfig(
    int limitFrames, FlowIdentity identity, long limitBytes, @Nullable AqmConfig aqm) {
  public static final long NO_LIMIT = Long.MAX_VALUE;

  public QueueConfig(int limitFrames, FlowIdentity identity, @Nullable AqmConfig aqm) {
    this(limitFrames, identity, NO_LIMIT, aqm);
  }

  /** Returns a drop-tail queue that counts flows by source node. */
  public static QueueConfig dropTail(int limitFrames) {
    return new QueueConfig(limitFrames, FlowIdentity.SOURCE_NODE, null);
  }

  /** Makes a discipline with these settings; see {@link AqmConfig#create}. */
  public QueueDiscipline discipline(Rate drain, RandomGenerator random, RandomGenerator secrets) {
    return aqm == null ? new DropTail() : aqm.create(drain, random, secrets);
  }

  public String disciplineName() {
    return aqm == null ? DropTail.NAME : aqm.discipline();
  }
}
