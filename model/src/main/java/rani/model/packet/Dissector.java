// SPDX-License-Identifier: Apache-2.0
package rani.model.packet;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.model.menu.ServiceCatalog;
import rani.model.packet.Dissection.Field;
import rani.model.packet.Dissection.Layer;
import rani.model.topology.TopologyNode;
import rani.rdp.segment.RdpHeader;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.service.ServiceProvider;
import rani.wasm.capsule.CapsuleHeader;
import rani.wasm.capsule.CapsuleLimits;
import rani.wire.Address;
import rani.wire.Dscp;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.KeyedTrailer;
import rani.wire.MessageFormat;
import rani.wire.NodeMessage;
import rani.wire.RaniHeader;
import rani.wire.ServiceMessage;
import rani.wire.UdpHeader;
import rani.world.DropReason;

/**
 * Dissects one frame layer by layer, according to {@code docs/wire-format.md} and {@code
 * docs/rdp.md}. A layer is read only if its fixed part is present, so that nothing is read beyond
 * the frame's end.
 */
final class Dissector {
  private static final long NANOS_PER_MICRO = 1000;
  private static final int MESSAGE_LENGTH_MIN = 4;
  private static final int RDP_LENGTH_MIN = 18;
  private static final int RDP_EACK_WORDS = 2;
  private static final int RDP_SYN_BYTES = 6;
  private static final int RDP_STATE_BYTES = 12;

  private final ByteBuf buf;
  private final List<TopologyNode> nodes;
  private final Supplier<ServiceCatalog> services;
  private final String hex;
  private final List<Layer> layers = new ArrayList<>();
  private List<Field> fields = new ArrayList<>();

  /** Creates a dissector; the services are loaded only if a frame contains a service number. */
  Dissector(byte[] frame, List<TopologyNode> nodes, Supplier<ServiceCatalog> services) {
    this.buf = Unpooled.wrappedBuffer(frame);
    this.nodes = nodes;
    this.services = services;
    this.hex = HexFormat.of().formatHex(frame);
  }

  /** Returns all message formats, those of the requested service first. */
  private List<MessageFormat> messages(int asked) {
    Stream<MessageFormat> ofServices =
        services.get().all().stream()
            .sorted(Comparator.comparing(each -> each.number() != asked))
            .flatMap(each -> each.messages().stream());
    return Stream.concat(NodeMessage.FORMATS.stream(), ofServices).toList();
  }

  private String service(int number) {
    return number == 0
        ? "the node itself"
        : services.get().all().stream()
            .filter(each -> each.number() == number)
            .map(ServiceProvider::name)
            .findFirst()
            .orElse("unknown here");
  }

  Dissection dissection() {
    DropReason refused = Frame.check(buf);
    int length = buf.readableBytes();
    if (length < RaniHeader.LENGTH) {
      data("RANI header", 0, length, missing(RaniHeader.LENGTH - length));
    } else {
      rani(length);
    }
    return new Dissection(length, refused == null ? "" : refused.text(), layers, hex);
  }

