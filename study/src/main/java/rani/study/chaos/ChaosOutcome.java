// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.Optional;
import java.util.SequencedMap;
import rani.world.DropReason;

/**
 * What became of one seed.
 *
 * @param seed of the chaos
 * @param events that happened, after each of which the books were checked
 * @param faults that befell the network
 * @param frames that nodes let go onto wires
 * @param connections of RDP that were made, at either end
 * @param judged what arrived and was looked at there
 * @param drops frames that were let go, by reasons
 * @param broken what does not hold; empty if everything does
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
   * What arrived and was compared with what was given.
   *
   * @param messages over connections
   * @param streamBytes over connections, in streams
   * @param datagrams copies that trouble made included
   * @param excused times that something was wrong and two wires may have spoiled it in such a way
   *     that a checksum of 16 bits cannot tell
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
