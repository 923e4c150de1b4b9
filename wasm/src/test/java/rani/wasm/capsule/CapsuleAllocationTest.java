// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rani.fixture.Nanos;
import rani.fixture.Packet;
import rani.fixture.TestLink;
import rani.node.Command;
import rani.node.Node;
import rani.node.NodeConfig;
import rani.sim.SteppedWorld;
import rani.wasm.CodeHash;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.LinkEnd;
import rani.world.LinkId;
import rani.world.NodeTrace;

/** What a capsule whose code runs has the heap give at a node: nothing. */
class CapsuleAllocationTest {
  private static final LinkId IN = new LinkId(0);
  private static final int SOURCE = Address.parse("10.0.0.1");
  private static final int TO_WARM_UP = 30_000;
  private static final int CAPSULES = 10_000;
  private static final int ROUNDS = 5;
  private static final long LIFETIME_MICROS = 10_000_000;

  /** Keeps the capsule that was sent last. */
  private static final class Road extends SteppedWorld {
    private @Nullable ByteBuf sent;

    Road() {
      super(1, "n2");
    }

    @Override
    public void send(LinkEnd end, ByteBuf frame) {
      if (Frame.source(frame) == SOURCE) {
        sent = frame;
      } else {
        frame.release();
      }
    }

    @Override
    public ByteBufAllocator buffers() {
      return UnpooledByteBufAllocator.DEFAULT;
    }
  }

  private static ByteBuf capsule(byte[] code, boolean carries) {
    ByteBuf data = Unpooled.buffer();
    CapsuleHeader.write(data, carries, 2, CodeHash.of(code));
    data.writeBytes(new byte[] {7, 8}).writeBytes(code, 0, carries ? code.length : 0);
    byte[] bytes = new byte[data.readableBytes()];
    data.readBytes(bytes);
    return Packet.datagram()
        .from("10.0.0.1")
        .to("10.0.0.3")
        .ports(CapsuleLimits.PORT, CapsuleLimits.PORT)
        .data(bytes)
        .act(CapsuleLimits.NUMBER)
        .frame();
  }

  private static Node node(Road road) {
    NodeConfig config =
        new NodeConfig(
            "n2",
            Address.parse("10.0.0.2"),
            List.of(
                TestLink.to(0, "10.0.0.1").hello(Nanos.s(60)).config(),
                TestLink.to(1, "10.0.0.3").hello(Nanos.s(60)).config()),
            null,
            List.of(
                new NodeConfig.Route(SOURCE, IN, 1500),
                new NodeConfig.Route(Address.parse("10.0.0.3"), new LinkId(1), 1500)),
            List.of(CapsuleNetwork.entry(CapsuleHost.anySandboxed(), new CapsuleNetwork.Given())));
    Node node = new Node(config, road, NodeTrace.NONE);
    assertTrue(node.handle(0, new Command.Start()).ok());
    return node;
  }

  private static long pass(Node node, Road road, ByteBuf frame, long fromNanos, int count) {
    long now = fromNanos;
    for (int k = 0; k < count; k++) {
      int at = frame.readerIndex();
      RaniHeader.lifetimeMicros(frame, at, LIFETIME_MICROS);
      RaniHeader.prevNode(frame, at, SOURCE, 0);
      Ipv4Header.ttl(frame, at + RaniHeader.LENGTH, 255);
      now += 1000;
      node.receive(now, IN, frame);
      if (road.sent != frame) {
        throw new AssertionError("it did not pass");
      }
    }
    return now;
  }

  @Test
  void aCapsuleWhoseCodeRunsAllocatesNothing() {
    Road road = new Road();
    Node node = node(road);
    byte[] code = CapsuleNetwork.module("pass.wasm");
    node.receive(1, IN, capsule(code, true));
    ByteBuf frame = capsule(code, false);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long now = pass(node, road, frame, 2, TO_WARM_UP);
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && least > 0; round++) { // the JIT compiler takes some, too
      long before = threads.getCurrentThreadAllocatedBytes();
      now = pass(node, road, frame, now, CAPSULES);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertEquals(0, least, "bytes for " + CAPSULES + " capsules");
    assertTrue(node.handle(now, new Command.Stop()).ok());
  }
}