  private void rani(int length) {
    int headerLength = RaniHeader.length(buf, 0);
    boolean keyed = RaniHeader.keyed(buf, 0);
    field("version", 0, 1, RaniHeader.version(buf, 0), "");
    field(
        "flags",
        0,
        1,
        (RaniHeader.act(buf, 0) ? "A" : "-") + (keyed ? "K" : "-"),
        (RaniHeader.act(buf, 0) ? "active" : "passive") + (keyed ? ", keyed" : ""));
    field("header words", 1, 1, headerLength / 4, headerLength + " bytes");
    int service = RaniHeader.service(buf, 0);
    field(
        "service",
        2,
        2,
        service,
        RaniHeader.act(buf, 0) ? service(service) : "not looked at in a passive packet");
    long micros = RaniHeader.lifetimeMicros(buf, 0);
    field("lifetime left", 4, 4, micros + " us", "");
    address("PrevNode", 8, RaniHeader.prevNode(buf, 0));
    field("PrevNode link", 12, 2, RaniHeader.prevLink(buf, 0), "for display only");
    field("reserved", 14, 2, buf.getUnsignedShort(14), "");
    boolean isLong = headerLength > RaniHeader.LENGTH && headerLength <= length;
    if (isLong) {
      int more = headerLength - RaniHeader.LENGTH;
      field("more", RaniHeader.LENGTH, more, more + " bytes", "carried on unread");
    }
    boolean isOdd = headerLength < RaniHeader.LENGTH || headerLength > length;
    layer(
        "RANI header", 0, isOdd ? RaniHeader.LENGTH : headerLength, isOdd ? "no such length" : "");
    int at = isOdd ? RaniHeader.LENGTH : headerLength;
    int trailer = keyed && length - at >= KeyedTrailer.LENGTH ? KeyedTrailer.LENGTH : 0;
    int end = length - trailer;
    if (end - at < Ipv4Header.LENGTH) {
      data("IPv4 header", at, end - at, missing(Ipv4Header.LENGTH - (end - at)));
    } else {
      ipv4(at, end);
    }
    if (trailer > 0) {
      field("key id", end, 1, buf.getUnsignedByte(end), "");
      field("counter", end + 2, 6, buf.getLong(end) & KeyedTrailer.COUNTER_MAX, "");
      field("HMAC", end + 8, 16, hex.substring(2 * (end + 8), 2 * (end + 24)), "");
      layer("trailer", end, trailer, "");
    }
  }

  private void ipv4(int at, int end) {
    int total = Ipv4Header.totalLength(buf, at);
    int dscp = Ipv4Header.dscp(buf, at);
    int protocol = Ipv4Header.protocol(buf, at);
    field("version", at, 1, Ipv4Header.version(buf, at), "");
    field(
        "header words",
        at,
        1,
        Ipv4Header.headerWords(buf, at),
        4 * Ipv4Header.headerWords(buf, at) + " bytes");
    field("DSCP", at + 1, 1, dscp, dscp(dscp));
    field("ECN", at + 1, 1, Ipv4Header.ecn(buf, at), ecn(Ipv4Header.ecn(buf, at)));
    field(
        "total length", at + 2, 2, total, total == end - at ? "" : (end - at) + " bytes are here");
    field("identification", at + 4, 2, Ipv4Header.identification(buf, at), "");
    int fragment = buf.getUnsignedShort(at + 6);
    field("flags", at + 6, 1, fragment >>> 13, (fragment & 0x4000) != 0 ? "don't fragment" : "");
    field("fragment offset", at + 6, 2, fragment & 0x1FFF, "");
    field("TTL", at + 8, 1, Ipv4Header.ttl(buf, at), "");
    field("protocol", at + 9, 1, protocol, protocol(protocol));
    checksum(at + 10, Ipv4Header.checksumHolds(buf, at) ? "right" : "WRONG");
    address("source", at + 12, Ipv4Header.source(buf, at));
    address("destination", at + 16, Ipv4Header.destination(buf, at));
    layer("IPv4 header", at, Ipv4Header.LENGTH, "");
    int body = at + Ipv4Header.LENGTH;
    int length = end - body;
    switch (protocol) {
      case Ipv4Header.PROTOCOL_UDP -> udp(at, body, length);
      case Ipv4Header.PROTOCOL_RDP -> rdp(at, body, length);
      case Ipv4Header.PROTOCOL_SERVICE -> message(body, length);
      default -> data("data", body, length, "");
    }
  }

  private void udp(int ip, int at, int length) {
    if (length < UdpHeader.LENGTH) {
      data("UDP header", at, length, missing(UdpHeader.LENGTH - length));
      return;
    }
    int said = UdpHeader.length(buf, at);
    field("source port", at, 2, UdpHeader.sourcePort(buf, at), "");
    field("destination port", at + 2, 2, UdpHeader.destinationPort(buf, at), "");
    field("length", at + 4, 2, said, said == length ? "" : length + " bytes are here");
    int checksum = buf.getUnsignedShort(at + 6);
    int source = Ipv4Header.source(buf, ip);
    int destination = Ipv4Header.destination(buf, ip);
    boolean whole = said >= UdpHeader.LENGTH && said <= length;
    String judged =
        whole && UdpHeader.checksumHolds(buf, at, source, destination) ? "right" : "WRONG";
    checksum(at + 6, checksum == 0 ? "not computed" : judged);
    layer("UDP header", at, UdpHeader.LENGTH, "");
    int body = at + UdpHeader.LENGTH;
    int rest = length - UdpHeader.LENGTH;
    boolean toCapsule =
        RaniHeader.act(buf, 0) && RaniHeader.service(buf, 0) == CapsuleLimits.NUMBER;
    if (toCapsule && CapsuleHeader.isAt(buf, body, rest)) {
      capsule(body, rest);
    } else {
      data("data", body, rest, toCapsule ? "no capsule that this version knows" : "");
    }
  }

