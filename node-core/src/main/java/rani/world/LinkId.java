// SPDX-License-Identifier: Apache-2.0
package rani.world;

/**
 * One end of a virtual link, numbered within its node in the order of the topology file.
 *
 * @param number 0 … {@link #NUMBER_MAX}; the link number in the header's PrevNode
 */
public record LinkId(int number) {
  /** The largest number: the header field has 16 bits. */
  public static final int NUMBER_MAX = 0xFFFF;

  public LinkId {
    if (number < 0 || number > NUMBER_MAX) {
      throw new IllegalArgumentException("link number " + number + " is outside 0…" + NUMBER_MAX);
    }
  }

  @Override
  public String toString() {
    return "link-" + number;
  }
}
