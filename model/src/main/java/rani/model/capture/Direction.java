// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

/** Direction of a frame at a captured link end. */
public enum Direction {
  IN(1),
  OUT(2);

  private final int flag;

  Direction(int flag) {
    this.flag = flag;
  }

  /** Returns the direction's code in {@code epb_flags} of a pcapng block. */
  public int flag() {
    return flag;
  }
}
