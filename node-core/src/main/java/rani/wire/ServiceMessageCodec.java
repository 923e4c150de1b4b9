// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.wire.ServiceMessage.AbcdSize;
import rani.wire.ServiceMessage.AccFilter;
import rani.wire.ServiceMessage.AccFilterStands;
import rani.wire.ServiceMessage.ActiveFilter;
import rani.wire.ServiceMessage.ActiveFilterAck;
import rani.wire.ServiceMessage.LinkHello;
import rani.wire.ServiceMessage.LinkState;
import rani.wire.ServiceMessage.LinkState.Neighbour;
import rani.wire.ServiceMessage.LinkStateAck;
import rani.wire.ServiceMessage.SignedLinkState;
import rani.wire.ServiceMessage.UfcCongestion;
import rani.wire.ServiceMessage.UfcShaping;

/**
 * Service messages as bytes: the payload of an IP packet of protocol 253.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-------------------------------+
 * |   version 1   |     type      |           checksum            |
 * +---------------+---------------+-------------------------------+
 * |                     the message's own fields                  |
 *
 * type 1  LinkHello        sequence (4) flags (1, bit 0 = heard) 0 (1) interval, ms (2)
 * type 2  ActiveFilter     id (4) GCI: high (8) low (8) destination (4) previous hop (4)
 * type 3  ActiveFilterAck  id (4)
 * type 4  LinkState        origin (4) sequence (4) age, ms (4) part (1) length of name (1)
 *                          neighbours (2), of each: address (4) mtu (2) links (2); name
 * type 5  LinkStateAck     origin (4) sequence (4) part (1) 0 (3)
 * type 6  AccFilter        flow: high (8) low (8) epoch (2) amount (2) phase (1) hops (1)
 *                          flags (1, bit 0 = suppress) 0 (1) cwnd (2) ssthresh (2)
 *                          new cwnd (2) new ssthresh (2) srtt, ms (2) 0 (2)
 * type 7  AccFilterStands  flow: high (8) low (8) epoch (2) flags (1, bit 0 = upstream) 0 (1)
 * type 8  UfcCongestion    flow: high (8) low (8) id (4) count (2) interval, ms (2)
 *                          bandwidth, bit/s (8)
 * type 9  UfcShaping       flow: high (8) low (8) id (4) count (2) interval, ms (2)
 * type 10 AbcdSize         flow: high (8) low (8) bytes (2) 0 (2)
 * type 11 SignedLinkState  as LinkState; its origin's signature (64)
 * </pre>
 *
 * <p>The checksum is the Internet checksum over the payload alone. A message of another version,
 * type, length or sum is refused whole.
 */
public final class ServiceMessageCodec {
  private static final int VERSION = 1;
  private static final int TYPE = 1;
  private static final int CHECKSUM = 2;
  private static final int BODY = 4;

  private static final int LINK_HELLO = 1;
  private static final int ACTIVE_FILTER = 2;
  private static final int ACTIVE_FILTER_ACK = 3;
  private static final int LINK_STATE = 4;
  private static final int LINK_STATE_ACK = 5;
  private static final int ACC_FILTER = 6;
  private static final int ACC_FILTER_STANDS = 7;
  private static final int UFC_CONGESTION = 8;
  private static final int UFC_SHAPING = 9;
  private static final int ABCD_SIZE = 10;
  private static final int SIGNED_LINK_STATE = 11;

  private static final String SIGNED_WORDS = "rani link state";
  private static final int LINK_STATE_HEAD = 16;
  private static final int NEIGHBOUR = 8;
  private static final int HEARD = 1;

  private static final int ACC_FILTER_LENGTH = 36;
  private static final int ACC_FILTER_STANDS_LENGTH = 20;
  private static final int UFC_SHAPING_LENGTH = 24;
  private static final int UFC_CONGESTION_LENGTH = 32;
  private static final int ABCD_SIZE_LENGTH = 20;
  private static final int LINK_HELLO_LENGTH = 8;
  private static final int SUPPRESS = 1;
  private static final int UPSTREAM = 1;

  private ServiceMessageCodec() {}

  /** Bytes of the message when written. */
  public static int length(ServiceMessage message) {
    return BODY + (message instanceof LinkHello ? LINK_HELLO_LENGTH : bodyLength(message));
  }

