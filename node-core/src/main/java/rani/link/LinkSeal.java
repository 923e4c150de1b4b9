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
 * Authenticates the frames of one end of a link: seals each frame as the last step before the wire,
 * and verifies it as the first step behind it. Without keys it does neither, at no cost. At most
 * two keys are known: the current key, and its successor or predecessor. So a key is rolled over
 * without loss: first {@link #offer} it to both ends, then {@link #use} it at both.
 */
public final class LinkSeal {
  private static final String NO_KEYS = "the link has no keys";

  private LinkKeys.@Nullable Scope scope;
  private @Nullable Key inUse;
  private @Nullable Key other;
  private long sealed;
  private long opened;

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

  public LinkSeal(@Nullable LinkKeys keys) {
    scope = keys == null ? null : keys.scope();
    inUse = keys == null ? null : new Key(keys);
  }

  /**
   * Seals a frame on its way to the wire, if its kind must be sealed. Takes the reference; returns
   * the frame or its replacement.
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
   * Checks the format of an arriving frame, and verifies and removes its seal. Returns the reason
   * for a drop; null if the frame is good.
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

  /** Reports whether a frame that has passed {@link Frame#check} must be sealed. */
  private boolean mustBeSealed(ByteBuf frame) {
    int ip = Frame.ipv4(frame);
    return scope == LinkKeys.Scope.ALL
        || RaniHeader.act(frame, frame.readerIndex())
        || Ipv4Header.dscp(frame, ip) == Ipv4Header.DSCP_CONTROL
        || Ipv4Header.protocol(frame, ip) == Ipv4Header.PROTOCOL_SERVICE;
  }

  /**
   * Accepts frames sealed with a further key from now on. A key that is offered twice keeps its
   * counters. Returns the reason of a refusal; null if the key is accepted.
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
   * Seals with a key that was offered. The previous key stays accepted until the next is offered.
   * Returns the reason of a refusal; null if the key is accepted.
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

  public boolean isKeyed() {
    return scope != null;
  }

  /** The link's scope and current key, with the numbers of frames sealed and opened. */
  public record Shown(String scope, int key, long sealed, long opened) implements Facts {}

  public @Nullable Shown facts() {
    return scope == null || inUse == null
        ? null
        : new Shown(scope == LinkKeys.Scope.ALL ? "all" : "control", inUse.id, sealed, opened);
  }
}
