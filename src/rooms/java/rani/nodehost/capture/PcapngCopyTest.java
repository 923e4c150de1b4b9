// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.model.capture.Direction;
import rani.model.capture.LinkType;
import rani.nodehost.capture.PcapngWriter.Counts;

class PcapngCopyTest {
  private static final int STATISTICS = PcapngWriter.INTERFACE_STATISTICS;

  private static byte[] sample() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PcapngWriter writer = new PcapngWriter(out);
    writer.section("a sample", LinkType.RANI);
    writer.describe("a->b", "what leaves at a", 100, 2_000_000, "proto=17");
    writer.describe("b->a", "what comes in at a", 100, 0, "");
    byte[] frame = new byte[50];
    for (int i = 0; i < 5; i++) {
      writer.packet(i % 2, 1_000_000_000L * i, Direction.OUT, 60, frame, 46 + i);
      writer.statistics(0, 0, i, new Counts(i + 10, i + 5, i, 1));
    }
    writer.statistics(1, 0, 9, new Counts(7, 3, 2, 0));
    assertEquals(out.size(), writer.bytes());
    return out.toByteArray();
  }

  private static List<Integer> kinds(byte[] file) {
    List<Integer> kinds = new ArrayList<>();
    ByteBuffer blocks = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    while (at < file.length) {
      int length = blocks.getInt(at + 4);
      assertEquals(0, length % 4);
      assertEquals(length, blocks.getInt(at + length - 4), "a block ends with its length");
      kinds.add(blocks.getInt(at));
      at += length;
    }
    assertEquals(file.length, at);
    return kinds;
  }

  @Test
  void theLastCountsOfEachInterfaceComeAtTheEnd() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PcapngCopy copy = new PcapngCopy();
    copy.copy(new ByteArrayInputStream(sample()), out);
    List<Integer> kinds = kinds(out.toByteArray());
    assertEquals(List.of(STATISTICS, STATISTICS), kinds.subList(8, 10));
    assertEquals(10, kinds.size());
    assertEquals(5, copy.packets());
    assertEquals(46 + 47 + 48 + 49 + 50, copy.bytes());
    assertEquals(14 + 7, copy.seen());
    assertEquals(4 + 2, copy.lost());
    assertEquals(1, copy.leftOut());
  }

  @Test
  void whereverItBreaksOffTheCopyIsWhole() throws IOException {
    byte[] sample = sample();
    for (int length = 0; length < sample.length; length++) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      PcapngCopy copy = new PcapngCopy();
      copy.copy(new ByteArrayInputStream(sample, 0, length), out);
      long packets =
          kinds(out.toByteArray()).stream()
              .filter(kind -> kind == PcapngWriter.ENHANCED_PACKET)
              .count();
      assertEquals(packets, copy.packets());
    }
  }

  @Test
  void aCopyOfACopyIsTheSame() throws IOException {
    ByteArrayOutputStream once = new ByteArrayOutputStream();
    new PcapngCopy().copy(new ByteArrayInputStream(sample()), once);
    ByteArrayOutputStream twice = new ByteArrayOutputStream();
    new PcapngCopy().copy(new ByteArrayInputStream(once.toByteArray()), twice);
    assertArrayEquals(once.toByteArray(), twice.toByteArray());
  }

  @Test
  void whatIsNoCaptureIsRefused() {
    byte[] text = "HTTP/1.1 404 Not Found, and then some".getBytes(StandardCharsets.US_ASCII);
    assertThrows(
        IOException.class,
        () ->
            new PcapngCopy().copy(new ByteArrayInputStream(text), OutputStream.nullOutputStream()));
  }

  @Test
  void whoeverReadsTheCopyMayLeave() throws IOException {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            throw new IOException("broken pipe");
          }
        };
    PcapngCopy copy = new PcapngCopy();
    byte[] sample = sample();
    assertThrows(IOException.class, () -> copy.copy(new ByteArrayInputStream(sample), closed));
    assertTrue(copy.outFailed());
  }
}
