// SPDX-License-Identifier: Apache-2.0
package rani.bench.served;

import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.wire.Ipv4Header;

/** The services of {@link WasmCase} in Java: each does what the module of its name does. */
final class JavaPeers extends NamedProvider {
  private static final int NUMBER = 60_005;

  private final Supplier<Service> made;

  private JavaPeers(String name, Supplier<Service> made) {
    super(NUMBER, name, Reach.EVERY_HOP);
    this.made = made;
  }

  static JavaPeers verdict() {
    return new JavaPeers("verdict", Verdict::new);
  }

  static JavaPeers monitor() {
    return new JavaPeers("monitor", Monitor::new);
  }

  static JavaPeers marker() {
    return new JavaPeers("marker", Marker::new);
  }

  @Override
  public Service create(OptionReader options) {
    return made.get();
  }

  /** Parses a UDP datagram, combines eight words of its data, and decides. */
  private static final class Verdict implements Service {
    private static final int DISCARD_PORT = 9;
    private static final int WORDS_BYTES = 32;
    private static final int FACTOR = 31;
    private static final int UNWANTED = 0x5EED;

    @Override
    public void start(long nowNanos, ServiceContext context) {}

    @Override
    public Fate onPacket(long nowNanos, FrameView packet) {
      if (packet.protocol() != Ipv4Header.PROTOCOL_UDP) {
        return Fate.FORWARD;
      }
      if (packet.ttl() < 2 || packet.destinationPort() == DISCARD_PORT) {
        return Fate.DISCARD;
      }
      ByteBuf frame = packet.frame();
      int at = packet.dataIndex();
      int mix = 0;
      for (int end = at + WORDS_BYTES; at < end; at += Integer.BYTES) {
        mix = mix * FACTOR + frame.getIntLE(at);
      }
      return mix == UNWANTED ? Fate.DISCARD : Fate.FORWARD;
    }
  }

  /** Counts packets and bytes per flow in a hash table, by linear probing. */
  private static final class Monitor implements Service {
    private static final int PLACES = 1024;
    private static final int SHIFT = 54;
    private static final int ROTATION = 29;
    private static final int PROBES_MAX = 8;
    private static final long MIXED = 0x9E3779B97F4A7C15L;

    private final long[] ends = new long[PLACES];
    private final long[] ports = new long[PLACES];
    private final long[] packets = new long[PLACES];
    private final long[] bytes = new long[PLACES];

    @Override
    public void start(long nowNanos, ServiceContext context) {}

    @Override
    public Fate onPacket(long nowNanos, FrameView packet) {
      long ofEnds = (long) packet.source() << Integer.SIZE | packet.destination() & 0xFFFF_FFFFL;
      long ofPorts = (long) packet.sourcePort() << Short.SIZE | packet.destinationPort();
      int place = (int) ((ofEnds ^ Long.rotateLeft(ofPorts, ROTATION)) * MIXED >>> SHIFT);
      for (int left = PROBES_MAX; left > 0; left--) {
        if (packets[place] == 0) {
          ends[place] = ofEnds;
          ports[place] = ofPorts;
        }
        if (ends[place] == ofEnds && ports[place] == ofPorts) {
          packets[place]++;
          bytes[place] += packet.length();
          return Fate.FORWARD;
        }
        place = place + 1 & PLACES - 1;
      }
      return Fate.FORWARD;
    }
  }

  /** Marks what exceeds a token bucket. Tokens are bytes × 10⁷; a nanosecond brings 10⁶. */
  private static final class Marker implements Service {
    private static final long DEPTH = 640_000_000_000L;
    private static final long PER_NANO = 1_000_000;
    private static final long PER_BYTE = 10_000_000;
    private static final int AF11 = 10;
    private static final int AF12 = 12;

    private long tokens = DEPTH;
    private long filledNanos;

    @Override
    public void start(long nowNanos, ServiceContext context) {}

    @Override
    public Fate onPacket(long nowNanos, FrameView packet) {
      long have = Math.min(DEPTH, tokens + (nowNanos - filledNanos) * PER_NANO);
      filledNanos = nowNanos;
      long cost = packet.length() * PER_BYTE;
      packet.mark(have >= cost ? AF11 : AF12);
      tokens = have >= cost ? have - cost : have;
      return Fate.FORWARD;
    }
  }
}
