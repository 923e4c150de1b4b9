// SPDX-License-Identifier: Apache-2.0
package rani.model.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UseType;
import org.junit.jupiter.api.Test;
import rani.link.Originator;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.rdp.segment.SynParameters;
import rani.services.abcd.AbcdSize;
import rani.wasm.capsule.CapsuleLimits;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.NodeMessage;
import rani.wire.PacketPlan;
import rani.wire.Payload;

/** Whatever the bytes are, they can be taken apart; what was put together comes out again. */
class DissectionProperties {
  private static final int FROM = Address.parse("10.0.0.1");
  private static final int TO = Address.parse("10.0.0.3");

  private final Originator originator = new Originator(UnpooledByteBufAllocator.DEFAULT, FROM);

  private static byte[] bytes(ByteBuf frame) {
    byte[] bytes = ByteBufUtil.getBytes(frame);
    frame.release();
    return bytes;
  }

  private static Dissection dissect(byte[] bytes) {
    Dissection dissection = Dissection.of(bytes, List.of());
    int end = 0;
    for (Dissection.Layer layer : dissection.layers()) {
      assertEquals(end, layer.offset(), "layers stand one behind the other");
      end += layer.lengthBytes();
      for (Dissection.Field field : layer.fields()) {
        assertTrue(field.offset() >= layer.offset(), field::toString);
        assertTrue(field.offset() + field.lengthBytes() <= end, field::toString);
      }
    }
    assertEquals(bytes.length, end, "every byte is in a layer");
    assertFalse(dissection.lines().isEmpty() && bytes.length > 0);
    return dissection;
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void anyBytesCanBeTakenApart(@ForAll @Size(max = 200) byte[] bytes) {
    dissect(bytes);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void aFrameOfWhichSomethingWasSpoiltOrCutOffCanBeTakenApart(
      @ForAll @IntRange(max = 5) int kind,
      @ForAll @IntRange(max = 400) int at,
      @ForAll byte value,
      @ForAll @IntRange(max = 400) int length) {
    byte[] frame = frame(kind);
    frame[at % frame.length] = value;
    dissect(Arrays.copyOf(frame, Math.min(length, frame.length)));
    dissect(frame);
  }

  private byte[] frame(int kind) {
    return switch (kind) {
      case 0 -> bytes(originator.planned(PacketPlan.datagram(TO, 3, 7, 100)));
      case 1 -> bytes(originator.message(TO, 0, new NodeMessage.LinkHello(5, true, 1000)));
      case 2 -> bytes(originator.packet(TO, 27, 0, 2, 1000, segment(Segment.SYN)));
      case 3 -> bytes(originator.packet(TO, 27, 0, 2, 1000, segment(Segment.ACK)));
      default -> bytes(originator.packet(TO, 99, 0, 0, 1000, Unpooled.wrappedBuffer(new byte[20])));
    };
  }

  private static ByteBuf segment(int flags) {
    SynParameters syn = flags == Segment.SYN ? new SynParameters(10, 500, 1) : null;
    Segment segment =
        new Segment(flags, 4000, 7, 100, 99, syn, Segment.NO_EACKS, null, Unpooled.EMPTY_BUFFER);
    ByteBuf buf = Unpooled.buffer(SegmentCodec.length(segment));
    buf.writerIndex(SegmentCodec.length(segment));
    SegmentCodec.encode(segment, buf, 0, FROM, TO, true);
    return buf;
  }

  /** What a packet's headers may say. */
  public record Fields(
      boolean active,
      @IntRange(max = 0xFFFF) int service,
      @IntRange(min = 1, max = 0xFFFF) int sourcePort,
      @IntRange(min = 1, max = 0xFFFF) int port,
      @IntRange(max = 63) int dscp,
      @IntRange(max = 3) int ecn,
      @IntRange(max = 255) int ttl,
      @LongRange(max = 0xFFFF_FFFFL) long lifetimeMicros) {
    PacketPlan plan(byte[] payload) {
      return new PacketPlan(
          TO,
          active,
          service,
          17,
          sourcePort,
          port,
          dscp,
          ecn,
          ttl,
          lifetimeMicros,
          28 + payload.length,
          Payload.of(payload));
    }
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void whatWasPutTogetherComesOutAgain(
      @ForAll @UseType Fields fields, @ForAll @Size(max = 64) byte[] payload) {
    Dissection found = dissect(bytes(originator.planned(fields.plan(payload))));

    assertEquals("", found.refusal());
    assertEquals(fields.active ? "A-" : "--", value(found, "RANI header", "flags"));
    assertEquals(Integer.toString(fields.service), value(found, "RANI header", "service"));
    assertEquals(fields.lifetimeMicros + " us", value(found, "RANI header", "lifetime left"));
    assertEquals("10.0.0.1", value(found, "RANI header", "PrevNode"));
    assertEquals(Integer.toString(fields.dscp), value(found, "IPv4 header", "DSCP"));
    assertEquals(Integer.toString(fields.ecn), value(found, "IPv4 header", "ECN"));
    assertEquals(Integer.toString(fields.ttl), value(found, "IPv4 header", "TTL"));
    assertEquals("10.0.0.3", value(found, "IPv4 header", "destination"));
    assertEquals(Integer.toString(fields.sourcePort), value(found, "UDP header", "source port"));
    assertEquals(Integer.toString(fields.port), value(found, "UDP header", "destination port"));
    assertEquals(List.of("right", "right"), checksums(found));
  }

  private static List<String> checksums(Dissection found) {
    return found.layers().stream()
        .flatMap(layer -> layer.fields().stream())
        .filter(field -> field.name().equals("checksum"))
        .map(Dissection.Field::meaning)
        .toList();
  }

  @Test
  void aWrongChecksumIsSaidAndWhatANodeWouldMakeOfIt() {
    byte[] frame = frame(0);
    frame[16 + 8]--; // the TTL

    Dissection found = dissect(frame);

    assertEquals(List.of("WRONG", "right"), checksums(found));
    assertEquals("bad-checksum", found.refusal());
  }

  @Test
  void messagesAndSegmentsAreReadToTheirEnd() {
    assertTrue(
        value(dissect(frame(1)), "service message", "fields").contains("intervalMillis=1000"));
    assertEquals("500", value(dissect(frame(2)), "RDP header", "largest segment"));
    assertEquals("99", value(dissect(frame(3)), "RDP header", "acknowledgement"));
    assertEquals("", layer(dissect(frame(3)), "RDP header").problem());
  }

  @Test
  void theMessageOfAServiceIsShownByItsName() {
    AbcdSize size = new AbcdSize(FlowKey.between(FROM, TO), 600);
    Dissection found = dissect(bytes(originator.message(TO, 14, size)));

    assertEquals(size.toString(), value(found, "service message", "fields"));
    assertTrue(
        layer(found, "service message").fields().stream()
            .anyMatch(field -> field.name().equals("type") && field.meaning().equals("AbcdSize")));
  }

  @Test
  void aCapsuleShowsItsHashItsArgumentsAndItsCode() {
    byte[] data = new byte[36 + 3 + 5];
    data[0] = 1;
    data[1] = 1; // it carries its code
    data[3] = 3;
    data[4] = (byte) 0xAB;
    Fields toCapsule = new Fields(true, CapsuleLimits.NUMBER, 7, 7, 0, 0, 64, 1000);
    Dissection found = dissect(bytes(originator.planned(toCapsule.plan(data))));

    assertEquals("ab" + "00".repeat(31), value(found, "capsule", "SHA-256"));
    assertEquals("3", value(found, "capsule", "length of arguments"));
    assertEquals(3, layer(found, "arguments").lengthBytes());
    assertEquals(5, layer(found, "code").lengthBytes());

    data[1] = 0; // and names it alone, but there is something behind the arguments
    Dissection odd = dissect(bytes(originator.planned(toCapsule.plan(data))));
    assertEquals("no capsule that this version knows", layer(odd, "data").problem());
  }

  private static Dissection.Layer layer(Dissection found, String name) {
    return found.layers().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String value(Dissection found, String layer, String field) {
    return layer(found, layer).fields().stream()
        .filter(each -> each.name().equals(field))
        .map(Dissection.Field::value)
        .findFirst()
        .orElseThrow();
  }
}
