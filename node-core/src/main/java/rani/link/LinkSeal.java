// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.KeyedTrailer;
import rani.wire.RaniHeader;
import rani.wire.ReplayWindow;
import rani.world.DropReason;
import rani.world.Facts;

/**
 * What keeps strangers off one end of a link: seals frames as the last thing before the wire, and
 * opens those that come as the first thing. Without keys it does neither, at no cost.
 *
 * <p>Two keys are known at most: the one in use, and the one that comes next or went before. So a
 * key is changed without a loss: first {@link #offer} it to both ends, then have both {@link #use}
 * it.
 */
public final class LinkSeal {
  /** Why a key cannot be offered to an end that has none. */
  private static final String NO_KEYS = "the link has no keys";

  private LinkKeys.@Nullable Scope scope;
  private @Nullable Key inUse;
  private @Nullable Key other;

  private long sealed;
  private long opened;

  /** One key, and how far its counters are. */
  private static final class Key {
    final int id;
    final KeyedTrailer outgoing;
    final KeyedTrailer incoming;
    final ReplayWindow window = new ReplayWindow();
    long nextCounter;

    Key(LinkKeys keys) {
      id = keys.id();
      outgoing = new KeyedTrailer(keys.outgoing());
      incoming = new KeyedTrailer(keys.incoming());
      nextCounter = keys.firstCounter();
    }
  }

  /** For a link with these keys; null for one without. */
  public LinkSeal(@Nullable LinkKeys keys) {
    scope = keys == null ? null : keys.scope();
    inUse = keys == null ? null : new Key(keys);
  }

  /**
   * Seals a frame that goes onto the wire, if it is one that must be.
   *
   * @param frame takes the reference
   * @return the frame, or another in its place
   */
  public ByteBuf seal(ByteBufAllocator buffers, ByteBuf frame) {
    Key key = inUse;
    if (key == null || key.nextCounter > KeyedTrailer.COUNTER_MAX) {
      return frame; // a number that was used up is never used again: the neighbour drops this
    }
    if (scope == LinkKeys.Scope.CONTROL && Frame.check(frame) == null && !mustBeSealed(frame)) {
      return frame; // what the wire has spoiled is sealed: its receiver is to find that out
    }
    ByteBuf own = frame;
    if (frame.refCnt() > 1 || !frame.isWritable(KeyedTrailer.LENGTH)) {
      own = Frame.copy(buffers, frame); // someone else looks at it, or it lies in a train
      frame.release();
    }
    key.outgoing.seal(own, key.id, key.nextCounter++);
    sealed++;
    return own;
  }

  /**
   * Looks over the form of a frame that has come, and opens it: after it, a frame is as its
   * sender's node let it go.
   *
   * @return why it goes no further; null if it may
   */
  public @Nullable DropReason open(ByteBuf frame) {
    DropReason malformed = Frame.check(frame);
    if (malformed != null) {
      return malformed;
    }
    boolean keyed = RaniHeader.keyed(frame, frame.readerIndex());
    if (scope == null) {
      return keyed ? DropReason.BAD_KEY : null;
    }
    if (!keyed) {
      return mustBeSealed(frame) ? DropReason.BAD_KEY : null;
    }
    Key key = key(KeyedTrailer.keyId(frame));
    if (key == null || !key.incoming.verifies(frame)) {
      return DropReason.BAD_KEY;
    }
    if (!key.window.takes(KeyedTrailer.counter(frame))) {
      return DropReason.REPLAYED;
    }
    KeyedTrailer.strip(frame);
    opened++;
    return null;
  }

  private @Nullable Key key(int id) {
    if (inUse != null && inUse.id == id) {
      return inUse;
    }
    return other != null && other.id == id ? other : null;
  }

  /** Of a frame that has passed {@link Frame#check}. */
  private boolean mustBeSealed(ByteBuf frame) {
    int ip = Frame.ipv4(frame);
    return scope == LinkKeys.Scope.ALL
        || RaniHeader.act(frame, frame.readerIndex())
        || Ipv4Header.dscp(frame, ip) == Ipv4Header.DSCP_CONTROL
        || Ipv4Header.protocol(frame, ip) == Ipv4Header.PROTOCOL_SERVICE;
  }

  /**
   * Takes frames sealed with another key, too, from now on. A key that is offered again is left as
   * it is, since its counters must not begin again.
   *
   * @return why not; null if it does
   */
  public @Nullable String offer(LinkKeys keys) {
    if (scope == null) {
      return NO_KEYS;
    }
    if (keys.scope() != scope) {
      return "a key's scope stays as it was";
    }
    if (key(keys.id()) == null) {
      other = new Key(keys);
    }
    return null;
  }

  /**
   * Seals with a key that was offered; the one before is still taken, until the next is offered.
   *
   * @return why not; null if it does
   */
  public @Nullable String use(int id) {
    Key wanted = key(id);
    if (wanted == null) {
      return scope == null ? NO_KEYS : "no key " + id + " was offered";
    }
    if (wanted != inUse) {
      other = inUse;
      inUse = wanted;
    }
    return null;
  }

  /** Whether the link has keys. */
  public boolean isKeyed() {
    return scope != null;
  }

  /** Which frames are sealed, by which key, and how many were. */
  public record Shown(String scope, int key, long sealed, long opened) implements Facts {}

  /** That of this link; null without keys. */
  public @Nullable Shown facts() {
    return scope == null || inUse == null
        ? null
        : new Shown(scope == LinkKeys.Scope.ALL ? "all" : "control", inUse.id, sealed, opened);
  }
}
