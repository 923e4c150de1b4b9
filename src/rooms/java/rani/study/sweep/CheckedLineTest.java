// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckedLineTest {
  /** The checksums are those of an independent program that divides bit by bit. */
  @Test
  void theChecksumIsThatOfTheBytesBeforeIt() {
    assertEquals("{\"a\":1,\"crc32c\":\"149cdbb2\"}", CheckedLine.of("{\"a\":1}"));
    assertEquals(
        "{\"\u00e9\":\"\u00fc\",\"crc32c\":\"57f821d9\"}",
        CheckedLine.of("{\"\u00e9\":\"\u00fc\"}"));
  }

  @Test
  void withoutItsChecksumALineIsTheObject() {
    String object = "{\"\u00e9\":\"\u00fc\"}";

    assertEquals(object, new String(CheckedLine.object(bytes(CheckedLine.of(object))), UTF_8));
    assertEquals(object, new String(CheckedLine.object(bytes(object)), UTF_8));
  }

  @Test
  void everyByteThatIsChangedIsFound() {
    byte[] line = bytes(CheckedLine.of("{\"delivered.a\":50.0}"));
    assertEquals(Optional.empty(), CheckedLine.damage(line));

    for (int at = 0; at < line.length; at++) {
      for (int change = 1; change < 256; change++) {
        byte[] changed = line.clone();
        changed[at] ^= (byte) change;
        assertTrue(
            !CheckedLine.hasChecksum(changed) || CheckedLine.damage(changed).isPresent(),
            new String(changed, UTF_8));
      }
    }
  }

  @Test
  void whatIsWrongIsToldWithBothChecksums() {
    assertEquals(
        Optional.of(
            "it says that its checksum is `00000000`, but it is 149cdbb2: something changed it"
                + " after it was written"),
        CheckedLine.damage(bytes("{\"a\":1,\"crc32c\":\"00000000\"}")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "}",
        "{}",
        ",\"crc32c\":\"149cdbb2\"}",
        "{\"a\":1,\"crc32c\":\"149cdbb2\"]",
        "{\"a\":1,\"crc32c\":\"149cdbb2'}",
        "{\"a\":1,\"crc32c\":\"149cdbb2\"}}",
        "{\"a\":1,\"crc32b\":\"149cdbb2\"}",
        "{\"a\":1;\"crc32c\":\"149cdbb2\"}",
        "{\"a\":1,\"crc32c\":149cdbb200}"
      })
  void whatEndsOtherwiseHasNone(String line) {
    assertFalse(CheckedLine.hasChecksum(bytes(line)), line);
  }

  @Test
  void whatEndsSoHasOne() {
    assertTrue(CheckedLine.hasChecksum(bytes("{,\"crc32c\":\"149cdbb2\"}")));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