  private void capsule(int at, int length) {
    boolean carries = CapsuleHeader.carriesCode(buf, at);
    int arguments = CapsuleHeader.argumentsLength(buf, at);
    field("version", at, 1, buf.getUnsignedByte(at), "");
    field("flags", at + 1, 1, carries ? "C" : "-", carries ? "carries its code" : "names its code");
    field("length of arguments", at + 2, 2, arguments, "");
    field("SHA-256", at + 4, 32, CapsuleHeader.hashHex(buf, at), "of the code");
    layer("capsule", at, CapsuleHeader.LENGTH, "");
    data("arguments", CapsuleHeader.argumentsIndex(at), arguments, "");
    if (carries) {
      int code = CapsuleHeader.codeIndex(buf, at);
      data("code", code, at + length - code, "");
    }
  }

  private void message(int at, int length) {
    if (length < MESSAGE_LENGTH_MIN) {
      data("service message", at, length, missing(MESSAGE_LENGTH_MIN - length));
      return;
    }
    ServiceMessage message =
        MessageFormat.read(messages(RaniHeader.service(buf, 0)), buf, at, length);
    field("version", at, 1, buf.getUnsignedByte(at), "");
    field(
        "type",
        at + 1,
        1,
        buf.getUnsignedByte(at + 1),
        message == null ? "" : message.format().name());
    checksum(at + 2, message == null ? "" : "right");
    if (message != null && length > MESSAGE_LENGTH_MIN) {
      int rest = length - MESSAGE_LENGTH_MIN;
      field("fields", at + MESSAGE_LENGTH_MIN, rest, message.toString(), "");
    }
    layer(
        "service message",
        at,
        message == null ? MESSAGE_LENGTH_MIN : length,
        message == null ? "no message that this version knows" : "");
    if (message == null) {
      data("data", at + MESSAGE_LENGTH_MIN, length - MESSAGE_LENGTH_MIN, "");
    }
  }

  private void rdp(int ip, int at, int length) {
    if (length < RDP_LENGTH_MIN) {
      data("RDP header", at, length, missing(RDP_LENGTH_MIN - length));
      return;
    }
    int first = buf.getUnsignedByte(at);
    int headerLength = 2 * buf.getUnsignedByte(at + 1);
    field("flags", at, 1, hex(first & 0xFC), flags(first));
    field("version", at, 1, first & 0x03, "");
    field("header words", at + 1, 1, headerLength / 2, headerLength + " bytes");
    field("source port", at + 2, 2, buf.getUnsignedShort(at + 2), "");
    field("destination port", at + 4, 2, buf.getUnsignedShort(at + 4), "");
    field("data length", at + 6, 2, buf.getUnsignedShort(at + 6), "");
    field("sequence", at + 8, 4, buf.getUnsignedInt(at + 8), "");
    boolean acknowledges = (first & Segment.ACK) != 0;
    field("acknowledgement", at + 12, 4, buf.getUnsignedInt(at + 12), acknowledges ? "" : "unused");
    RefusalReason refused =
        SegmentCodec.check(
            buf, at, length, Ipv4Header.source(buf, ip), Ipv4Header.destination(buf, ip), false);
    checksum(at + 16, buf.getUnsignedShort(at + 16) == 0 ? "not computed" : "");
    boolean whole = headerLength >= RDP_LENGTH_MIN && headerLength <= length;
    if (whole) {
      rdpOptions(at, headerLength, first);
    }
    layer(
        "RDP header",
        at,
        whole ? headerLength : RDP_LENGTH_MIN,
        refused == null ? "" : "an endpoint would refuse it: " + refused.text());
    int header = whole ? headerLength : RDP_LENGTH_MIN;
    data("data", at + header, length - header, "");
  }

