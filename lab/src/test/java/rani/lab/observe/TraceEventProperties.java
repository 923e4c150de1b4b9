// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import rani.world.Congestion;
import rani.world.FilterChange;
import rani.world.Verdict;

class TraceEventProperties {

  @Property
  void whatIsPrintedIsReadAsTheSameEvent(@ForAll("events") TraceEvent event) {
    String line = event.print();
    TraceEvent again = TraceEvent.parse(line);

    assertEquals(event, again);
    assertEquals(line, again.print());
  }

  @Property
  void aLineThatIsCutOrHasAnyCharacterReplacedIsReadOrRefusedWithAColumn(
      @ForAll("events") TraceEvent event,
      @ForAll @IntRange(max = 400) int at,
      @ForAll @CharRange(from = ' ', to = '~') char replacement) {
    String line = event.print();
    int place = at % line.length();
    for (String bad :
        List.of(
            line.substring(0, place),
            line.substring(0, place) + replacement + line.substring(place + 1))) {
      try {
        TraceEvent read = TraceEvent.parse(bad);
        assertEquals(read, TraceEvent.parse(read.print()));
      } catch (TraceFormatException e) {
        assertTrue(e.column() >= 1 && e.column() <= bad.length() + 1, e.getMessage());
      }
    }
  }

  @Property
  void whatFollowsTheLastFieldIsRefused(@ForAll("events") TraceEvent event) {
    assertThrows(TraceFormatException.class, () -> TraceEvent.parse(event.print() + " surplus"));
  }

  @Provide
  Arbitrary<TraceEvent> events() {
    Arbitrary<Long> times =
        Arbitraries.longs().between(-4_000_000_000_000_000_000L, 4_000_000_000_000_000_000L);
    Arbitrary<Long> counts = Arbitraries.longs().between(0, Long.MAX_VALUE);
    Arbitrary<String> nodes = names();
    Arbitrary<Integer> links = Arbitraries.integers().between(0, 70_000);
    Arbitrary<String> queues =
        Arbitraries.oneOf(Arbitraries.just("node"), links.map(link -> "link-" + link));
    Arbitrary<Double> averages =
        Arbitraries.oneOf(
            Arbitraries.doubles().between(0, 1000),
            Arbitraries.of(0.0, 2.53, 1e-9, 5e-324, 25.0, 3e7));
    return Arbitraries.oneOf(
        Combinators.combine(times, nodes, packets()).as(TraceEvent.Origin::new),
        Combinators.combine(times, nodes, links, frames()).as(TraceEvent.Arrival::new),
        Combinators.combine(
                times,
                nodes,
                queues,
                Arbitraries.of(Verdict.class),
                Arbitraries.integers().between(0, 1_000_000),
                averages,
                packets())
            .as(TraceEvent.Verdict::new),
        Combinators.combine(times, nodes, links, counts, packets()).as(TraceEvent.Departure::new),
        Combinators.combine(times, nodes, names(), packets()).as(TraceEvent.Delivery::new),
        Combinators.combine(times, nodes, names(), optional(links), frames())
            .as(TraceEvent.Drop::new),
        Combinators.combine(
                times,
                nodes,
                Arbitraries.of(FilterChange.class),
                optional(links),
                addresses(),
                times,
                counts)
            .as(TraceEvent.Filter::new),
        Combinators.combine(times, nodes, queues, Arbitraries.of(Congestion.class), averages)
            .as(TraceEvent.Congestion::new),
        Combinators.combine(times, nodes, links, Arbitraries.of(true, false))
            .as(TraceEvent.Link::new),
        Combinators.combine(times, nodes, noteValues())
            .as((time, node, values) -> new TraceEvent.Note(time, node, values)));
  }

  private static Arbitrary<TraceFrame> frames() {
    return Arbitraries.oneOf(
        packets(), Arbitraries.integers().greaterOrEqual(0).map(TraceFrame.Unreadable::new));
  }

  private static Arbitrary<TracePacket> packets() {
    Arbitrary<OptionalInt> ports = optional(Arbitraries.integers().between(0, 65_535));
    return Combinators.combine(
            addresses(),
            addresses(),
            Arbitraries.of(17, 27, 253),
            Arbitraries.integers().between(0, 65_535),
            Arbitraries.integers().between(20, 65_535),
            ports,
            ports)
        .as(
            (from, to, protocol, id, length, sport, dport) ->
                new TracePacket(from, to, protocol, id, length, sport, dport, none(), false))
        .flatMap(
            packet ->
                Combinators.combine(ports, Arbitraries.of(true, false))
                    .as(
                        (service, control) ->
                            new TracePacket(
                                packet.from(),
                                packet.to(),
                                packet.protocol(),
                                packet.id(),
                                packet.lengthBytes(),
                                packet.sourcePort(),
                                packet.destinationPort(),
                                service,
                                control)));
  }

  private static Arbitrary<SequencedMap<String, String>> noteValues() {
    return Arbitraries.maps(names(), Arbitraries.oneOf(names(), Arbitraries.of("a=b", "<b>", "{}")))
        .ofMaxSize(6)
        .map(LinkedHashMap::new);
  }

  private static Arbitrary<String> names() {
    return Arbitraries.strings()
        .withCharRange('a', 'z')
        .withCharRange('0', '9')
        .withChars("-._<>/&\"'")
        .ofMinLength(1)
        .ofMaxLength(12);
  }

  private static Arbitrary<String> addresses() {
    Arbitrary<Integer> parts = Arbitraries.integers().between(0, 255);
    return Combinators.combine(parts, parts, parts, parts)
        .as((a, b, c, d) -> a + "." + b + "." + c + "." + d);
  }

  private static Arbitrary<OptionalInt> optional(Arbitrary<Integer> numbers) {
    return numbers.optional().map(n -> n.map(OptionalInt::of).orElse(OptionalInt.empty()));
  }

  private static OptionalInt none() {
    return OptionalInt.empty();
  }
}
