// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import rani.model.capture.Direction;
import rani.world.LinkId;
import rani.world.NodeTrace;

/**
 * Offers each frame that enters or leaves a node to the node's captures. Without a capture a frame
 * costs one comparison.
 */
public final class CaptureTap implements NodeTrace {
  /** The most captures at one node at a time. */
  public static final int CAPTURES_MAX = 8;

  private final List<Capture> captures = new CopyOnWriteArrayList<>();

  /** Adds a capture; returns false if the node has too many already. */
  synchronized boolean add(Capture capture) {
    return captures.size() < CAPTURES_MAX && captures.add(capture);
  }

  void remove(Capture capture) {
    captures.remove(capture);
  }

  @Override
  public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    if (!captures.isEmpty()) {
      show(Direction.IN, nowNanos, link, frame);
    }
  }

  @Override
  public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    if (!captures.isEmpty()) {
      show(Direction.OUT, nowNanos, link, frame);
    }
  }

  private void show(Direction direction, long nowNanos, LinkId link, ByteBuf frame) {
    for (Capture capture : captures) {
      capture.frame(direction, nowNanos, link, frame);
    }
  }
}
