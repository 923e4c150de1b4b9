// SPDX-License-Identifier: Apache-2.0
package rani.queue;

/**
 * The settings of {@link FqCodel}.
 *
 * @param codel of each flow's queue
 * @param flows how many queues flows are spread over, 1…{@link #FLOWS_MAX}
 * @param quantumBytes what a queue may send before it is the next one's turn, at least 1
 */
public record FqCodelConfig(CodelConfig codel, int flows, int quantumBytes) implements AqmConfig {
  /** The most queues. */
  public static final int FLOWS_MAX = 65_536;

  /** CoDel with marks, 1024 queues, 1514 bytes (RFC 8290 §5.2). */
  public static final FqCodelConfig DEFAULT =
      new FqCodelConfig(
          new CodelConfig(
              CodelConfig.DEFAULT.targetNanos(), CodelConfig.DEFAULT.intervalNanos(), true),
          1024,
          1514);

  public FqCodelConfig {
    if (flows < 1 || flows > FLOWS_MAX) {
      throw new IllegalArgumentException("flows are 1…" + FLOWS_MAX + ", not " + flows);
    }
    if (quantumBytes < 1) {
      throw new IllegalArgumentException("a quantum has at least 1 byte, not " + quantumBytes);
    }
  }
}
