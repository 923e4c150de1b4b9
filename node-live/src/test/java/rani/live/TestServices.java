// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.node.NodeConfig;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NoOptions;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.UdpFlow;
import rani.world.Reply;

/** Two services to try nodes with: one that sends and one that takes. */
final class TestServices {
  static final int PORT = 7;

  private static final long LIFETIME_MICROS = 30_000_000;

  private TestServices() {}

  /** On `send DESTINATION COUNT LENGTH` sends as many datagrams at once; on `block` blocks. */
  private static final class Sender implements Service {
    private static final long BLOCK_MILLIS = 250;
    private @Nullable ServiceContext context;

    @Override
    public void start(long nowNanos, ServiceContext serviceContext) {
      context = serviceContext;
    }

    @Override
    public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
      if (verb.equals("block")) {
        try {
          new CountDownLatch(1).await(BLOCK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return Reply.DONE;
      }
      int destination = Integer.parseInt(arguments.get(0));
      int count = Integer.parseInt(arguments.get(1));
      int length = Integer.parseInt(arguments.get(2));
      for (int i = 0; i < count && context != null; i++) {
        context.sendDatagram(
            nowNanos,
            new UdpFlow(destination, PORT, PORT),
            LIFETIME_MICROS,
            Unpooled.EMPTY_BUFFER,
            length);
      }
      return Reply.DONE;
    }
  }

  /** Takes what comes to the port. */
  private static final class Taker implements Service {
    @Override
    public void start(long nowNanos, ServiceContext context) {
      context.listen(PORT);
    }

    @Override
    public Fate onPacket(long nowNanos, FrameView packet) {
      return Fate.CONSUME;
    }
  }

  private record Provider(int number, String name) implements ServiceProvider {
    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      return name.equals("sender") ? new Sender() : new Taker();
    }
  }

  static List<NodeConfig.MenuEntry> menu() {
    return List.of(
        new NodeConfig.MenuEntry(new Provider(901, "sender"), NoOptions.INSTANCE),
        new NodeConfig.MenuEntry(new Provider(902, "taker"), NoOptions.INSTANCE));
  }
}
