// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.Bytes;
import rani.world.DropReason;

/** Frames of {@code golden/wire_vectors.py}, which knows the wire format and not this code. */
class FrameGolden {
  /** A line of {@code wire_frames.txt}. */
  record Vector(String name, String verdict, String hex, Map<String, String> fields) {
    static Vector of(String line) {
      List<String> words = List.of(line.split(" "));
      Map<String, String> fields = new LinkedHashMap<>();
      for (String field : words.subList(3, words.size())) {
        int equals = field.indexOf('=');
        fields.put(field.substring(0, equals), field.substring(equals + 1));
      }
      String hex = words.get(2).equals("-") ? "" : words.get(2);
      return new Vector(words.get(0), words.get(1), hex, fields);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Vector> vectors() {
    return Bytes.lines("/golden/wire_frames.txt").stream().map(Vector::of);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void theDoorDecidesAlike(Vector vector) {
    DropReason refused = Frame.check(Bytes.ofHex(vector.hex()));
    assertEquals(vector.verdict(), refused == null ? "ok" : refused.text());
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void theDoorLooksFromTheReaderIndexToTheWriterIndex(Vector vector) {
    ByteBuf within = Bytes.unwritten(7 + vector.hex().length() / 2 + 30);
    within.setBytes(7, Bytes.ofHex(vector.hex()).array());
    within.setIndex(7, 7 + vector.hex().length() / 2);
    DropReason refused = Frame.check(within);
    assertEquals(vector.verdict(), refused == null ? "ok" : refused.text());
    if (refused == null) {
      assertEquals(7, within.readerIndex());
      assertFields(vector, within);
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void theFieldsSayTheSame(Vector vector) {
    if (vector.verdict().equals("ok")) {
      assertFields(vector, Bytes.ofHex(vector.hex()));
    }
  }

  @Test
  void everyVerdictOfTheDoorOccurs() {
    List<String> verdicts = vectors().map(Vector::verdict).distinct().sorted().toList();
    assertEquals(
        List.of("bad-checksum", "bad-header", "bad-length", "bad-version", "fragment", "ok"),
        verdicts);
  }

  private static void assertFields(Vector vector, ByteBuf frame) {
    Map<String, String> said = new LinkedHashMap<>();
    for (String field : vector.fields().keySet()) {
      said.put(field, field(frame, field));
    }
    assertEquals(vector.fields(), said);
  }

  private static String field(ByteBuf frame, String name) {
    int at = frame.readerIndex();
    int ip = Frame.ipv4(frame);
    return switch (name) {
      case "act" -> RaniHeader.act(frame, at) ? "1" : "0";
      case "service" -> text(RaniHeader.service(frame, at));
      case "lifetime" -> text(RaniHeader.lifetimeMicros(frame, at));
      case "prev" -> Address.text(RaniHeader.prevNode(frame, at));
      case "prevlink" -> text(RaniHeader.prevLink(frame, at));
      case "dscp" -> text(Ipv4Header.dscp(frame, ip));
      case "ecn" -> text(Ipv4Header.ecn(frame, ip));
      case "length" -> text(Frame.length(frame));
      case "id" -> text(Ipv4Header.identification(frame, ip));
      case "ttl" -> text(Ipv4Header.ttl(frame, ip));
      case "protocol" -> text(Ipv4Header.protocol(frame, ip));
      case "source" -> Address.text(Frame.source(frame));
      case "destination" -> Address.text(Frame.destination(frame));
      case "sport" -> text(UdpHeader.sourcePort(frame, Frame.payload(frame)));
      case "dport" -> text(UdpHeader.destinationPort(frame, Frame.payload(frame)));
      case "flow" -> FlowIdentity.FIVE_TUPLE.of(frame).toString();
      default -> throw new IllegalArgumentException(name + " is no field of a frame");
    };
  }

  private static String text(long value) {
    return Long.toString(value);
  }
}
