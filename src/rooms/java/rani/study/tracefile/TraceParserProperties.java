// SPDX-License-Identifier: Apache-2.0
package rani.study.tracefile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import rani.node.TraceLines;
import rani.wire.Frame;
import rani.wire.PacketGlance;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Note;
import rani.world.Verdict;

class TraceParserProperties {

  /** Something that a node tells. */
  private record Event(String node, Consumer<NodeTrace> telling) {
    String line() {
      StringBuilder written = new StringBuilder();
      telling.accept(lines(node, written));
      return written.toString().strip();
    }
  }

  private static NodeTrace lines(String node, StringBuilder written) {
    return new TraceLines(
        node, ascii -> written.append(new String(ascii, StandardCharsets.US_ASCII)));
  }

  /** The line of what a line tells. */
  private static String again(String line) {
    StringBuilder written = new StringBuilder();
    TraceParser.replay(line, node -> lines(node, written));
    return written.toString().strip();
  }

  @Property
  void whatIsWrittenIsToldAgain(@ForAll("events") Event event) {
    assertEquals(event.line(), again(event.line()));
  }

  @Property
  void aLineThatIsCutOrHasAnyCharacterReplacedIsReadOrRefusedWithAColumn(
      @ForAll("events") Event event,
      @ForAll @IntRange(max = 400) int at,
      @ForAll @CharRange(from = ' ', to = '~') char replacement) {
    String line = event.line();
    int place = at % line.length();
    for (String bad :
        List.of(
            line.substring(0, place),
            line.substring(0, place) + replacement + line.substring(place + 1))) {
      try {
        String read = again(bad);
        assertEquals(read, again(read));
      } catch (TraceFormatException e) {
        assertTrue(e.column() >= 1 && e.column() <= bad.length() + 1, e.getMessage());
      }
    }
  }

  @Property
  void whatFollowsTheLastFieldIsRefused(@ForAll("events") Event event) {
    assertThrows(TraceFormatException.class, () -> again(event.line() + " surplus"));
  }

  @Provide
  Arbitrary<Event> events() {
    Arbitrary<Long> times =
        Arbitraries.longs().between(-4_000_000_000_000_000_000L, 4_000_000_000_000_000_000L);
    Arbitrary<Long> counts = Arbitraries.longs().between(0, Long.MAX_VALUE);
    Arbitrary<LinkId> links = Arbitraries.integers().between(0, LinkId.NUMBER_MAX).map(LinkId::new);
    Arbitrary<String> queues =
        Arbitraries.oneOf(Arbitraries.just("node"), links.map(LinkId::toString));
    Arbitrary<Double> averages =
        Arbitraries.oneOf(
            Arbitraries.doubles().between(0, 1000),
            Arbitraries.of(0.0, 2.53, 1e-9, 5e-324, 25.0, 3e7));
    Arbitrary<Consumer<NodeTrace>> packets =
        Combinators.combine(times, frames(false), links, queues, counts, names(), averages)
            .flatAs(
                (now, frame, link, queue, count, name, average) ->
                    Arbitraries.of(
                        told -> told.origin(now, frame),
                        told -> told.departure(now, link, frame, count),
                        told -> told.delivery(now, name, frame),
                        told -> told.head(now, queue, frame, count % 2 == 0, now),
                        told ->
                            told.verdict(
                                now,
                                queue,
                                frame,
                                Verdict.values()[(int) (count % Verdict.values().length)],
                                (int) (count % 1_000_000),
                                average)));
    Arbitrary<Consumer<NodeTrace>> rest =
        Combinators.combine(times, frames(true), links, queues, counts, names(), averages)
            .flatAs(
                (now, frame, link, queue, count, name, average) ->
                    Arbitraries.of(
                        told -> told.arrival(now, link, frame),
                        told ->
                            told.drop(
                                now,
                                DropReason.values()[(int) (count % DropReason.values().length)],
                                count % 2 == 0 ? link : null,
                                frame),
                        told ->
                            told.filter(
                                now,
                                FilterChange.values()[(int) (count % FilterChange.values().length)],
                                count % 2 == 0 ? link : null,
                                name,
                                -now,
                                count),
                        told ->
                            told.congestion(
                                now,
                                queue,
                                Congestion.values()[(int) (count % Congestion.values().length)],
                                average),
                        told -> told.link(now, link, count % 2 == 0)));
    Arbitrary<Consumer<NodeTrace>> notes =
        Combinators.combine(times, names(), names(), noteValues())
            .as(
                (now, service, event, detail) ->
                    told -> told.note(now, service, event, Note.parse(detail)));
    return Combinators.combine(names(), Arbitraries.oneOf(packets, rest, notes)).as(Event::new);
  }

  private static Arbitrary<ByteBuf> frames(boolean alsoUnreadable) {
    Arbitrary<Integer> shorts = Arbitraries.integers().between(0, 65_535);
    Arbitrary<ByteBuf> packets =
        Combinators.combine(
                Arbitraries.longs(),
                Arbitraries.of(17, 27, 253, 6),
                shorts,
                Arbitraries.integers().between(28, 65_535),
                Arbitraries.integers(),
                Arbitraries.oneOf(shorts, Arbitraries.just(PacketGlance.NO_SERVICE)),
                Arbitraries.of(true, false))
            .as(
                (addresses, protocol, id, length, ports, service, control) ->
                    Optional.ofNullable(
                        PacketGlance.frame(
                            addresses, protocol, id, length, ports, service, control)))
            .filter(Optional::isPresent)
            .map(Optional::orElseThrow);
    Arbitrary<ByteBuf> rubbish =
        Arbitraries.integers()
            .between(0, Frame.LENGTH_MAX)
            .map(bytes -> Unpooled.wrappedBuffer(new byte[bytes]));
    return alsoUnreadable ? Arbitraries.oneOf(packets, rubbish) : packets;
  }

  private static Arbitrary<String> noteValues() {
    return Arbitraries.maps(
            names().filter(name -> !name.equals("service") && !name.equals("event")),
            Arbitraries.oneOf(names(), Arbitraries.of("a=b", "<b>", "{}")))
        .ofMaxSize(6)
        .map(
            values ->
                values.entrySet().stream()
                    .map(each -> each.getKey() + "=" + each.getValue())
                    .collect(Collectors.joining(" ")));
  }

  private static Arbitrary<String> names() {
    return Arbitraries.strings()
        .withCharRange('a', 'z')
        .withCharRange('0', '9')
        .withChars("-._<>/&\"'")
        .ofMinLength(1)
        .ofMaxLength(12);
  }
}
