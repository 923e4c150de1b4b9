// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import rani.model.capture.Direction;
import rani.world.LinkId;
import rani.world.NodeTrace;

/**
 * Where captures hang at a node: it shows them each frame as it comes in, whatever becomes of it,
 * and as it leaves. Without a capture a frame costs it one look.
 */
public final class CaptureTap implements NodeTrace {
  /** Captures at one node at a time. */
  public static final int CAPTURES_MAX = 8;

  private final List<Capture> captures = new CopyOnWriteArrayList<>();

  /**
   * Shows frames to a capture from now on.
   *
   * @return false if there are too many already
   */
  synchronized boolean add(Capture capture) {
    return captures.size() < CAPTURES_MAX && captures.add(capture);
  }

  /** Shows it no more. */
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
