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
  public static final int HELD_FRAMES_MAX = 4096;

  private final int serviceNumber;
  private final LinkId link;
  private final @Nullable FlowKey flow;
  private final FlowSpec spec;
  private final boolean isParking;
  private final SequencedMap<Long, Held> held = new LinkedHashMap<>();
  private long nextNumber;

  /** A held frame. The time of arrival is kept, since the frame's lifetime runs on. */
  public record Held(LinkId link, ByteBuf frame, long arrivedNanos) {}

  /** Makes a channel without a rule, for active packets that their service holds. */
  public static Diversion parking(int serviceNumber, LinkId link) {
    return new Diversion(serviceNumber, link, null, FlowSpec.ALL, true);
  }

  /**
   * Makes a diversion of a flow to a service. If the flow is null, {@code spec} selects the
   * packets, unless a rule for their exact flow matches.
   */
  public Diversion(int serviceNumber, LinkId link, @Nullable FlowKey flow, FlowSpec spec) {
    this(serviceNumber, link, flow, spec, false);
  }

  private Diversion(
      int serviceNumber, LinkId link, @Nullable FlowKey flow, FlowSpec spec, boolean isParking) {
    this.isParking = isParking;
    this.serviceNumber = serviceNumber;
    this.link = link;
    this.flow = flow;
    this.spec = spec;
  }

  public int serviceNumber() {
    return serviceNumber;
  }

  public LinkId link() {
    return link;
  }

  /** Returns the diverted flow; null if {@link #spec} selects the packets. */
  public @Nullable FlowKey flow() {
    return flow;
  }

  /** Returns the pattern of diverted packets, used if {@link #flow} is null. */
  public FlowSpec spec() {
    return spec;
  }

  /** Reports whether the channel has no rule, and holds active packets that came by its link. */
  public boolean isParking() {
    return isParking;
  }

  public int held() {
    return held.size();
  }

  /** Reports whether the diversion is full; a further frame to be held is dropped. */
  public boolean isFull() {
    return held.size() == HELD_FRAMES_MAX;
  }

  /** Returns the number of the next held frame. Numbers rise by one and are never reused. */
  public long nextNumber() {
    return nextNumber;
  }

  public void hold(ByteBuf frame, long arrivedNanos) {
    held.put(nextNumber++, new Held(link, frame, arrivedNanos));
  }

  /** Removes the oldest held frame; {@link #held()} is above 0. */
  public Held release() {
    return held.pollFirstEntry().getValue();
  }

  /** Removes the held frame with a number; null if there is none. */
  public @Nullable Held release(long number) {
    return held.remove(number);
  }

  /** Returns the held frame with a number without removing it; null if there is none. */
  public @Nullable Held peek(long number) {
    return held.get(number);
  }
}
