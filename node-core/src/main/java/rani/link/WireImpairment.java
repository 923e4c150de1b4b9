// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;
import rani.wire.Frame;
import rani.world.World;

/**
 * The trouble on one direction of a link: decides when a frame comes out at the other end, if at
 * all. Both worlds use it, live on the sender's side and in virtual time between two nodes. It owns
 * no time: what it decides it says, and the wire acts.
 *
 * <p>Each kind of {@link Trouble} has a stream of chance of its own, so that turning one knob does
 * not move the dice of another.
 *
 * <p>Where delays vary, frames wait here for the times that were drawn ({@link Trouble#isDrawn}):
 * the wire calls {@link #serve} at each.
 */
public final class WireImpairment {
  /** How much later a reordered frame comes. */
  public static final long REORDER_NANOS = 10_000_000;

  private final ByteBufAllocator buffers;
  private final Trouble trouble;
  private final FramesInTurn turns = new FramesInTurn();

  /** None before the first frame, which is a hello: nothing is dropped by number before. */
  private @Nullable Wire wire;

  private ImpairmentConfig config;
  private TroubleConfig troubleConfig;
  private ListedDrops listed;
  private boolean cut;
  private long cutOff;
  private long cutOffAtArrival;
  private long lost;
  private long duplicated;
  private long reordered;
  private long corrupted;

  /** Takes a frame at its time. */
  public interface Wire {
    /**
     * The frame comes out at the far end.
     *
     * @param dueNanos not before the time of {@link #carry}
     * @param frame with its reference
     */
    void deliver(long dueNanos, ByteBuf frame);

    /**
     * {@link #serve} is to be called at a time.
     *
     * @param dueNanos not before the time of {@link #carry}
     * @param lengthBytes of what waits for it
     * @return whether there is room; without it, it is not called, and the wire counts what is lost
     */
    boolean serveAt(long dueNanos, int lengthBytes);
  }

  /**
   * A wire that starts undisturbed but for its configuration.
   *
   * @param world of the sending node, for chance and buffers
   * @param owner the sending end's name, such as {@code link-2}
   */
  public WireImpairment(ImpairmentConfig config, World world, String owner) {
    this.config = config;
    this.buffers = world.buffers();
    this.troubleConfig = TroubleConfig.of(config);
    this.listed = new ListedDrops(config.drops());
    this.trouble = new Trouble(knob -> world.random(owner + " " + knob));
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
    troubleConfig = TroubleConfig.of(changed);
  }

  /** Pulls the cable, or puts it back: while it is out nothing passes this end, either way. */
  public void cut(boolean out) {
    cut = out;
  }

  /** Whether the cable is out. */
  public boolean isCut() {
    return cut;
  }

  /** Whether a frame that comes in at this end is lost with the cable, and counts it if so. */
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
   * Whether the list of drops names a frame that is about to enter the wire. It is counted, and if
   * it is named the dice are thrown as for a frame that is carried, so that the list moves no other
   * knob.
   */
  public boolean drops(long nowNanos, ByteBuf frame) {
    if (!listed.isNext(frame)) {
      return false;
    }
    trouble.decide(nowNanos, frame.readableBytes(), troubleConfig);
    if (wire != null && isInTurn()) {
      takeTurn(wire, null, null);
    }
    return true;
  }

  /**
   * Carries one frame. Takes the reference; the wire gets none, one or two, a duplicate right
   * before its frame.
   */
  public void carry(long nowNanos, ByteBuf frame, Wire itsWire) {
    wire = itsWire;
    trouble.decide(nowNanos, frame.readableBytes(), troubleConfig);
    boolean vanishes = cut || trouble.isLost();
    if (vanishes) {
      cutOff += cut ? 1 : 0;
      lost += cut ? 0 : 1;
      frame.release();
      if (isInTurn()) {
        takeTurn(itsWire, null, null);
      }
      return;
    }
    if (trouble.isSpoiled()) {
      corrupted++;
      trouble.spoil(frame);
    }
    if (trouble.isLate()) {
      reordered++;
    }
    ByteBuf twin = null;
    if (trouble.isTwice()) {
      duplicated++;
      twin = Frame.copy(buffers, frame);
    }
    if (isInTurn()) {
      takeTurn(itsWire, Frame.settled(buffers, frame), twin);
    } else {
      deliver(itsWire, trouble.dueNanos() + trouble.lateNanos(), frame, twin);
    }
  }

  /** Whether what comes now waits: delays vary, or did for frames that are still on the wire. */
  private boolean isInTurn() {
    return trouble.isDrawn() || !turns.isEmpty();
  }

  /** What vanished has its turn, too, so that those behind have the same as if it had not. */
  private void takeTurn(Wire line, @Nullable ByteBuf frame, @Nullable ByteBuf twin) {
    int lengthBytes = frame == null ? 0 : frame.readableBytes() * (twin == null ? 1 : 2);
    if (line.serveAt(trouble.dueNanos(), lengthBytes)) {
      turns.add(frame, twin, trouble.lateNanos());
    } else {
      release(frame, twin);
    }
  }

  /** A time has come that the wire was told: the frame that has waited longest comes out. */
  public void serve(long dueNanos) {
    FramesInTurn.Place place = turns.remove();
    if (place.frame != null && wire != null) {
      deliver(wire, dueNanos + place.lateNanos, place.frame, place.twin);
    }
  }

  private static void deliver(Wire line, long dueNanos, ByteBuf frame, @Nullable ByteBuf twin) {
    if (twin != null) {
      line.deliver(dueNanos, twin);
    }
    line.deliver(dueNanos, frame);
  }

  /** How many frames wait for {@link #serve}. */
  public int waiting() {
    return turns.frames();
  }

  /** Lets go of the frames that wait; {@link #serve} is not called for them. */
  public void clear() {
    while (!turns.isEmpty()) {
      FramesInTurn.Place place = turns.remove();
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

  /** Frames that were sent while the cable was out. */
  public long cutOff() {
    return cutOff;
  }

  /** Frames that came in while the cable was out. */
  public long cutOffAtArrival() {
    return cutOffAtArrival;
  }

  /** Frames that vanished by chance. */
  public long lost() {
    return lost;
  }

  /** Frames that were sent twice. */
  public long duplicated() {
    return duplicated;
  }

  /** Frames that were overtaken. */
  public long reordered() {
    return reordered;
  }

  /** Frames with a flipped bit. */
  public long corrupted() {
    return corrupted;
  }
}
