// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.FakeWorld;
import rani.fixture.Packet;
import rani.link.DropList.Counted;
import rani.wire.Address;
import rani.wire.FlowSpec;
import rani.wire.Ipv4Header;

/** Which packets a list of drops names. */
class ListedDropsTest {
  private static final FlowSpec N1 =
      new FlowSpec(
          Address.parse("10.0.0.1"), FlowSpec.ANY, FlowSpec.ANY, FlowSpec.ANY, FlowSpec.ANY);
  private static final int HEADER_WORDS = 9;

  private final FakeWorld world = new FakeWorld(1);

  /** The places, from 1, of the packets that are dropped of so many. */
  private List<Integer> dropped(DropList list, int packets, IntFunction<Packet> packet) {
    ListedDrops drops = new ListedDrops(list);
    List<Integer> dropped = new ArrayList<>();
    for (int place = 1; place <= packets; place++) {
      ByteBuf frame = packet.apply(place).frame(world.buffers());
      if (drops.isNext(frame)) {
        dropped.add(place);
      }
      frame.release();
    }
    return dropped;
  }

  private static DropList list(String numbers) {
    return DropList.of(FlowSpec.ALL, Counted.PACKETS, numbers);
  }

  private static Packet segment(int dataBytes) {
    byte[] segment = new byte[2 * HEADER_WORDS + dataBytes];
    segment[1] = HEADER_WORDS;
    segment[7] = (byte) dataBytes;
    return Packet.datagram().protocol(Ipv4Header.PROTOCOL_RDP, segment);
  }

  @Test
  void packetsAreDroppedByTheirNumbersFromOne() {
    assertEquals(
        List.of(1, 4, 5, 6, 9), dropped(list("1, 4..6, 9"), 12, place -> Packet.datagram()));
    assertEquals(List.of(), dropped(DropList.NONE, 12, place -> Packet.datagram()));
  }

  @Test
  void packetsOfOtherFlowsAndControlPacketsHaveNoNumber() {
    DropList second = DropList.of(N1, Counted.PACKETS, "2, 3");

    assertEquals(
        List.of(6, 8),
        dropped(
            second,
            12,
            place ->
                switch (place) {
                  case 4, 6, 8 -> Packet.datagram();
                  case 5, 7 -> Packet.datagram().control();
                  default -> Packet.datagram().from("10.0.0.3");
                }));
  }

  @Test
  void whereDataIsCountedWhatCarriesNoneHasNoNumber() {
    DropList data = DropList.of(FlowSpec.ALL, Counted.DATA, "2");

    assertEquals(List.of(4), dropped(data, 6, place -> segment(place % 2 == 0 ? 100 : 0)));
    assertEquals(
        List.of(4), dropped(data, 6, place -> Packet.datagram().length(place % 2 == 0 ? 40 : 28)));
  }

  @Test
  void aListReadsBackFromWhatItPrints() {
    DropList list = list(" 14, 15 ,28..30,1000000000");

    assertEquals("14,15,28..30,1000000000", list.numbers());
    assertEquals(list, list(list.numbers()));
    assertEquals(DropList.NONE, list(DropList.NONE.numbers()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | outside 1..1000000000",
        "1000000001 | outside 1..1000000000",
        "9..1000000001 | outside 1..1000000000",
        "5..4 | ends before it begins",
        "3,3 | each number is above the one before, and 3 stands behind 3",
        "1..5,5 | each number is above the one before, and 5 stands behind 1..5",
        "1,,2 | is no number of a packet",
        "-1 | is no number of a packet",
        "first | is no number of a packet",
      })
  void whatIsNoListIsRefused(String text, String why) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> list(text));
    assertTrue(String.valueOf(refused.getMessage()).contains(why), refused::getMessage);
  }

  @Test
  void aListHasAThousandRangesAtMost() {
    StringBuilder text = new StringBuilder("1");
    for (int number = 3; number < 2 * DropList.RANGES_MAX; number += 2) {
      text.append(',').append(number);
    }
    assertEquals(DropList.RANGES_MAX, list(text.toString()).ranges().size());
    assertThrows(IllegalArgumentException.class, () -> list(text + ",5000"));
  }

  @Test
  void aListKnowsWhetherItNamesAny() {
    assertTrue(DropList.NONE.isEmpty());
    assertFalse(list("1").isEmpty());
    assertEquals("packets data", Counted.PACKETS.text() + " " + Counted.DATA.text());
  }
}
