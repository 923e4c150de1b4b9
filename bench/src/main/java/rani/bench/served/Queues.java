// SPDX-License-Identifier: Apache-2.0
package rani.bench.served;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.List;
import rani.queue.MonitoredQueue;
import rani.wire.FlowIdentity;

/** Frames that wait in turn, in a queue that is monitored or in a plain one. */
final class Queues {
  private final List<ByteBuf> frames;
  private final ArrayDeque<ByteBuf> plain = new ArrayDeque<>();
  private final MonitoredQueue monitored;

  /** Of those frames, and as many places. */
  Queues(List<ByteBuf> frames, FlowIdentity identity) {
    this.frames = frames;
    this.monitored = new MonitoredQueue(frames.size(), identity);
  }

  /** Every frame enters a plain queue and leaves it. Returns how many did. */
  long turnOfPlain() {
    for (int i = 0; i < frames.size(); i++) {
      plain.add(frames.get(i));
    }
    long left = 0;
    while (!plain.isEmpty()) {
      left += plain.remove().refCnt();
    }
    return left;
  }

  /** Every frame enters the monitored queue and leaves it. Returns how many did. */
  long turnOfMonitored() {
    for (int i = 0; i < frames.size(); i++) {
      int _ = monitored.add(0, frames.get(i), 0, 0);
    }
    long left = 0;
    while (monitored.frames() > 0) {
      left += monitored.remove(monitored.head()).refCnt();
    }
    return left;
  }
}
