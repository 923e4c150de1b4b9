// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.wire.FlowSpec;
import rani.world.LinkId;
import rani.world.Streams;

/**
 * <b>hoarder</b> - diverts all packets of one of its node's links and holds them for a while. Then
 * it releases them, copies them or discards them, and diverts another link. Used by chaos alone.
 */
final class Hoarder implements Service {
  static final String NAME = "hoarder";

  static final int NUMBER = 65_003;
  private static final long HOLDS_NANOS_MAX = 200_000_000;
  private static final long EXPIRES_NANOS = 1_000_000_000;
  private static final int ENDS = 4;

  private @Nullable ServiceContext context;
  private @Nullable Diversion channel;

  @Override
  public void start(long nowNanos, ServiceContext given) {
    context = given;
    given.setTimer(0, nowNanos);
  }

  @Override
  public Fate onDiverted(long nowNanos, Diversion by, FrameView packet) {
    return Fate.HOLD;
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    ServiceContext node = context;
    if (node == null) {
      return;
    }
    if (channel != null) {
      end(nowNanos, node, channel);
      channel = null;
    } else if (!node.links().isEmpty()) {
      int place = (int) Streams.below(node.random(), node.links().size());
      LinkId link = node.links().get(place);
      channel = node.divert(nowNanos, link, FlowSpec.ALL, nowNanos + EXPIRES_NANOS);
    }
    node.setTimer(0, nowNanos + 1 + Streams.below(node.random(), HOLDS_NANOS_MAX));
  }

  private void end(long nowNanos, ServiceContext node, Diversion held) {
    switch ((int) Streams.below(node.random(), ENDS)) {
      case 0 -> node.flush(nowNanos, held);
      case 1 -> node.close(nowNanos, held);
      case 2 -> {
        for (long number = held.nextNumber() - 1; number >= 0; number--) {
          node.release(nowNanos, held, number); // the last first
        }
        node.close(nowNanos, held);
      }
      default -> {
        for (long number = 0; number < held.nextNumber(); number += 2) {
          node.releaseCopy(nowNanos, held, number);
        }
        node.flush(nowNanos, held);
      }
    }
  }
}
