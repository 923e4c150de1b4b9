// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.model.capture.Direction;
import rani.model.capture.LinkType;
import rani.nodehost.capture.PcapngWriter.Counts;

class PcapngMergeTest {
  private static final int FRAME_BYTES = 48;

  /** A stream with two interfaces, whose packets have these times, the second's each one later. */
  private static byte[] stream(String node, long... timesNanos) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PcapngWriter writer = new PcapngWriter(out);
    writer.section("of " + node, LinkType.RANI);
    writer.describe(node + " out", "", 100, 0, "");
    writer.describe(node + " in", "", 100, 0, "");
    for (long time : timesNanos) {
      writer.packet(0, time, Direction.OUT, FRAME_BYTES, new byte[FRAME_BYTES], FRAME_BYTES);
      writer.packet(1, time + 1, Direction.IN, FRAME_BYTES, new byte[FRAME_BYTES], FRAME_BYTES);
    }
    writer.statistics(1, 0, 9, new Counts(7, 3, 2, 0));
    return out.toByteArray();
  }

  private static InputStream in(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  /** What stands in a file: sections, descriptions, and for packets interface and time. */
  private static List<String> blocks(byte[] file) {
    List<String> blocks = new ArrayList<>();
    ByteBuffer fields = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < file.length; at += fields.getInt(at + 4)) {
      switch (fields.getInt(at)) {
        case PcapngWriter.SECTION_HEADER -> blocks.add("section");
        case PcapngWriter.INTERFACE_DESCRIPTION -> blocks.add("interface");
        case PcapngWriter.ENHANCED_PACKET ->
            blocks.add(fields.getInt(at + 8) + "@" + fields.getInt(at + 16));
        case PcapngWriter.INTERFACE_STATISTICS -> blocks.add("counts " + fields.getInt(at + 8));
        default -> blocks.add("?");
      }
    }
    return blocks;
  }

  @Test
  void packetsOfAllStreamsAreInOrderOfTimeInOneSection() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PcapngMerge.merge(
        List.of(in(stream("a", 10, 30)), in(stream("b", 20, 40))), Long.MAX_VALUE, out);
    List<String> blocks = blocks(out.toByteArray());
    assertEquals("section", blocks.getFirst());
    assertEquals(1, blocks.stream().filter("section"::equals).count());
    assertEquals(4, blocks.stream().filter("interface"::equals).count());
    List<String> packets = blocks.stream().filter(block -> block.contains("@")).toList();
    assertEquals(
        List.of("10", "11", "20", "21", "30", "31", "40", "41"),
        packets.stream().map(packet -> packet.replaceFirst(".*@", "")).toList());
    // each interface of each stream has one number, whichever stream was first
    assertEquals(
        4, packets.stream().map(packet -> packet.replaceFirst("@.*", "")).distinct().count());
    assertEquals(packets.get(0).charAt(0), packets.get(4).charAt(0));
    assertEquals(packets.get(3).charAt(0), packets.get(7).charAt(0));
    assertEquals(2, blocks.stream().filter(block -> block.startsWith("counts")).distinct().count());
  }

  @Test
  void itEndsAfterEnoughPacketsAndPassesOverAStreamThatBreaksOff() throws IOException {
    byte[] whole = stream("a", 10, 30);
    byte[] broken = Arrays.copyOf(stream("b", 20), 120);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PcapngMerge.merge(List.of(in(whole), in(broken)), 3, out);
    assertEquals(
        List.of("10", "11", "30"),
        blocks(out.toByteArray()).stream()
            .filter(block -> block.contains("@"))
            .map(packet -> packet.replaceFirst(".*@", ""))
            .toList());
  }

  @Test
  void aClientThatHasGoneEndsIt() throws IOException {
    InputStream endless =
        new InputStream() {
          private final byte[] section = stream("a", 1);
          private int at;

          @Override
          public int read() {
            return at < section.length ? section[at++] & 0xff : section[at++ % 4] & 0xff;
          }
        };
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            throw new IOException("gone");
          }
        };
    assertThrows(
        IOException.class, () -> PcapngMerge.merge(List.of(endless), Long.MAX_VALUE, gone));
  }
}
