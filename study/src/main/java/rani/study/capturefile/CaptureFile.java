// SPDX-License-Identifier: Apache-2.0
package rani.study.capturefile;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rani.model.file.UnitError;

/**
 * Reads the IP packets of a capture in the formats pcap (draft-ietf-opsawg-pcap), with times in
 * microseconds or nanoseconds, and pcapng (draft-ietf-opsawg-pcapng), both in either byte order.
 * What is damaged ends the reading; nothing in a file can do more than that.
 */
public final class CaptureFile {
  /** Largest number of packets that are read. */
  public static final int PACKETS_MAX = 10_000_000;

  /** Largest number of interfaces of a section. */
  static final int INTERFACES_MAX = 65_536;

  private static final int PCAP_MICROS = 0xA1B2C3D4;
  private static final int PCAP_NANOS = 0xA1B23C4D;
  private static final int PCAP_HEADER_BYTES = 24;
  private static final int PCAP_RECORD_BYTES = 16;
  private static final int LINK_TYPE_BITS = 0xFFFF;

  private static final int SECTION_HEADER = 0x0A0D0D0A;
  private static final int BYTE_ORDER = 0x1A2B3C4D;
  private static final int INTERFACE_DESCRIPTION = 1;
  private static final int PACKET = 2;
  private static final int SIMPLE_PACKET = 3;
  private static final int ENHANCED_PACKET = 6;
  private static final int BLOCK_BYTES_MIN = 12;
  private static final int OPTION_END = 0;
  private static final int OPTION_RESOLUTION = 9;
  private static final int OPTION_OFFSET = 14;

  private static final long SECOND = 1_000_000_000;

  /** Latest time, in seconds since the epoch, whose nanoseconds fit a {@code long}. */
  private static final long SECONDS_MAX = 1L << 33;

  private final ByteBuffer file;
  private final PacketFilter filter;
  private final List<CapturedPacket> taken = new ArrayList<>();
  private final List<Interface> interfaces = new ArrayList<>();
  private int packets;
  private int notIp;
  private int filtered;
  private boolean isCutOff;
  private long lastNanos;

  /** An interface: link type, and ticks of its clock in a second, behind an offset. */
  private record Interface(int linkType, int resolution, long offsetSeconds) {}

  private CaptureFile(byte[] bytes, PacketFilter filter) {
    this.file = ByteBuffer.wrap(bytes);
    this.filter = filter;
  }

  /** A packet: nanoseconds since the first one that is taken, and its IP total length. */
  public record Packet(long atNanos, int lengthBytes) {}

  /**
   * What a capture holds.
   *
   * @param taken packets in order of time
   * @param packets number of packets in the file
   * @param notIp those that are no IP packet, or of which not enough was captured
   * @param filtered IP packets that the filter leaves out
   * @param cutOff whether the file ends within a packet, is damaged, or has too many
   */
  public record Contents(
      List<Packet> taken, int packets, int notIp, int filtered, boolean cutOff) {}

  /** Returns whether a file begins as one of the formats does. */
  public static boolean isOne(byte[] bytes) {
    if (bytes.length < Integer.BYTES) {
      return false;
    }
    int magic = ByteBuffer.wrap(bytes).getInt();
    return magic == SECTION_HEADER || orderOf(magic) != null;
  }

  private static @Nullable ByteOrder orderOf(int magic) {
    if (magic == PCAP_MICROS || magic == PCAP_NANOS) {
      return ByteOrder.BIG_ENDIAN;
    }
    int turned = Integer.reverseBytes(magic);
    return turned == PCAP_MICROS || turned == PCAP_NANOS ? ByteOrder.LITTLE_ENDIAN : null;
  }

  /**
   * Reads the packets that meet every condition of a filter, such as {@code from=10.0.0.1
   * proto=tcp}. Empty if the file is no capture.
   *
   * @throws UnitError if the filter is none
   */
  public static Optional<Contents> read(byte[] bytes, String filter) throws UnitError {
    PacketFilter conditions = PacketFilter.parse(filter);
    if (!isOne(bytes)) {
      return Optional.empty();
    }
    CaptureFile read = new CaptureFile(bytes, conditions);
    if (read.file.getInt(0) == SECTION_HEADER) {
      read.blocks();
    } else {
      read.records();
    }
    return Optional.of(read.contents());
  }

  private Contents contents() {
    List<CapturedPacket> sorted = new ArrayList<>(taken);
    sorted.sort(Comparator.comparingLong(CapturedPacket::nanos)); // stable
    long first = sorted.isEmpty() ? 0 : sorted.getFirst().nanos();
    return new Contents(
        sorted.stream().map(one -> new Packet(one.nanos() - first, one.lengthBytes())).toList(),
        packets,
        notIp,
        filtered,
        isCutOff);
  }

  /** Takes a packet; false if it cannot be one, or there are too many. */
  private boolean packet(int linkType, long nanos, int at, long capturedBytes) {
    if (capturedBytes > file.limit() - at || packets == PACKETS_MAX) {
      return false;
    }
    packets++;
    lastNanos = nanos;
    CapturedPacket packet = CapturedPacket.of(linkType, nanos, file.slice(at, (int) capturedBytes));
    if (packet == null) {
      notIp++;
    } else if (filter.takes(packet)) {
      taken.add(packet);
    } else {
      filtered++;
    }
    return true;
  }

