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

/** A monitored queue as a service sees it, lent for one call, read-only. */
public final class QueueView {
  private @Nullable LinkPort port;

  /** Lends a port's queue until {@link #unwrap}; the node alone does so. */
  public QueueView wrap(LinkPort port) {
    assert this.port == null : "the view is lent already";
    this.port = port;
    return this;
  }

  /** Ends the loan. */
  public void unwrap() {
    port = null;
  }

  /** {@code node}, or {@code link-K}. */
  public String name() {
    return port().name();
  }

  /** How fast it is drained. */
  public Rate rate() {
    return port().rate();
  }

  /** Frames waiting: p. */
  public int frames() {
    return port().queue().frames();
  }

  /** Distinct flows waiting: n. */
  public int flows() {
    return port().queue().flows();
  }

  /** The average that the discipline keeps. */
  public double averageFrames() {
    return port().discipline().averageFrames();
  }

  /** How many frames the flow has waiting. */
  public int framesOf(FlowKey flow) {
    return port().queue().framesOf(flow);
  }

  /**
   * The flow with the most frames; among equals the one whose packet stands earliest. Null if the
   * queue is empty.
   */
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
   * The flow with the most frames in a queue, with fields of its earliest packet.
   *
   * @param flow its name
   * @param frames how many it has waiting
   * @param destination where the packet goes
   * @param prevNode the active node it came from
   */
  public record Greediest(FlowKey flow, int frames, int destination, int prevNode) {}
}