  private void rdpOptions(int at, int headerLength, int first) {
    boolean hasState = (first & RdpHeader.ROUTER_STATE) != 0;
    int options = at + RDP_LENGTH_MIN;
    int end = at + headerLength - (hasState ? RDP_STATE_BYTES : 0);
    if ((first & Segment.SYN) != 0 && end - options >= RDP_SYN_BYTES) {
      field("outstanding", options, 2, buf.getUnsignedShort(options), "segments at most");
      field("largest segment", options + 2, 2, buf.getUnsignedShort(options + 2), "bytes");
      field("options", options + 4, 2, hex(buf.getUnsignedShort(options + 4)), "");
    } else if ((first & Segment.EACK) != 0) {
      for (int each = options; each + 2 * RDP_EACK_WORDS <= end; each += 2 * RDP_EACK_WORDS) {
        field("EACK", each, 4, buf.getUnsignedInt(each), "received out of sequence");
      }
    }
    if (hasState && end >= options) {
      field("state flags", end, 1, hex(buf.getUnsignedByte(end)), "router state");
      field("phase", end + 1, 1, buf.getUnsignedByte(end + 1), "");
      field("epoch", end + 2, 2, buf.getUnsignedShort(end + 2), "");
      field("cwnd", end + 4, 2, buf.getUnsignedShort(end + 4), "packets");
      field("ssthresh", end + 6, 2, buf.getUnsignedShort(end + 6), "packets");
      field("srtt", end + 8, 2, buf.getUnsignedShort(end + 8), "ms");
      field("lost", end + 10, 2, buf.getUnsignedShort(end + 10), "segments");
    }
  }

  private static String flags(int first) {
    List<String> set = new ArrayList<>();
    String[] all = {"SYN", "ACK", "EACK", "RST", "NUL", "router state"};
    for (int bit = 0; bit < all.length; bit++) {
      if ((first & 0x80 >>> bit) != 0) {
        set.add(all[bit]);
      }
    }
    return String.join(", ", set);
  }

  private String dscp(int dscp) {
    if (dscp != Ipv4Header.DSCP_CONTROL) {
      return Dscp.name(dscp);
    }
    if (Frame.check(buf) != null) {
      return "cs6, network control";
    }
    return Frame.isControl(buf)
        ? "cs6, network control: passes beside queues and filters within its share"
        : "cs6, but neither of a node, nor active, nor small: data";
  }

  private static String ecn(int ecn) {
    return switch (ecn) {
      case Ipv4Header.ECN_NOT_ECT -> "Not-ECT";
      case Ipv4Header.ECN_ECT_0 -> "ECT(0)";
      case Ipv4Header.ECN_CE -> "CE, congestion experienced";
      default -> "ECT(1)";
    };
  }

  private static String protocol(int protocol) {
    return switch (protocol) {
      case Ipv4Header.PROTOCOL_UDP -> "UDP";
      case Ipv4Header.PROTOCOL_RDP -> "RDP";
      case Ipv4Header.PROTOCOL_SERVICE -> "messages of nodes and services";
      default -> "";
    };
  }

  private static String hex(int value) {
    return String.format("0x%04x", value);
  }

  private static String missing(int bytes) {
    return "cut short: " + bytes + (bytes == 1 ? " byte is" : " bytes are") + " missing";
  }

  private void address(String name, int at, int address) {
    Optional<TopologyNode> node =
        nodes.stream().filter(each -> each.virtualAddress() == address).findFirst();
    field(name, at, 4, Address.text(address), node.map(TopologyNode::name).orElse(""));
  }

  private void checksum(int at, String meaning) {
    field("checksum", at, 2, hex(buf.getUnsignedShort(at)), meaning);
  }

  private void field(String name, int at, int length, @Nullable Object value, String meaning) {
    fields.add(new Field(name, at, length, String.valueOf(value), meaning));
  }

  private void layer(String name, int at, int length, String problem) {
    layers.add(new Layer(name, at, length, problem, fields));
    fields = new ArrayList<>();
  }

  private void data(String name, int at, int length, String problem) {
    if (length > 0 || !problem.isEmpty()) {
      layer(name, at, Math.max(0, length), problem);
    }
  }
}
