// SPDX-License-Identifier: Apache-2.0
package rani.bench.served;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import rani.bench.harness.PureNode;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.ServiceProvider;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.world.Timers;

/** Sends the same frames into a node repeatedly, with their headers restored. */
final class FrameReplay {
  private static final int LENGTH_BYTES = 256;
  private static final long TURN_NANOS = 1_000_000;
  private static final int FIRST_PORT = 7000;

  /** A flow without packets, for filters that match nothing. */
  private static final FlowKey UNUSED = FlowKey.ofSource(0x0A00_00FF);

  private final PureNode node;
  private final List<ByteBuf> frames = new ArrayList<>();
  private final ByteBuf headers;

  /** Starts a node with the link to the sink; active frames name {@link PassThrough}. */
  FrameReplay(Rate rate, QueueConfig queue, boolean active, int framesPerTurn) {
    this(rate, queue, new PassThrough.Provider(), active ? PassThrough.NUMBER : 0, framesPerTurn);
  }

  /** Starts a node with a service; frames, each of another flow, ask for the service given. */
  FrameReplay(Rate rate, QueueConfig queue, ServiceProvider menu, int service, int framesPerTurn) {
    node = new PureNode(rate, queue, menu);
    for (int i = 0; i < framesPerTurn; i++) {
      ByteBuf frame = PureNode.datagram(node.buffers(), LENGTH_BYTES, service);
      frame.setShort(PureNode.HEADER_BYTES, FIRST_PORT + i);
      frames.add(frame);
    }
    headers = PureNode.datagram(node.buffers(), LENGTH_BYTES, service);
  }

  /** Installs a filter that matches nothing on the link from the source. */
  void withFilter() {
    filter(Timers.NEVER - 1);
  }

  /** Installs a filter and lets it expire, so that an empty filter table remains. */
  void withEmptyTable() {
    filter(node.nowNanos() + 1);
    node.setNow(node.nowNanos() + TURN_NANOS);
    node.node().wake(node.nowNanos());
    if (!node.node().rules(PureNode.BY_SOURCE).isEmpty()) {
      throw new IllegalStateException("the filter has not ended");
    }
  }

  private void filter(long untilNanos) {
    boolean _ = node.node().rules(PureNode.BY_SOURCE).filter(node.nowNanos(), UNUSED, untilNanos);
  }

  Queues queues(FlowIdentity identity) {
    return new Queues(frames, identity);
  }

  /** Delivers every frame once, runs until the queues are empty, and returns the frames sent. */
  long turn() {
    long before = node.sent();
    node.setNow(node.nowNanos() + TURN_NANOS);
    for (int i = 0; i < frames.size(); i++) {
      ByteBuf frame = frames.get(i);
      frame.setBytes(0, headers, 0, PureNode.HEADER_BYTES);
      node.receive(frame.retain());
    }
    node.passTo(node.nowNanos() + TURN_NANOS);
    return node.sent() - before;
  }

  void close() {
    node.stop();
    headers.release();
    frames.forEach(ByteBuf::release);
  }
}
