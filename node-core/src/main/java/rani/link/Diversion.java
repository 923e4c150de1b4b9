// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.world.LinkId;

/**
 * A channel that diverts packets to a service. It holds the packets that the service keeps, in
 * order of arrival, each with a number. The service releases them one by one; {@code flush}
 * forwards all of them, {@code close} discards them.
 */
public final class Diversion {
  /** How many frames one diversion may hold. */
  public static final int HELD_FRAMES_MAX = 4096;

  private final int serviceNumber;
  private final LinkId link;
  private final @Nullable FlowKey flow;
  private final FlowSpec spec;
  private final SequencedMap<Long, Held> held = new LinkedHashMap<>();
  private long nextNumber;

  /**
   * A frame that waits.
   *
   * @param link by which it came
   * @param frame with its reference
   * @param arrivedNanos when it came: its life goes on while it waits
   */
  public record Held(LinkId link, ByteBuf frame, long arrivedNanos) {}

  /**
   * A diversion of one flow to the service of this number.
   *
   * @param link on whose receive side it stands
   * @param flow whose packets it diverts
   */
  public Diversion(int serviceNumber, LinkId link, FlowKey flow) {
    this(serviceNumber, link, flow, FlowSpec.ALL);
  }

  /**
   * A diversion of packets that need not be one flow.
   *
   * @param link on whose receive side it stands
   * @param spec which packets it diverts, unless a rule for their exact flow matches
   */
  public Diversion(int serviceNumber, LinkId link, FlowSpec spec) {
    this(serviceNumber, link, null, spec);
  }

  private Diversion(int serviceNumber, LinkId link, @Nullable FlowKey flow, FlowSpec spec) {
    this.serviceNumber = serviceNumber;
    this.link = link;
    this.flow = flow;
    this.spec = spec;
  }

  /** Who gets the packets. */
  public int serviceNumber() {
    return serviceNumber;
  }

  /** The link on whose receive side it stands. */
  public LinkId link() {
    return link;
  }

  /** The flow whose packets it diverts; null if it goes by {@link #spec}. */
  public @Nullable FlowKey flow() {
    return flow;
  }

  /** Which packets it diverts, if it has no {@link #flow}. */
  public FlowSpec spec() {
    return spec;
  }

  /** How many frames are held. */
  public int held() {
    return held.size();
  }

  /** Whether it is full: a further frame that should be held is dropped. */
  public boolean isFull() {
    return held.size() == HELD_FRAMES_MAX;
  }

  /** The number of the next frame to be held; numbers rise by one and are never reused. */
  public long nextNumber() {
    return nextNumber;
  }

  /** Keeps a frame with its reference; the hold is not full. */
  public void hold(ByteBuf frame, long arrivedNanos) {
    held.put(nextNumber++, new Held(link, frame, arrivedNanos));
  }

  /** Takes the oldest held frame; {@link #held()} says that there is one. */
  public Held release() {
    return held.pollFirstEntry().getValue();
  }

  /** Takes the held frame of that number; null if it is not here. */
  public @Nullable Held release(long number) {
    return held.remove(number);
  }

  /** The held frame of that number, which stays; null if it is not here. */
  public @Nullable Held peek(long number) {
    return held.get(number);
  }
}
