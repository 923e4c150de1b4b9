// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.Optional;
import java.util.SequencedMap;
import rani.world.DropReason;

/**
 * The result of one seed. RDP connections are counted at each end when they open, and dropped
 * frames by reason. {@code broken} is the violated property, if any.
 */
public record ChaosOutcome(
    long seed,
    long events,
    int faults,
    long frames,
    long connections,
    Judged judged,
    SequencedMap<DropReason, Long> drops,
    Optional<String> broken) {
  /**
   * Amounts of data whose delivery was compared with what was sent. Excused mismatches may come
   * from corruption on two wires that a 16-bit checksum did not detect.
   */
  public record Judged(long messages, long streamBytes, long datagrams, long excused) {
    public static final Judged NONE = new Judged(0, 0, 0, 0);

    public Judged plus(Judged other) {
      return new Judged(
          messages + other.messages,
          streamBytes + other.streamBytes,
          datagrams + other.datagrams,
          excused + other.excused);
    }
  }
}