  private long unsigned(int at) {
    return Integer.toUnsignedLong(file.getInt(at));
  }

  // pcap

  private void records() {
    ByteOrder order = orderOf(file.getInt(0));
    if (order == null || file.limit() < PCAP_HEADER_BYTES) {
      isCutOff = true;
      return;
    }
    file.order(order);
    boolean isNanos = file.getInt(0) == PCAP_NANOS;
    int linkType = file.getInt(PCAP_HEADER_BYTES - 4) & LINK_TYPE_BITS;
    int at = PCAP_HEADER_BYTES;
    while (at < file.limit()) {
      if (file.limit() - at < PCAP_RECORD_BYTES) {
        isCutOff = true;
        return;
      }
      long nanos = unsigned(at) * SECOND + unsigned(at + 4) * (isNanos ? 1 : 1000);
      long captured = unsigned(at + 8);
      if (!packet(linkType, nanos, at + PCAP_RECORD_BYTES, captured)) {
        isCutOff = true;
        return;
      }
      at += PCAP_RECORD_BYTES + (int) captured;
    }
  }

  // pcapng

  private void blocks() {
    int at = 0;
    while (at < file.limit()) {
      long length = file.limit() - at < BLOCK_BYTES_MIN ? 0 : lengthOf(at);
      boolean isWhole =
          length >= BLOCK_BYTES_MIN
              && length % Integer.BYTES == 0
              && length <= file.limit() - at
              && unsigned(at + (int) length - 4) == length;
      if (!isWhole || !block(at, (int) length)) {
        isCutOff = true;
        return;
      }
      at += (int) length;
    }
  }

  /** Returns the length of a block; a section header tells the byte order of what follows. */
  private long lengthOf(int at) {
    if (file.getInt(at) == SECTION_HEADER) { // the same in both orders
      file.order(ByteOrder.BIG_ENDIAN);
      if (file.getInt(at + 8) != BYTE_ORDER) {
        file.order(ByteOrder.LITTLE_ENDIAN);
        if (file.getInt(at + 8) != BYTE_ORDER) {
          return 0;
        }
      }
      interfaces.clear();
    }
    return unsigned(at + 4);
  }

  /** Reads a block, of which the lengths fit; false if it is damaged. */
  private boolean block(int at, int length) {
    int end = at + length - 4;
    return switch (file.getInt(at)) {
      case INTERFACE_DESCRIPTION -> end - at >= 16 && interfaceAt(at, end);
      case ENHANCED_PACKET -> end - at >= 28 && timed(unsigned(at + 8), at + 12, at + 28, end);
      case PACKET -> end - at >= 28 && timed(file.getShort(at + 8) & 0xFFFF, at + 12, at + 28, end);
      case SIMPLE_PACKET -> {
        if (end - at < 12 || interfaces.isEmpty()) {
          yield false;
        }
        long captured = Math.min(unsigned(at + 8), end - (at + 12)); // its padding is harmless
        yield packet(interfaces.getFirst().linkType(), lastNanos, at + 12, captured);
      }
      default -> true;
    };
  }

  private boolean interfaceAt(int at, int end) {
    int resolution = 6;
    long offsetSeconds = 0;
    int option = at + 16;
    while (end - option >= 4) {
      int code = file.getShort(option) & 0xFFFF;
      int length = file.getShort(option + 2) & 0xFFFF;
      if (code == OPTION_END || length > end - option - 4) {
        break;
      }
      if (code == OPTION_RESOLUTION && length == 1) {
        resolution = file.get(option + 4) & 0xFF;
      } else if (code == OPTION_OFFSET && length == 8) {
        offsetSeconds = file.getLong(option + 4);
      }
      option += 4 + (length + 3) / 4 * 4;
    }
    interfaces.add(new Interface(file.getShort(at + 8) & 0xFFFF, resolution, offsetSeconds));
    return interfaces.size() <= INTERFACES_MAX && Math.abs(offsetSeconds) <= SECONDS_MAX;
  }

  /** Reads a packet: two halves of its time, its captured and its original length, its bytes. */
  private boolean timed(long number, int timeAt, int dataAt, int end) {
    long captured = unsigned(timeAt + 8);
    if (number >= interfaces.size() || captured > end - dataAt) {
      return false;
    }
    Interface of = interfaces.get((int) number);
    long nanos = nanos(unsigned(timeAt) << 32 | unsigned(timeAt + 4), of);
    return nanos != Long.MIN_VALUE && packet(of.linkType(), nanos, dataAt, captured);
  }

  /** Returns the nanoseconds of so many ticks; {@code Long.MIN_VALUE} if they do not fit. */
  private static long nanos(long ticks, Interface of) {
    int exponent = of.resolution() & 0x7F;
    BigInteger perSecond =
        of.resolution() < 0x80 ? BigInteger.TEN.pow(exponent) : BigInteger.ONE.shiftLeft(exponent);
    BigInteger nanos =
        new BigInteger(Long.toUnsignedString(ticks))
            .multiply(BigInteger.valueOf(SECOND))
            .divide(perSecond)
            .add(BigInteger.valueOf(of.offsetSeconds()).multiply(BigInteger.valueOf(SECOND)));
    boolean fits = nanos.abs().compareTo(BigInteger.valueOf(SECONDS_MAX * SECOND / 2)) <= 0;
    return fits ? nanos.longValueExact() : Long.MIN_VALUE;
  }
}
