// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
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

  private volatile Capture @Nullable [] captures;

  /**
   * Shows frames to a capture from now on.
   *
   * @return false if there are too many already
   */
  synchronized boolean add(Capture capture) {
    Capture[] now = captures == null ? new Capture[0] : captures;
    if (now.length == CAPTURES_MAX) {
      return false;
    }
    Capture[] more = Arrays.copyOf(now, now.length + 1);
    more[now.length] = capture;
    captures = more;
    return true;
  }

  /** Shows it no more. */
  synchronized void remove(Capture capture) {
    Capture[] now = captures;
    if (now != null) {
      Capture[] fewer = Arrays.stream(now).filter(each -> each != capture).toArray(Capture[]::new);
      captures = fewer.length == 0 ? null : fewer;
    }
  }

  @Override
  public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
    Capture[] now = captures;
    if (now != null) {
      show(now, Direction.IN, nowNanos, link, frame);
    }
  }

  @Override
  public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
    Capture[] now = captures;
    if (now != null) {
      show(now, Direction.OUT, nowNanos, link, frame);
    }
  }

  private static void show(
      Capture[] captures, Direction direction, long nowNanos, LinkId link, ByteBuf frame) {
    for (Capture capture : captures) {
      capture.frame(direction, nowNanos, link, frame);
    }
  }
}
