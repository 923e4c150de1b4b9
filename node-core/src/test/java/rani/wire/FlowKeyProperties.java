// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import rani.fixture.Packet;

class FlowKeyProperties {
  private static final Pattern TUPLE =
      Pattern.compile("([0-9.]+):([0-9]+)>([0-9.]+):([0-9]+)/([0-9]+)");

  @Property
  void aSourceIsPrintedAsItsAddressAndReadBack(@ForAll int source) {
    FlowKey key = FlowKey.ofSource(source);
    assertEquals(source, key.source());
    assertEquals(key, FlowKey.ofSource(Address.parse(key.toString())));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void aTupleIsPrintedWithAllItsPartsAndReadBack(
      @ForAll int source,
      @ForAll int destination,
      @ForAll @IntRange(min = 1, max = 255) int protocol,
      @ForAll @IntRange(max = 65_535) int from,
      @ForAll @IntRange(max = 65_535) int to) {
    FlowKey key = tuple(source, destination, protocol, from, to);
    assertEquals(source, key.source());
    assertEquals(destination, key.destination());
    assertEquals(protocol, key.protocol());
    assertEquals(from, key.sourcePort());
    assertEquals(to, key.destinationPort());
    assertEquals(key, read(key.toString()));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void bothIdentitiesAgreeWithThePacket(
      @ForAll int source,
      @ForAll int destination,
      @ForAll @IntRange(max = 65_535) int from,
      @ForAll @IntRange(max = 65_535) int to) {
    Packet packet =
        Packet.datagram()
            .from(Address.text(source))
            .to(Address.text(destination))
            .prevNode("10.0.0.9")
            .ports(from, to);
    ByteBuf frame = packet.frame();
    assertEquals(FlowKey.ofSource(source), FlowIdentity.SOURCE_NODE.of(frame));
    assertEquals(tuple(source, destination, 17, from, to), FlowIdentity.FIVE_TUPLE.of(frame));
  }

  private static FlowKey tuple(int source, int destination, int protocol, int from, int to) {
    return new FlowKey(
        (long) source << 32 | (destination & 0xFFFF_FFFFL),
        (long) protocol << 32 | (long) from << 16 | to);
  }

  private static FlowKey read(String text) {
    Matcher parts = TUPLE.matcher(text);
    if (!parts.matches()) {
      throw new AssertionError("not the text of a tuple: " + text);
    }
    return tuple(
        Address.parse(parts.group(1)),
        Address.parse(parts.group(3)),
        Integer.parseInt(parts.group(5)),
        Integer.parseInt(parts.group(2)),
        Integer.parseInt(parts.group(4)));
  }
}