  /** Not asked about hellos: for a switch over types the JVM makes a class, as the node starts. */
  private static int bodyLength(ServiceMessage message) {
    return switch (message) {
      case LinkHello hello -> LINK_HELLO_LENGTH;
      case ActiveFilter request -> 28;
      case ActiveFilterAck ack -> 4;
      case LinkState state -> linkStateLength(state);
      case SignedLinkState signed ->
          linkStateLength(signed.state()) + SignedLinkState.SIGNATURE_BYTES;
      case LinkStateAck ack -> 12;
      case AccFilter request -> ACC_FILTER_LENGTH;
      case AccFilterStands word -> ACC_FILTER_STANDS_LENGTH;
      case UfcCongestion report -> UFC_CONGESTION_LENGTH;
      case UfcShaping report -> UFC_SHAPING_LENGTH;
      case AbcdSize said -> ABCD_SIZE_LENGTH;
    };
  }

  private static int linkStateLength(LinkState state) {
    return LINK_STATE_HEAD + NEIGHBOUR * state.neighbours().size() + state.name().length();
  }

  /**
   * What an origin signs of its link state: some words that nothing else begins with, and its
   * fields as they are written, with an age of 0, since that changes on its way.
   */
  public static byte[] signed(LinkState state) {
    LinkState ageless =
        new LinkState(
            state.origin(), state.part(), state.sequence(), 0, state.name(), state.neighbours());
    byte[] bytes = new byte[SIGNED_WORDS.length() + linkStateLength(state)];
    ByteBuf buf = Unpooled.wrappedBuffer(bytes);
    buf.setCharSequence(0, SIGNED_WORDS, US_ASCII);
    writeLinkState(ageless, buf, SIGNED_WORDS.length());
    return bytes;
  }

  /** Writes the message at {@code at}, where {@link #length} bytes are free. */
  public static void write(ServiceMessage message, ByteBuf buf, int at) {
    int body = at + BODY;
    int type =
        message instanceof LinkHello hello
            ? writeHello(hello, buf, body)
            : writeBody(message, buf, body);
    buf.setByte(at, VERSION);
    buf.setByte(at + TYPE, type);
    buf.setShort(at + CHECKSUM, 0);
    int checksum = InternetChecksum.fold(InternetChecksum.sum(buf, at, length(message), 0));
    buf.setShort(at + CHECKSUM, checksum);
  }

  private static int writeHello(LinkHello hello, ByteBuf buf, int body) {
    buf.setInt(body, hello.sequence());
    buf.setByte(body + 4, hello.heard() ? HEARD : 0);
    buf.setByte(body + 5, 0);
    buf.setShort(body + 6, hello.intervalMillis());
    return LINK_HELLO;
  }

  /** Writes what stands in a message, see {@link #bodyLength}; its type. */
  private static int writeBody(ServiceMessage message, ByteBuf buf, int body) {
    return switch (message) {
      case LinkHello hello -> writeHello(hello, buf, body);
      case ActiveFilter request -> {
        buf.setInt(body, request.id());
        buf.setLong(body + 4, request.gci().high());
        buf.setLong(body + 12, request.gci().low());
        buf.setInt(body + 20, request.destination());
        buf.setInt(body + 24, request.previousHop());
        yield ACTIVE_FILTER;
      }
      case ActiveFilterAck ack -> {
        buf.setInt(body, ack.id());
        yield ACTIVE_FILTER_ACK;
      }
      case LinkState state -> {
        writeLinkState(state, buf, body);
        yield LINK_STATE;
      }
      case SignedLinkState signed -> {
        writeLinkState(signed.state(), buf, body);
        buf.setBytes(body + linkStateLength(signed.state()), signed.signature());
        yield SIGNED_LINK_STATE;
      }
      case LinkStateAck ack -> {
        buf.setInt(body, ack.origin());
        buf.setInt(body + 4, ack.sequence());
        buf.setInt(body + 8, ack.part() << 24);
        yield LINK_STATE_ACK;
      }
      case AccFilter request -> {
        writeAccFilter(request, buf, body);
        yield ACC_FILTER;
      }
      case AccFilterStands word -> {
        buf.setLong(body, word.flow().high());
        buf.setLong(body + 8, word.flow().low());
        buf.setShort(body + 16, word.epoch());
        buf.setByte(body + 18, word.upstream() ? UPSTREAM : 0);
        buf.setByte(body + 19, 0);
        yield ACC_FILTER_STANDS;
      }
      case UfcCongestion report -> {
        writeDrops(report.flow(), report.id(), report.count(), report.intervalMillis(), buf, body);
        buf.setLong(body + UFC_SHAPING_LENGTH, report.bitsPerSecond());
        yield UFC_CONGESTION;
      }
      case UfcShaping report -> {
        writeDrops(report.flow(), report.id(), report.count(), report.intervalMillis(), buf, body);
        yield UFC_SHAPING;
      }
      case AbcdSize said -> {
        buf.setLong(body, said.flow().high());
        buf.setLong(body + 8, said.flow().low());
        buf.setShort(body + 16, said.bytes());
        buf.setShort(body + 18, 0);
        yield ABCD_SIZE;
      }
    };
  }

