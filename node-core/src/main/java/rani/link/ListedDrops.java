// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.List;
import rani.wire.Frame;

/** Counts the packets of a {@link DropList}'s flow, and finds those on the list. */
public final class ListedDrops {
  private final DropList list;
  private final List<DropList.Range> ranges;
  private long counted;

  /** Index of the range that the next number may be in. */
  private int range;

  public ListedDrops(DropList list) {
    this.list = list;
    this.ranges = list.ranges();
  }

  /** Counts a packet that has passed {@link Frame#check}; true if it is to be dropped. */
  public boolean isNext(ByteBuf frame) {
    if (range == ranges.size()
        || Frame.isControl(frame)
        || !list.flow().matches(frame)
        || list.counted() == DropList.Counted.DATA && !Frame.hasData(frame)) {
      return false;
    }
    counted++;
    if (counted > ranges.get(range).last()) {
      range++;
    }
    return range < ranges.size() && counted >= ranges.get(range).first();
  }
}
