// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

/** Which way a frame went at the link end that is captured. */
public enum Direction {
  IN(1),
  OUT(2);

  private final int flag;

  Direction(int flag) {
    this.flag = flag;
  }

  /** As {@code epb_flags} of a pcapng block has it. */
  public int flag() {
    return flag;
  }
}