  private static void writeDrops(
      FlowKey flow, int id, int count, int intervalMillis, ByteBuf buf, int body) {
    buf.setLong(body, flow.high());
    buf.setLong(body + 8, flow.low());
    buf.setInt(body + 16, id);
    buf.setShort(body + 20, count);
    buf.setShort(body + 22, intervalMillis);
  }

  private static void writeAccFilter(AccFilter request, ByteBuf buf, int body) {
    buf.setLong(body, request.flow().high());
    buf.setLong(body + 8, request.flow().low());
    buf.setShort(body + 16, request.epoch());
    buf.setShort(body + 18, request.amount());
    buf.setByte(body + 20, request.phase());
    buf.setByte(body + 21, request.hops());
    buf.setByte(body + 22, request.suppress() ? SUPPRESS : 0);
    buf.setByte(body + 23, 0);
    buf.setShort(body + 24, request.cwnd());
    buf.setShort(body + 26, request.ssthresh());
    buf.setShort(body + 28, request.newCwnd());
    buf.setShort(body + 30, request.newSsthresh());
    buf.setShort(body + 32, request.srttMillis());
    buf.setShort(body + 34, 0);
  }

  private static void writeLinkState(LinkState state, ByteBuf buf, int body) {
    buf.setInt(body, state.origin());
    buf.setInt(body + 4, state.sequence());
    buf.setInt(body + 8, (int) state.ageMillis());
    buf.setByte(body + 12, state.part());
    buf.setByte(body + 13, state.name().length());
    buf.setShort(body + 14, state.neighbours().size());
    int at = body + LINK_STATE_HEAD;
    for (Neighbour neighbour : state.neighbours()) {
      buf.setInt(at, neighbour.address());
      buf.setShort(at + 4, neighbour.mtuBytes());
      buf.setShort(at + 6, neighbour.links());
      at += NEIGHBOUR;
    }
    buf.setCharSequence(at, state.name(), US_ASCII);
  }

  /** Reads the message that fills {@code length} bytes from {@code at}; null if there is none. */
  public static @Nullable ServiceMessage read(ByteBuf buf, int at, int length) {
    if (length < BODY || buf.getByte(at) != VERSION) {
      return null;
    }
    if (InternetChecksum.fold(InternetChecksum.sum(buf, at, length, 0)) != 0) {
      return null;
    }
    int body = at + BODY;
    ServiceMessage message =
        switch (buf.getByte(at + TYPE)) {
          case LINK_HELLO -> length == BODY + LINK_HELLO_LENGTH ? hello(buf, body) : null;
          case ACTIVE_FILTER -> length == BODY + 28 ? request(buf, body) : null;
          case ACTIVE_FILTER_ACK ->
              length == BODY + 4 ? new ActiveFilterAck(buf.getInt(body)) : null;
          case LINK_STATE -> linkState(buf, body, length - BODY);
          case SIGNED_LINK_STATE -> signedLinkState(buf, body, length - BODY);
          case LINK_STATE_ACK -> length == BODY + 12 ? linkStateAck(buf, body) : null;
          case ACC_FILTER -> length == BODY + ACC_FILTER_LENGTH ? accFilter(buf, body) : null;
          case ACC_FILTER_STANDS ->
              length == BODY + ACC_FILTER_STANDS_LENGTH ? accFilterStands(buf, body) : null;
          case UFC_CONGESTION ->
              length == BODY + UFC_CONGESTION_LENGTH ? congestion(buf, body) : null;
          case UFC_SHAPING -> length == BODY + UFC_SHAPING_LENGTH ? shaping(buf, body) : null;
          case ABCD_SIZE -> length == BODY + ABCD_SIZE_LENGTH ? abcdSize(buf, body) : null;
          default -> null;
        };
    return message;
  }

  private static @Nullable LinkHello hello(ByteBuf buf, int body) {
    int flags = buf.getByte(body + 4);
    int interval = buf.getUnsignedShort(body + 6);
    if ((flags & ~HEARD) != 0 || buf.getByte(body + 5) != 0 || !LinkHello.isValid(interval)) {
      return null;
    }
    return new LinkHello(buf.getInt(body), flags == HEARD, interval);
  }

  private static ActiveFilter request(ByteBuf buf, int body) {
    FlowKey gci = new FlowKey(buf.getLong(body + 4), buf.getLong(body + 12));
    return new ActiveFilter(buf.getInt(body), gci, buf.getInt(body + 20), buf.getInt(body + 24));
  }

