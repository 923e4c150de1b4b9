// SPDX-License-Identifier: Apache-2.0
package rani.link;

import org.jspecify.annotations.Nullable;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.world.LinkId;

/**
 * Configuration of one end of a virtual link.
 *
 * @param neighbour virtual address of the node at the other end
 * @param mtuBytes the largest IPv4 total length that may pass, 68…65,535 (RFC 791)
 * @param helloNanos hello interval while the link is up
 * @param keys keys that authenticate frames; null for none
 * @param trace that rate, delay or loss follow; null for none. {@code rate} is then its mean
 */
public record LinkConfig(
    LinkId id,
    int neighbour,
    Rate rate,
    QueueConfig queue,
    int mtuBytes,
    ImpairmentConfig impairment,
    long helloNanos,
    @Nullable LinkKeys keys,
    @Nullable TracedLink trace) {
  public static final int MTU_BYTES_MIN = 68;

  public LinkConfig {
    if (mtuBytes < MTU_BYTES_MIN || mtuBytes > 0xFFFF) {
      throw new IllegalArgumentException("an mtu is 68…65535 bytes, not " + mtuBytes);
    }
    if (helloNanos < LinkHello.INTERVAL_NANOS_MIN || helloNanos > LinkHello.INTERVAL_NANOS_MAX) {
      throw new IllegalArgumentException("hello is 10ms…60s, not " + helloNanos + " ns");
    }
  }

  /** Makes the configuration of a link that follows no trace. */
  public LinkConfig(
      LinkId id,
      int neighbour,
      Rate rate,
      QueueConfig queue,
      int mtuBytes,
      ImpairmentConfig impairment,
      long helloNanos,
      @Nullable LinkKeys keys) {
    this(id, neighbour, rate, queue, mtuBytes, impairment, helloNanos, keys, null);
  }

  public LinkConfig withKeys(LinkKeys keyed) {
    return new LinkConfig(
        id, neighbour, rate, queue, mtuBytes, impairment, helloNanos, keyed, trace);
  }
}
