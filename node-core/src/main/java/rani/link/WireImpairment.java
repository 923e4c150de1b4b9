// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;
import rani.wire.Frame;
import rani.world.LinkEnd;
import rani.world.LinkId;
import rani.world.Wire;
import rani.world.World;

/**
 * Impairment of one direction of a link. Decides when a frame arrives at the other end, if at all,
 * and seals it. A world gets the impairment with each frame sent. The impairment has no clock: it
 * decides, and the wire acts. Each kind of impairment in {@link ChannelModel} has a random stream
 * of its own, so that changing one parameter does not change the draws of another. If delays vary,
 * frames wait here for the departure times drawn ({@link ChannelModel#isDrawn}); the wire calls
 * {@link #serve} at each.
 */
public final class WireImpairment implements LinkEnd {
  public static final long REORDER_NANOS = 10_000_000;

  private final LinkId id;
  private final LinkSeal seal;
  private final ByteBufAllocator buffers;
  private final ChannelModel trouble;
  private final FrameFifo turns = new FrameFifo();

  /** The world's wire; null before the first frame, which is a hello. */
  private @Nullable Wire wire;

  private ImpairmentConfig config;
  private ChannelConfig troubleConfig;
  private ListedDrops listed;
  private boolean cut;
  private long cutOff;
  private long cutOffAtArrival;
  private long lost;
  private long duplicated;
  private long reordered;
  private long corrupted;

  /** Makes an impairment in its configured state. */
  public WireImpairment(LinkId id, ImpairmentConfig config, LinkSeal seal, World world) {
    this.id = id;
    this.config = config;
    this.seal = seal;
    this.buffers = world.buffers();
    this.troubleConfig = ChannelConfig.of(config);
    this.listed = new ListedDrops(config.drops());
    this.trouble = new ChannelModel(knob -> world.random("wire " + id + " " + knob));
  }

  @Override
  public LinkId id() {
    return id;
  }

  /**
   * Replaces the settings. Frames already on the wire keep their departure times, and later frames
   * stay behind them. A new list of drops counts from now on.
   */
  public void configure(ImpairmentConfig changed) {
    if (!changed.drops().equals(config.drops())) {
      listed = new ListedDrops(changed.drops());
    }
    config = changed;
    troubleConfig = ChannelConfig.of(changed);
  }

  /** Cuts the link at this end, or mends it. A cut link passes no frame in either direction. */
  public void cut(boolean out) {
    cut = out;
  }

  public boolean isCut() {
    return cut;
  }

  /** Reports whether an arriving frame is lost because the link is cut, and counts it then. */
  public boolean losesArrival() {
    if (cut) {
      cutOffAtArrival++;
    }
    return cut;
  }

  public ImpairmentConfig config() {
    return config;
  }

  /**
   * Reports whether the list of drops contains a frame that is about to enter the wire. Counts the
   * frame. If it is on the list, makes all random draws as for a frame that is carried, so that the
   * list does not change other impairments.
   */
  public boolean drops(long nowNanos, ByteBuf frame) {
    if (!listed.isNext(frame)) {
      return false;
    }
    trouble.decide(nowNanos, frame.readableBytes(), troubleConfig);
    if (wire != null && isInTurn()) {
      boolean _ = takeTurn(wire, null, null);
    }
    return true;
  }

  @Override
  public int carry(long nowNanos, ByteBuf frame, Wire itsWire) {
    wire = itsWire;
    trouble.decide(nowNanos, frame.readableBytes(), troubleConfig);
    if (cut || trouble.isLost()) {
      cutOff += cut ? 1 : 0;
      lost += cut ? 0 : 1;
      frame.release();
      if (isInTurn()) {
        boolean _ = takeTurn(itsWire, null, null);
      }
      return 0;
    }
    if (trouble.isCorrupted()) {
      corrupted++;
      trouble.spoil(frame);
    }
    if (trouble.isReordered()) {
      reordered++;
    }
    ByteBuf twin = null;
    if (trouble.isDuplicated()) {
      duplicated++;
      twin = Frame.copy(buffers, frame);
    }
    int frames = twin == null ? 1 : 2;
    if (isInTurn()) {
      return takeTurn(itsWire, Frame.settled(buffers, frame), twin) ? frames : 0;
    }
    long dueNanos = trouble.dueNanos() + trouble.reorderDelayNanos();
    if (twin != null) {
      itsWire.deliver(this, dueNanos, twin);
    }
    itsWire.deliver(this, dueNanos, frame);
    return frames;
  }

  /** Reports whether a frame sent now must wait: delays vary, or did for frames on the wire. */
  private boolean isInTurn() {
    return trouble.isDrawn() || !turns.isEmpty();
  }

  /**
   * Appends a frame, or the gap of a lost frame, which keeps the delays of later frames unchanged.
   * Returns whether there was room.
   */
  private boolean takeTurn(Wire line, @Nullable ByteBuf frame, @Nullable ByteBuf twin) {
    int lengthBytes = frame == null ? 0 : frame.readableBytes() * (twin == null ? 1 : 2);
    boolean hasRoom = line.serveAt(this, trouble.dueNanos(), lengthBytes);
    if (hasRoom) {
      turns.add(frame, twin, trouble.reorderDelayNanos());
    } else {
      release(frame, twin);
    }
    return hasRoom;
  }

  @Override
  public void serve(long dueNanos) {
    FrameFifo.Place place = turns.remove();
    if (place.frame != null && wire != null) {
      long lateNanos = dueNanos + place.reorderDelayNanos;
      if (place.twin != null) {
        wire.deliver(this, lateNanos, place.twin);
      }
      wire.deliver(this, lateNanos, place.frame);
    }
  }

  @Override
  public ByteBuf seal(ByteBuf frame) {
    return seal.seal(buffers, frame);
  }

  /** Returns the number of frames that wait for {@link #serve}. */
  public int waiting() {
    return turns.frames();
  }

  @Override
  public void clear() {
    while (!turns.isEmpty()) {
      FrameFifo.Place place = turns.remove();
      release(place.frame, place.twin);
    }
  }

  private static void release(@Nullable ByteBuf frame, @Nullable ByteBuf twin) {
    if (frame != null) {
      frame.release();
    }
    if (twin != null) {
      twin.release();
    }
  }

  public long cutOff() {
    return cutOff;
  }

  public long cutOffAtArrival() {
    return cutOffAtArrival;
  }

  /** Returns the number of frames lost by chance. */
  public long lost() {
    return lost;
  }

  public long duplicated() {
    return duplicated;
  }

  public long reordered() {
    return reordered;
  }

  public long corrupted() {
    return corrupted;
  }
}