  private static @Nullable LinkState linkState(ByteBuf buf, int body, int length) {
    if (length < LINK_STATE_HEAD) {
      return null;
    }
    int part = buf.getUnsignedByte(body + 12);
    int nameLength = buf.getUnsignedByte(body + 13);
    int count = buf.getUnsignedShort(body + 14);
    if (part >= LinkState.PARTS_MAX
        || count > LinkState.NEIGHBOURS_MAX
        || length != LINK_STATE_HEAD + NEIGHBOUR * count + nameLength) {
      return null;
    }
    List<Neighbour> neighbours = new ArrayList<>(count);
    int at = body + LINK_STATE_HEAD;
    for (int read = 0; read < count; read++) {
      int mtuBytes = buf.getUnsignedShort(at + 4);
      int links = buf.getUnsignedShort(at + 6);
      if (!Neighbour.isValid(mtuBytes, links)) {
        return null;
      }
      neighbours.add(new Neighbour(buf.getInt(at), mtuBytes, links));
      at += NEIGHBOUR;
    }
    String name = buf.toString(at, nameLength, US_ASCII); // what is not ASCII comes as U+FFFD
    if (!LinkState.isName(name)) {
      return null;
    }
    return new LinkState(
        buf.getInt(body),
        part,
        buf.getInt(body + 4),
        buf.getUnsignedInt(body + 8),
        name,
        neighbours);
  }

  private static @Nullable SignedLinkState signedLinkState(ByteBuf buf, int body, int length) {
    int unsigned = length - SignedLinkState.SIGNATURE_BYTES;
    LinkState state = linkState(buf, body, unsigned);
    return state == null
        ? null
        : new SignedLinkState(
            state, ByteBufUtil.getBytes(buf, body + unsigned, SignedLinkState.SIGNATURE_BYTES));
  }

  private static @Nullable AccFilter accFilter(ByteBuf buf, int body) {
    int amount = buf.getUnsignedShort(body + 18);
    int phase = buf.getUnsignedByte(body + 20);
    int hops = buf.getUnsignedByte(body + 21);
    int flags = buf.getUnsignedByte(body + 22);
    int cwnd = buf.getUnsignedShort(body + 24);
    int newCwnd = buf.getUnsignedShort(body + 28);
    if (!AccFilter.isValid(amount, phase, cwnd, newCwnd, hops)
        || (flags & ~SUPPRESS) != 0
        || buf.getByte(body + 23) != 0
        || buf.getShort(body + 34) != 0) {
      return null;
    }
    return new AccFilter(
        flow(buf, body),
        buf.getUnsignedShort(body + 16),
        amount,
        phase,
        cwnd,
        buf.getUnsignedShort(body + 26),
        newCwnd,
        buf.getUnsignedShort(body + 30),
        buf.getUnsignedShort(body + 32),
        hops,
        flags == SUPPRESS);
  }

  private static @Nullable AccFilterStands accFilterStands(ByteBuf buf, int body) {
    int flags = buf.getUnsignedByte(body + 18);
    return (flags & ~UPSTREAM) != 0 || buf.getByte(body + 19) != 0
        ? null
        : new AccFilterStands(flow(buf, body), buf.getUnsignedShort(body + 16), flags == UPSTREAM);
  }

  private static @Nullable UfcCongestion congestion(ByteBuf buf, int body) {
    int count = buf.getUnsignedShort(body + 20);
    int intervalMillis = buf.getUnsignedShort(body + 22);
    long bitsPerSecond = buf.getLong(body + UFC_SHAPING_LENGTH);
    return UfcCongestion.isValid(count, intervalMillis) && bitsPerSecond >= 0
        ? new UfcCongestion(
            flow(buf, body), buf.getInt(body + 16), count, intervalMillis, bitsPerSecond)
        : null;
  }

  private static @Nullable UfcShaping shaping(ByteBuf buf, int body) {
    int count = buf.getUnsignedShort(body + 20);
    int intervalMillis = buf.getUnsignedShort(body + 22);
    return UfcCongestion.isValid(count, intervalMillis)
        ? new UfcShaping(flow(buf, body), buf.getInt(body + 16), count, intervalMillis)
        : null;
  }

  private static @Nullable AbcdSize abcdSize(ByteBuf buf, int body) {
    int bytes = buf.getUnsignedShort(body + 16);
    return AbcdSize.isValid(bytes) && buf.getShort(body + 18) == 0
        ? new AbcdSize(flow(buf, body), bytes)
        : null;
  }

  private static FlowKey flow(ByteBuf buf, int at) {
    return new FlowKey(buf.getLong(at), buf.getLong(at + 8));
  }

  private static @Nullable LinkStateAck linkStateAck(ByteBuf buf, int body) {
    int part = buf.getUnsignedByte(body + 8);
    return part >= LinkState.PARTS_MAX || (buf.getInt(body + 8) & 0xFF_FFFF) != 0
        ? null
        : new LinkStateAck(buf.getInt(body), part, buf.getInt(body + 4));
  }
}
