// SPDX-License-Identifier: Apache-2.0
package rani.service;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.link.LinkPort;
import rani.queue.Rate;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Frame;
import rani.wire.RaniHeader;

/** A service's read-only view of a monitored queue, lent for one call. */
public final class QueueView {
  private @Nullable LinkPort port;

  /** Lends a port's queue until {@link #unwrap}. Only the node calls this. */
  public QueueView wrap(LinkPort port) {
    assert this.port == null : "the view is lent already";
    this.port = port;
    return this;
  }

  /** Ends the loan. */
  public void unwrap() {
    port = null;
  }

  /** Returns {@code node}, or {@code link-K}. */
  public String name() {
    return port().name();
  }

  /** Returns the drain rate. */
  public Rate rate() {
    return port().rate();
  }

  /** Returns the number of waiting frames: p. */
  public int frames() {
    return port().queue().frames();
  }

  /** Returns the number of distinct flows that wait: n. */
  public int flows() {
    return port().queue().flows();
  }

  /** Returns the queue discipline's average. */
  public double averageFrames() {
    return port().discipline().averageFrames();
  }

  /** Returns the number of the flow's waiting frames. */
  public int framesOf(FlowKey flow) {
    return port().queue().framesOf(flow);
  }

  /** Returns the flow with the most frames, of equals the first; null if the queue is empty. */
  public @Nullable Greediest greediest(FlowIdentity identity) {
    if (frames() == 0) {
      return null;
    }
    int place = port().queue().placeOfGreediest();
    ByteBuf packet = port().queue().frame(place);
    return new Greediest(
        identity.of(packet),
        port().queue().framesOfFlowAt(place),
        Frame.destination(packet),
        RaniHeader.prevNode(packet, packet.readerIndex()));
  }

  private LinkPort port() {
    if (port == null) {
      throw new IllegalStateException("a queue's view is used after the call it was lent for");
    }
    return port;
  }

  /**
   * The flow with the most frames in a queue, with fields of its first packet.
   *
   * @param flow key of the flow
   * @param frames number of its waiting frames
   * @param destination destination of its first packet
   * @param prevNode the active node that sent its first packet
   */
  public record Greediest(FlowKey flow, int frames, int destination, int prevNode) {}
}
