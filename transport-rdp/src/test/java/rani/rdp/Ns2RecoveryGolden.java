// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static rani.rdp.TwoEnds.MILLISECOND;
import static rani.rdp.TwoEnds.SECOND;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.Bytes;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.CongestionConfig.Profile;
import rani.rdp.fixture.Kind;
import rani.rdp.segment.RdpHeader;
import rani.rdp.segment.Segment;

/**
 * What a sender with {@code profile: ns-2} sends when chosen segments are lost, beside what ns-2.35
 * sent: {@code golden/ns2_recovery.tcl} drew the lists and says what the columns are.
 */
class Ns2RecoveryGolden {
  private static final double SENT_WITHIN_SECONDS = 1e-4;

  /** One row of the recording. */
  record Row(
      Kind kind,
      int ackDelayMillis,
      int window,
      List<Integer> lost,
      double last,
      List<Integer> sent) {
    static Row of(String line) {
      String[] words = line.split(" ");
      return new Row(
          Stream.of(Kind.values()).filter(k -> k.text().equals(words[0])).findFirst().orElseThrow(),
          Integer.parseInt(words[1]),
          Integer.parseInt(words[2]),
          Stream.of(words[3].split(",")).map(Integer::valueOf).toList(),
          Double.parseDouble(words[4]),
          Arrays.stream(words).skip(5).flatMap(Row::run).toList());
    }

    private static Stream<Integer> run(String word) {
      String[] ends = word.split("-");
      int last = Integer.parseInt(ends[ends.length - 1]);
      return IntStream.rangeClosed(Integer.parseInt(ends[0]), last).boxed();
    }
  }

  static Stream<Row> rows() {
    return Bytes.lines("/golden/ns2_recovery.txt").stream().map(Row::of);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theSameSegmentsGoInTheSameOrder(Row row) {
    CongestionConfig congestion = row.kind.config(2, row.window, true, false, false, Profile.NS_2);
    RdpConfig config =
        RdpConfig.DEFAULT
            .with(congestion)
            .with(new RdpConfig.Buffers(row.window, 1 << 20, true))
            .with(
                new RdpConfig.Timers(
                    row.ackDelayMillis * MILLISECOND,
                    3 * SECOND,
                    200 * MILLISECOND,
                    60 * SECOND,
                    8,
                    0,
                    SECOND));
    Sent sent = new Sent(row.lost);
    TwoEnds ends =
        new TwoEnds(
                1,
                TwoEnds.Wire.bottleneck(1_000_000, 1000, 43 * MILLISECOND),
                TwoEnds.Wire.clean(43 * MILLISECOND),
                RdpTrace.NONE)
            .mtuBytes(1000)
            .sieve(sent);
    Bulk bulk = Bulk.start(ends, 7000, config);
    ends.runUntil(6 * SECOND);

    assertEquals(row.sent, sent.numbers);
    assertEquals(row.last, sent.lastNanos / 1e9, SENT_WITHIN_SECONDS);
    assertEquals(0, bulk.statistics().timeouts());
  }

  /** Notes what left sends, and takes some of it off the wire. */
  private static final class Sent implements TwoEnds.Sieve {
    private final List<Integer> lost;
    private final List<Integer> numbers = new ArrayList<>();
    private long lastNanos;
    private int iss;

    Sent(List<Integer> lost) {
      this.lost = lost;
    }

    @Override
    public boolean passes(long nowNanos, int from, ByteBuf segment) {
      if (from != TwoEnds.LEFT) {
        return true;
      }
      if ((RdpHeader.flags(segment, 0) & Segment.SYN) != 0) {
        iss = RdpHeader.sequence(segment, 0);
      } else if (RdpHeader.dataLength(segment, 0) > 0) {
        numbers.add(RdpHeader.sequence(segment, 0) - iss);
        lastNanos = nowNanos;
        return !lost.contains(numbers.size());
      }
      return true;
    }
  }
}
