// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import io.netty.buffer.ByteBuf;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rani.wire.Frame;
import rani.wire.InternetChecksum;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.NoteDetail;

/**
 * Compares each packet that leaves a node with its arrival. A packet leaves at most once and not
 * corrupted further, with its TTL decremented if it arrived by a link and its lifetime reduced by
 * the holding time. The judge reads only the frames of trace events, so that it shares no code with
 * the node's decisions.
 */
final class HopJudge {
  private static final long NANOS_PER_MICRO = 1000;

  private final Findings findings;
  private final IdentityHashMap<ByteBuf, Came> inside = new IdentityHashMap<>();
  private final Set<Long> sentOnSpoilt = new HashSet<>();
  private final EnumMap<DropReason, Long> drops = new EnumMap<>(DropReason.class);

  /**
   * A packet at its arrival or origin. The TTL must decrease by {@code hops} at this node: 1, or 0
   * where the packet was made. {@code sums} says whether the transport checksum was right.
   */
  private record Came(int hops, int ttl, long lifetimeMicros, long atNanos, boolean sums) {}

  HopJudge(Findings findings) {
    this.findings = findings;
  }

  NodeTrace at(String node) {
    return new AtNode(node);
  }

  /** Returns whether a node has forwarded a corrupted packet between two end points. */
  boolean sentOnSpoilt(int source, int destination) {
    return sentOnSpoilt.contains(ends(source, destination));
  }

  /** Returns the number of frames dropped for each reason, those of crashed nodes included. */
  SequencedMap<DropReason, Long> drops() {
    return new LinkedHashMap<>(drops);
  }

  /** Returns whether corruption makes a frame's UDP or RDP checksum fail. */
  static boolean isSpoilt(ByteBuf frame) {
    return Frame.check(frame) == null && !sums(frame, Frame.ipv4(frame));
  }

  private static long ends(int source, int destination) {
    return (long) source << Integer.SIZE | (destination & 0xFFFF_FFFFL);
  }

  private void enter(long nowNanos, ByteBuf frame, int hops) {
    int ip = Frame.ipv4(frame);
    inside.put(
        frame,
        new Came(
            hops,
            Ipv4Header.ttl(frame, ip),
            RaniHeader.lifetimeMicros(frame, frame.readerIndex()),
            nowNanos,
            sums(frame, ip)));
  }

  /** Returns whether the UDP or RDP checksum is right (RFC 768, 1071), true for other protocols. */
  private static boolean sums(ByteBuf frame, int ip) {
    int protocol = Ipv4Header.protocol(frame, ip);
    if (protocol != Ipv4Header.PROTOCOL_UDP && protocol != Ipv4Header.PROTOCOL_RDP) {
      return true;
    }
    int length = Ipv4Header.totalLength(frame, ip) - Ipv4Header.LENGTH;
    long pseudoHeader =
        (Ipv4Header.source(frame, ip) & 0xFFFF_FFFFL)
            + (Ipv4Header.destination(frame, ip) & 0xFFFF_FFFFL)
            + protocol
            + length;
    long sum = InternetChecksum.sum(frame, ip + Ipv4Header.LENGTH, length, pseudoHeader);
    return InternetChecksum.fold(sum) == 0;
  }

  private @Nullable String wrong(long nowNanos, ByteBuf frame, @Nullable Came came) {
    if (came == null) {
      return "let a frame go that had not come, or had gone";
    }
    int ip = Frame.ipv4(frame);
    int ttl = Ipv4Header.ttl(frame, ip);
    if (ttl != came.ttl - came.hops) {
      return "let a packet go with TTL %s that had %s%s"
          .formatted(ttl, came.ttl, came.hops == 0 ? " when it was made" : " when it came");
    }
    long heldMicros = Math.max(1, (nowNanos - came.atNanos) / NANOS_PER_MICRO);
    long lifetimeMicros = RaniHeader.lifetimeMicros(frame, frame.readerIndex());
    if (lifetimeMicros > came.lifetimeMicros - heldMicros) {
      return "held a packet for %s us and let it go with %s us to live of %s"
          .formatted(heldMicros, lifetimeMicros, came.lifetimeMicros);
    }
    if (!sums(frame, ip)) {
      if (came.sums) {
        return "let a packet go spoilt that had come whole";
      }
      sentOnSpoilt.add(ends(Ipv4Header.source(frame, ip), Ipv4Header.destination(frame, ip)));
    }
    return null;
  }

  private final class AtNode implements NodeTrace {
    private final String node;

    AtNode(String node) {
      this.node = node;
    }

    @Override
    public void origin(long nowNanos, ByteBuf frame) {
      enter(nowNanos, frame, 0);
    }

    @Override
    public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
      if (Frame.check(frame) == null) {
        enter(nowNanos, frame, 1);
      }
    }

    @Override
    public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
      String wrong = wrong(nowNanos, frame, inside.remove(frame));
      if (wrong != null) {
        findings.report("node " + node + " " + wrong);
      }
    }

    @Override
    public void delivery(long nowNanos, String at, ByteBuf frame) {
      inside.remove(frame);
    }

    @Override
    public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
      inside.remove(frame);
      drops.merge(reason, 1L, Long::sum);
    }

    /** Ignores notes, and does not make their text. */
    @Override
    public void note(long nowNanos, String service, String event, NoteDetail detail) {}
  }
}
