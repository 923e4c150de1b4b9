// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import java.util.random.RandomGenerator;
import rani.queue.QueueDiscipline;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.wire.Ipv4Header;

/**
 * The settings of {@link FqCodel}.
 *
 * @param codel settings of each queue
 * @param flows number of queues that flows are hashed to, 1…{@link #FLOWS_MAX}
 * @param quantumBytes bytes that a queue may send per round, at least 1
 */
public record FqCodelConfig(CodelConfig codel, int flows, int quantumBytes) implements Aqm {
  public static final int FLOWS_MAX = 65_536;

  /** RFC 8290 §5.2: CoDel with marks, 1024 queues, 1514 bytes. */
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

  @Override
  public String discipline() {
    return "fq-codel";
  }

  @Override
  public String meaning() {
    return "spreads flows over queues that take turns, each with CoDel (RFC 8290)";
  }

  @Override
  public QueueDiscipline create(Rate drain, RandomGenerator random, RandomGenerator secrets) {
    return new FqCodel(this, secrets);
  }

  @Override
  public FqCodelConfig with(OptionReader options) {
    return new FqCodelConfig(
        codel.with(options),
        (int)
            options.count(
                "flows",
                flows,
                1,
                FLOWS_MAX,
                "FQ-CoDel: how many queues flows are spread over (RFC 8290)."),
        (int)
            options.sizeBytes(
                "quantum",
                quantumBytes,
                1,
                Ipv4Header.TOTAL_LENGTH_MAX,
                "FQ-CoDel: what a queue sends in its turn."));
  }
}
