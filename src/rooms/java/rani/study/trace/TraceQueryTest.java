// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import rani.node.TraceLines;
import rani.study.tracefile.TraceParser;
import rani.world.NodeTrace;

class TraceQueryTest {
  private static final long GO = 2_000_000_000;
  private static final List<String> LINES =
      """
      1.900000000 n1 link link=0 state=up
      2.000000000 n1 origin DATA
      2.100000000 n7 arrival link=0 DATA
      2.100000000 n7 arrival link=6 frame=52bytes
      2.100000000 n7 drop reason=bad-checksum link=6 frame=52bytes
      2.200000000 n7 verdict queue=node verdict=overflow queued=5 average=3.5 DATA
      2.200000000 n7 drop reason=queue-full DATA
      2.300000000 n7 note service=lgc event=trigger p=39 gci=10.0.0.1
      2.300000000 n7 origin ASKED
      2.400000000 n6 delivery at=active-filter ASKED
      """
          .replace("DATA", "from=10.0.0.1 to=10.0.0.8 proto=17 id=12 len=99 sport=5000 dport=7000")
          .replace("ASKED", "from=10.0.0.7 to=10.0.0.6 proto=253 id=12 len=52 service=2 control")
          .lines()
          .toList();

  private static TraceQuery packets(String source, String destination, int id) {
    return new TraceQuery(
        Set.of(),
        Set.of(),
        Set.of(),
        source.isEmpty() ? Optional.empty() : Optional.of(source),
        destination.isEmpty() ? Optional.empty() : Optional.of(destination),
        id < 0 ? OptionalInt.empty() : OptionalInt.of(id),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        false);
  }

  private static TraceQuery of(Set<String> nodes, Set<String> kinds, Set<String> reasons) {
    return new TraceQuery(
        nodes,
        kinds,
        reasons,
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        false);
  }

  private static TraceQuery between(OptionalLong since, OptionalLong until, boolean raw) {
    return new TraceQuery(
        Set.of(),
        Set.of(),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        since,
        until,
        raw);
  }

  private static TraceQuery service(String name, int number) {
    return new TraceQuery(
        Set.of(),
        Set.of(),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        Optional.of(new TraceQuery.Service(name, OptionalInt.of(number))),
        OptionalLong.empty(),
        OptionalLong.empty(),
        false);
  }

  /** The positions of the lines that are taken. */
  private static List<Integer> taken(TraceQuery query) {
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < LINES.size(); i++) {
      TraceParser event = new TraceParser(LINES.get(i));
      OptionalLong go = event.timeNanos() < GO ? OptionalLong.empty() : OptionalLong.of(GO);
      int place = i;
      NodeTrace told = new TraceLines(event.node(), line -> taken.add(place));
      event.replay(query.selecting(event.node(), () -> go, () -> true, told));
    }
    return taken;
  }

  @Test
  void withoutConditionsEverythingIsTaken() {
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), taken(of(Set.of(), Set.of(), Set.of())));
  }

  @Test
  void nodesKindsAndReasonsMustAllHold() {
    assertEquals(List.of(0, 1, 9), taken(of(Set.of("n1", "n6"), Set.of(), Set.of())));
    assertEquals(List.of(4, 6), taken(of(Set.of(), Set.of("drop"), Set.of())));
    assertEquals(List.of(6), taken(of(Set.of("n7"), Set.of(), Set.of("queue-full"))));
    assertEquals(List.of(), taken(of(Set.of(), Set.of("note"), Set.of("queue-full"))));
  }

  @Test
  void aPacketIsFollowedAndTheOneOfAnotherSourceWithItsNumberIsNot() {
    assertEquals(List.of(1, 2, 5, 6), taken(packets("10.0.0.1", "", 12)));
    assertEquals(List.of(8, 9), taken(packets("10.0.0.7", "", 12)));
    assertEquals(List.of(1, 2, 5, 6), taken(packets("", "10.0.0.8", -1)));
    assertEquals(List.of(), taken(packets("10.0.0.1", "", 13)));
  }

  @Test
  void aServiceIsKnownByItsNotesItsDeliveriesAndItsNumber() {
    assertEquals(List.of(7), taken(service("lgc", 1)));
    assertEquals(List.of(8, 9), taken(service("active-filter", 2)));
  }

  @Test
  void timesCountFromGoUnlessTheyAreRaw() {
    OptionalLong tenth = OptionalLong.of(100_000_000);
    OptionalLong fifth = OptionalLong.of(200_000_000);
    assertEquals(List.of(2, 3, 4, 5, 6), taken(between(tenth, fifth, false)));
    assertEquals(List.of(0, 1, 2, 3, 4), taken(between(OptionalLong.empty(), tenth, false)));
    assertEquals(List.of(0, 1), taken(between(OptionalLong.empty(), OptionalLong.of(GO), true)));
  }

  @Test
  void anEventIsAnObjectWithTheFieldsOfItsLine() {
    assertEquals(
        "{\"time\":2.300000000,\"since-go\":0.300000000,\"node\":\"n7\",\"kind\":\"origin\","
            + "\"from\":\"10.0.0.7\",\"to\":\"10.0.0.6\",\"proto\":253,\"id\":12,\"len\":52,"
            + "\"service\":2,\"control\":true}",
        TraceWords.json(LINES.get(8), OptionalLong.of(GO)));
    assertEquals(
        "{\"time\":1.900000000,\"node\":\"n1\",\"kind\":\"link\",\"link\":0,\"state\":\"up\"}",
        TraceWords.json(LINES.getFirst(), OptionalLong.empty()));
  }

  @Test
  void theTableIsInTheOrderOfAPacketsWay() {
    TraceCounts counts = new TraceCounts();
    LINES.forEach(line -> TraceParser.replay(line, node -> counts));
    assertEquals(
        List.of(
            "2 origin ",
            "2 arrival ",
            "1 verdict overflow",
            "1 delivery active-filter",
            "1 drop bad-checksum",
            "1 drop queue-full",
            "1 link up",
            "1 note lgc trigger"),
        counts.rows().stream()
            .map(row -> row.count() + " " + row.kind() + " " + row.detail())
            .toList());
  }
}
