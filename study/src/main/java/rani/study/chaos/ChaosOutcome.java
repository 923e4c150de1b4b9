// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.Optional;
import java.util.SequencedMap;
import rani.world.DropReason;

/**
 * The result of one seed.
 *
 * @param seed of the chaos
 * @param events that happened, after each of which the books were checked
 * @param faults that befell the network
 * @param frames that nodes let go onto wires
 * @param connections of RDP that were made, at either end
 * @param judged what was delivered and checked
 * @param drops frames dropped, by reason
 * @param broken the violated property; empty if there is none
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
   * Deliveries that were compared with what was sent.
   *
   * @param messages over connections
   * @param streamBytes over connections, in streams
   * @param datagrams duplicates included
   * @param excused mismatches that corruption on two wires may have caused undetected by a 16-bit
   *     checksum
   */
  public record Judged(long messages, long streamBytes, long datagrams, long excused) {
    /** Nothing. */
    public static final Judged NONE = new Judged(0, 0, 0, 0);

    /** Both together. */
    public Judged plus(Judged other) {
      return new Judged(
          messages + other.messages,
          streamBytes + other.streamBytes,
          datagrams + other.datagrams,
          excused + other.excused);
    }
  }
}
