// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.node.TraceLines;
import rani.queue.Rate;
import rani.study.tracefile.TraceParser;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Note;
import rani.world.TracePair;
import rani.world.Verdict;

/** What nodes write is what this package reads: every kind of line, by the very writer. */
class WrittenTraceTest {
  private static final int SOURCE = 10 << 24 | 1;
  private static final int SINK = 10 << 24 | 8;
  private static final LinkId LINK = new LinkId(2);

  private static final Note DECISION =
      Note.of("p", 39).and("n", 7).and("r", 5).and("gci", "10.0.0.1").and("held", 9);

  private final List<String> lines = new ArrayList<>();
  private final TraceLines written =
      new TraceLines("n7", line -> lines.add(new String(line, StandardCharsets.US_ASCII)));
  private final TracePair told = new TracePair(written, NodeTrace.NONE);
  private final ByteBuf packet = packet(false, 0);
  private final ByteBuf message = packet(true, Ipv4Header.DSCP_CONTROL);
  private final ByteBuf rubbish = UnpooledByteBufAllocator.DEFAULT.buffer(17).writeZero(17);

  @AfterEach
  void release() {
    packet.release();
    message.release();
    rubbish.release();
  }

  @Test
  void everyKindOfLineIsReadAndPrintedUnchanged() {
    tellEverything();

    for (String line : List.copyOf(lines)) {
      TraceParser.replay(line.substring(0, line.length() - 1), node -> written);
      assertEquals(line, lines.getLast());
    }
    assertEquals(
        "-0.000000001 n7 origin from=10.0.0.1 to=10.0.0.8 proto=17 id=12 len=128"
            + " sport=5001 dport=7\n",
        lines.getFirst());
  }

  @Test
  void whatIsObservedWithoutLinesIsWhatTheLinesSay() {
    Observations without = observations();
    told.second(without.at("n7"));
    tellEverything();
    Observations with = observations();
    lines.forEach(line -> TraceParser.replay(line.substring(0, line.length() - 1), with::at));

    assertEquals(with.metrics(Map.of()), without.metrics(Map.of()));
    assertEquals(with.queueSamples(), without.queueSamples());
    assertEquals(with.drops(), without.drops());
    assertEquals(with.filters(), without.filters());
    assertEquals(with.moments(), without.moments());
    assertEquals(Verdict.values().length, without.queueSamples().size());
    assertEquals(1, without.metrics(Map.of()).get("lgc.triggers"));
    assertEquals(2.000000001, without.metrics(Map.of()).get("duration-seconds"));
  }

  /** One thing is the last of a run, or all of it, and nothing else covers for it. */
  static List<BiConsumer<WrittenTraceTest, Long>> things() {
    return List.of(
        (test, now) -> test.told.origin(now, test.packet),
        (test, now) -> test.told.arrival(now, LINK, test.packet),
        (test, now) -> test.told.verdict(now, "node", test.packet, Verdict.ENQUEUE, 4, 1),
        (test, now) -> test.told.head(now, "node", test.packet, true, 5),
        (test, now) -> test.told.departure(now, LINK, test.packet, 0),
        (test, now) -> test.told.delivery(now, "sink", test.packet),
        (test, now) -> test.told.drop(now, DropReason.EXPIRED, LINK, test.packet),
        (test, now) -> test.told.filter(now, FilterChange.INSTALL, LINK, "10.0.0.1", now + 1, 0),
        (test, now) -> test.told.congestion(now, "node", Congestion.ABOVE_MAX, 1),
        (test, now) -> test.told.link(now, LINK, true),
        (test, now) -> test.told.note(now, "lgc", "miss", DECISION),
        (test, now) -> test.told.note(now, "node", "set-link", line -> line.append("link=2")));
  }

  @ParameterizedTest
  @MethodSource("things")
  void eachThingAloneIsObservedAsItsLineSays(BiConsumer<WrittenTraceTest, Long> thing) {
    Observations without = fromOneSecond();
    told.second(without.at("n7"));
    thing.accept(this, 2_500_000_000L);
    thing.accept(this, 2_500_001_000L);
    Observations with = fromOneSecond();
    lines.forEach(line -> TraceParser.replay(line.substring(0, line.length() - 1), with::at));

    assertEquals(with.metrics(Map.of()), without.metrics(Map.of()));
    assertEquals(1.500001, without.metrics(Map.of()).get("duration-seconds"));
    assertEquals(with.crossings(), without.crossings());
    assertEquals(with.connections(), without.connections());
    assertEquals(with.drops(), without.drops());
  }

  private static Observations fromOneSecond() {
    return new Observations(
        new ObservationPlan(
            "n7",
            "node",
            OptionalDouble.of(0.3),
            new LinkedHashMap<>(),
            List.of(new ObservedLink("n7", 2, "n7->n8", Rate.bitsPerSecond(1e6))),
            ObservedSpan.WHOLE,
            1_000_000_000L));
  }

  private static Observations observations() {
    return new Observations(
        TestPlans.whole("n7", "node", OptionalDouble.of(0.3), new LinkedHashMap<>(), 0));
  }

  private void tellEverything() {
    told.origin(-1, packet);
    told.origin(0, message);
    told.arrival(2_000_000_001L, LINK, packet); // as one that a service holds: nothing follows
    told.arrival(1_999_999_999L, LINK, rubbish);
    for (Verdict verdict : Verdict.values()) {
      told.verdict(2_000_000_000L, "node", packet, verdict, 4, 1 / 3.0);
    }
    told.departure(3, LINK, packet, 0);
    told.delivery(4, "sink", packet);
    for (DropReason reason : DropReason.values()) {
      told.drop(5, reason, LINK, packet);
      told.drop(5, reason, null, message);
      told.drop(5, reason, LINK, rubbish);
    }
    for (FilterChange change : FilterChange.values()) {
      told.filter(6, change, LINK, "10.0.0.1", 1_000_000_000L, 7);
      told.filter(6, change, null, "10.0.0.1:5>10.0.0.8:7/17", 1_000_000_000L, 7);
    }
    for (Congestion kind : Congestion.values()) {
      told.congestion(7, "link-2", kind, 1e-12);
    }
    told.link(8, LINK, true);
    told.link(8, LINK, false);
    told.note(9, "lgc", "trigger", DECISION);
    told.note(9, "lgc", "rested", Note.NOTHING);
    told.head(10, "link-0", packet, true, 1_500_000_000L);
    told.head(10, "link-0", message, false, 0);
  }

  private static ByteBuf packet(boolean act, int dscp) {
    int dataLength = 100;
    int payload = UdpHeader.LENGTH + dataLength;
    ByteBuf frame = Frame.allocate(UnpooledByteBufAllocator.DEFAULT, payload);
    frame.setZero(0, frame.readableBytes());
    RaniHeader.write(frame, 0, act, act ? 2 : 0, 10_000_000, SOURCE);
    int ip = RaniHeader.LENGTH;
    int length = Ipv4Header.LENGTH + payload;
    Ipv4Header.write(frame, ip, length, 12, Ipv4Header.PROTOCOL_UDP, SOURCE, SINK);
    Ipv4Header.dscp(frame, ip, dscp);
    UdpHeader.write(
        frame, ip + Ipv4Header.LENGTH, new UdpFlow(SINK, 5001, 7), dataLength, dataLength, SOURCE);
    return frame;
  }
}
