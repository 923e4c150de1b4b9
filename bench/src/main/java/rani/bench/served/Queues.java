// SPDX-License-Identifier: Apache-2.0
package rani.bench.served;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.List;
import rani.queue.MonitoredQueue;
import rani.queue.QueueConfig;
import rani.wire.FlowIdentity;

/** Measures enqueueing and dequeueing, in a monitored queue or in a plain one. */
final class Queues {
  private final List<ByteBuf> frames;
  private final ArrayDeque<ByteBuf> plain = new ArrayDeque<>();
  private final MonitoredQueue monitored;

  Queues(List<ByteBuf> frames, FlowIdentity identity) {
    this.frames = frames;
    this.monitored = new MonitoredQueue(frames.size(), identity, QueueConfig.NO_LIMIT);
  }

  /** Passes every frame through a plain queue; returns the number of frames. */
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

  /** Passes every frame through the monitored queue; returns the number of frames. */
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
