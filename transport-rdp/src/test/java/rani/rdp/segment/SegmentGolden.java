// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.Bytes;
import rani.rdp.fixture.Segments;

/** Segments of {@code golden/rdp_segments.py}, which knows the wire format and not this code. */
class SegmentGolden {
  /** A line of {@code rdp_segments.txt}. */
  record Vector(
      String name, String required, String taken, String hex, Map<String, String> fields) {
    static Vector of(String line) {
      List<String> words = List.of(line.split(" "));
      Map<String, String> fields = new LinkedHashMap<>();
      for (String field : words.subList(4, words.size())) {
        int equals = field.indexOf('=');
        fields.put(field.substring(0, equals), field.substring(equals + 1));
      }
      String hex = words.get(3).equals("-") ? "" : words.get(3);
      return new Vector(words.get(0), words.get(1), words.get(2), hex, fields);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Vector> vectors() {
    return Bytes.lines("/golden/rdp_segments.txt").stream().map(Vector::of);
  }

  static Stream<Vector> good() {
    return vectors().filter(vector -> vector.required().equals("ok"));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void theDoorDecidesAlike(Vector vector) {
    ByteBuf bytes = Bytes.ofHex(vector.hex());
    assertEquals(vector.required(), text(Segments.check(bytes, true)), "checksum required");
    assertEquals(vector.taken(), text(Segments.check(bytes, false)), "checksum not required");
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void theDoorLooksAtTheGivenRangeOnly(Vector vector) {
    ByteBuf bytes = Bytes.ofHex(vector.hex());
    int length = bytes.readableBytes();
    ByteBuf within = Bytes.unwritten(7 + length + 30);
    within.setBytes(7, bytes, 0, length);
    RefusalReason refused =
        SegmentCodec.check(within, 7, length, Segments.SOURCE, Segments.DESTINATION, true);
    assertEquals(vector.required(), text(refused));
    if (refused == null) {
      assertFields(vector, SegmentCodec.decode(within, 7, length));
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void theFieldsSayTheSame(Vector vector) {
    if (vector.taken().equals("ok")) {
      ByteBuf bytes = Bytes.ofHex(vector.hex());
      assertFields(vector, SegmentCodec.decode(bytes, 0, bytes.readableBytes()));
    }
  }

  @ParameterizedTest
  @MethodSource("good")
  void whatWasReadIsWrittenToTheSameBytes(Vector vector) {
    if (vector.name().equals("router-state-of-version-2")) {
      return; // what is ignored is not written again
    }
    assertEquals(
        vector.hex(), Bytes.hex(Segments.encode(Segments.decode(Bytes.ofHex(vector.hex())))));
  }

  @Test
  void everyVerdictOfTheDoorOccurs() {
    assertEquals(
        List.of("bad-checksum", "malformed", "ok"),
        vectors().map(Vector::required).distinct().sorted().toList());
  }

  private static void assertFields(Vector vector, Segment segment) {
    Map<String, String> said = Segments.fields(segment);
    said.keySet().retainAll(vector.fields().keySet());
    Map<String, String> expected = new LinkedHashMap<>(said);
    expected.putAll(vector.fields());
    assertEquals(expected, said);
  }

  private static String text(@Nullable RefusalReason reason) {
    return reason == null ? "ok" : reason.text();
  }
}
