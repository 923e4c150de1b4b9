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
 * The trouble on one direction of a link: decides when a frame arrives at the other end, if at all,
 * and seals it. Both worlds get it with each frame, live at the sender and in virtual time between
 * two nodes. It has no clock: it decides, and the wire acts.
 *
 * <p>Each kind of {@link ChannelModel} has a stream of chance of its own, so that changing one
 * parameter does not change the draws of another.
 *
 * <p>Where delays vary, frames wait here for the departure times drawn ({@link
 * ChannelModel#isDrawn}): the wire calls {@link #serve} at each.
 */
public final class WireImpairment implements LinkEnd {
  /** By how much a reordered frame is delayed further. */
  public static final long REORDER_NANOS = 10_000_000;

  private final LinkId id;
  private final LinkSeal seal;
  private final ByteBufAllocator buffers;
  private final ChannelModel trouble;
  private final FrameFifo turns = new FrameFifo();

  /** Null before the first frame, which is a hello. */
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

  /**
   * A wire in its configured state.
   *
   * @param id the link's at the sending node
   * @param world of the sending node, for chance and buffers
   */
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
   * Replaces the settings; frames already on the wire keep their times, and those behind them their
   * order. Another list of drops counts from here on.
   */
  public void configure(ImpairmentConfig changed) {
    if (!changed.drops().equals(config.drops())) {
      listed = new ListedDrops(changed.drops());
    }
    config = changed;
    troubleConfig = ChannelConfig.of(changed);
  }

  /**
   * Cuts the link at this end, or mends it: while it is cut nothing passes, in either direction.
   */
  public void cut(boolean out) {
    cut = out;
  }

  /** Whether the link is down. */
  public boolean isCut() {
    return cut;
  }

  /** Whether an arriving frame is lost because the link is cut; it is counted then. */
  public boolean losesArrival() {
    if (cut) {
      cutOffAtArrival++;
    }
    return cut;
  }

  /** The settings in force. */
  public ImpairmentConfig config() {
    return config;
  }

  /**
   * Whether the list of drops names a frame that is about to enter the wire. The frame is counted,
   * and if it is listed, all random draws are made as for a frame that is carried, so that the list
   * changes no other impairment.
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
    boolean vanishes = cut || trouble.isLost();
    if (vanishes) {
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

  /**
   * Whether a frame sent now must wait its turn: delays vary, or did for frames that are still on
   * the wire.
   */
  private boolean isInTurn() {
    return trouble.isDrawn() || !turns.isEmpty();
  }

  /**
   * A lost frame takes a turn as well, so that the loss does not change the delays of those behind
   * it.
   *
   * @return whether there was room
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
    if (place.frame == null || wire == null) {
      return;
    }
    if (place.twin != null) {
      wire.deliver(this, dueNanos + place.reorderDelayNanos, place.twin);
    }
    wire.deliver(this, dueNanos + place.reorderDelayNanos, place.frame);
  }

  @Override
  public ByteBuf seal(ByteBuf frame) {
    return seal.seal(buffers, frame);
  }

  /** How many frames wait for {@link #serve}. */
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

  /** Frames sent while the link was cut. */
  public long cutOff() {
    return cutOff;
  }

  /** Frames that arrived while the link was cut. */
  public long cutOffAtArrival() {
    return cutOffAtArrival;
  }

  /** Frames lost by chance. */
  public long lost() {
    return lost;
  }

  /** Frames duplicated. */
  public long duplicated() {
    return duplicated;
  }

  /** Frames reordered. */
  public long reordered() {
    return reordered;
  }

  /** Frames with a flipped bit. */
  public long corrupted() {
    return corrupted;
  }
}
