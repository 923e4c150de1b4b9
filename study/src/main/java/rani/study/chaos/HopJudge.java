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
 * Compares each packet that leaves a node with its arrival. It leaves at most once, with one hop
 * less if it arrived by a link, its lifetime reduced by the time it was held, and not corrupted
 * further. It reads only the frames of trace events, and knows nothing of how a node decides.
 */
final class HopJudge {
  private static final long NANOS_PER_MICRO = 1000;

  private final Findings findings;
  private final IdentityHashMap<ByteBuf, Came> inside = new IdentityHashMap<>();
  private final Set<Long> sentOnSpoilt = new HashSet<>();
  private final EnumMap<DropReason, Long> drops = new EnumMap<>(DropReason.class);

  /**
   * A packet at its arrival or origin.
   *
   * @param hops that it has to lose here: 1, or 0 where it was made
   */
  private record Came(int hops, int ttl, long lifetimeMicros, long atNanos, boolean sums) {}

  HopJudge(Findings findings) {
    this.findings = findings;
  }

  /** Looks at one node. */
  NodeTrace at(String node) {
    return new AtNode(node);
  }

  /** Whether a node has forwarded a corrupted packet between two ends. */
  boolean sentOnSpoilt(int source, int destination) {
    return sentOnSpoilt.contains(ends(source, destination));
  }

  /** How many frames were dropped for each reason, those of crashed nodes included. */
  SequencedMap<DropReason, Long> drops() {
    return new LinkedHashMap<>(drops);
  }

  /**
   * Whether a frame is corrupted so that its UDP or RDP checksum fails. A second flipped bit may
   * hide the first.
   */
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

  /** Whether a datagram or segment sums to what its checksum says (RFC 768, RFC 1071). */
  private static boolean sums(ByteBuf frame, int ip) {
    int protocol = Ipv4Header.protocol(frame, ip);
    if (protocol != Ipv4Header.PROTOCOL_UDP && protocol != Ipv4Header.PROTOCOL_RDP) {
      return true; // what is not judged
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

  /** The judge at one node. */
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

    /** Notes are not judged, and need no text. */
    @Override
    public void note(long nowNanos, String service, String event, NoteDetail detail) {}
  }
}
