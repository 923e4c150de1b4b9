// SPDX-License-Identifier: Apache-2.0
package rani.services.flakeway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.Rate;
import rani.services.GivenOptions;
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;
import rani.world.Reply;

/** n1 sends by n2, a flakeway, to n3; every link has 200 packets a second and one millisecond. */
class FlakewaySimulation {
  private static final int PACKETS = 200;
  private static final int MANY = 2000;
  private static final Pattern DEPARTURE =
      Pattern.compile("(\\d+\\.\\d+) n2 departure link=1 .* id=(\\d+) .*");

  private static VirtualNetwork network(MenuEntry source, GivenOptions... rules) {
    return new VirtualNetwork()
        .node("n1", source, Menus.ping())
        .node("n2", Menus.flakeway(rules))
        .node("n3", Menus.sink(), Menus.ping())
        .link("n1", "n2")
        .link("n2", "n3")
        .go(7);
  }

  /** One packet every 20 ms, so that none meets another in a queue. */
  private static MenuEntry cbr() {
    return Menus.cbr(
        VirtualNetwork.address(3), "packets", PACKETS, "rate", Rate.packetsPerSecond(50));
  }

  private static GivenOptions rule(Object... options) {
    return Menus.options(options);
  }

  /** A run's packets by number, each with the times at which it left n2, in milliseconds. */
  private static Map<Integer, List<Double>> departures(VirtualNetwork network) {
    Map<Integer, List<Double>> departures = new LinkedHashMap<>();
    for (String line : network.lines(" n2 departure link=1 ", " from=10.0.0.1 ", " dport=7000")) {
      Matcher matcher = DEPARTURE.matcher(line);
      assertTrue(matcher.matches(), line);
      departures
          .computeIfAbsent(Integer.parseInt(matcher.group(2)), _ -> new ArrayList<>())
          .add(Math.round(Double.parseDouble(matcher.group(1)) * 1e6) / 1e3);
    }
    return departures;
  }

  private static long count(VirtualNetwork network, String fact) {
    return (Long) network.fact("n2", "flakeway", fact);
  }

  private static VirtualNetwork run(String... knobs) {
    VirtualNetwork network = network(cbr(), rule("delay", 50 * MILLI));
    if (knobs.length > 0) {
      assertTrue(network.tell("n2", "flakeway", "set", told(knobs)).ok());
    }
    return network.runUntilDone();
  }

  private static String[] told(String... knobs) {
    return Stream.concat(Stream.of("rule-1"), Stream.of(knobs)).toArray(String[]::new);
  }

  private static final Map<Integer, List<Double>> UNTOUCHED = departures(run());

  static Stream<Arguments> knobs() {
    return Stream.of(
        Arguments.of("loss=20%", "lost"),
        Arguments.of("burst-enter=5% burst-leave=25%", "burst-lost"),
        Arguments.of("drop=3,50..52", "listed"),
        Arguments.of("duplicate=20%", "duplicated"),
        Arguments.of("reorder=20% reorder-by=30ms", "reordered"),
        Arguments.of("corrupt=20%", "corrupted"),
        Arguments.of("delay=90ms", ""),
        Arguments.of("jitter=5ms", ""),
        Arguments.of("jitter=5ms distribution=normal", ""),
        Arguments.of("rate=40packet/s limit=10", "overflowed"));
  }

  @ParameterizedTest
  @MethodSource("knobs")
  void aKnobMovesNoCounterButItsOwn(String knobs, String moved) {
    VirtualNetwork network = run(knobs.split(" "));

    assertEquals(PACKETS, count(network, "matched"));
    for (String name : FlakewayRule.NAMES.subList(3, FlakewayRule.NAMES.size())) {
      assertEquals(name.equals(moved), count(network, name) > 0, name);
    }
    long lost = count(network, "lost") + count(network, "burst-lost") + count(network, "listed");
    assertEquals(PACKETS, count(network, "passed") + lost + count(network, "overflowed"));
    assertEquals(0, count(network, "held"));
  }

  private static void eachThatCame(VirtualNetwork network, BiConsumer<Double, List<Double>> check) {
    departures(network)
        .forEach(
            (id, times) -> check.accept(UNTOUCHED.getOrDefault(id, List.of()).getFirst(), times));
  }

  @Test
  void delayAddsWhatWasAskedAndLosesNothing() {
    VirtualNetwork network = run("delay=90ms");

    assertEquals(UNTOUCHED.keySet(), departures(network).keySet());
    eachThatCame(network, (usual, times) -> assertEquals(List.of(usual + 40), times));
  }

  @Test
  void aListNamesPacketsInTheOrderInWhichTheyCome() {
    VirtualNetwork network = run("drop=3,50..52");

    List<Integer> sent = List.copyOf(UNTOUCHED.keySet());
    List<Integer> missing = new ArrayList<>(sent);
    missing.removeAll(departures(network).keySet());
    assertEquals(List.of(sent.get(2), sent.get(49), sent.get(50), sent.get(51)), missing);
  }

  @ParameterizedTest
  @CsvSource({"loss=20%", "burst-enter=5%", "drop=7..90"})
  void lossesLeaveTheOthersWhereTheyWere(String knob) {
    VirtualNetwork network = run(knob);

    assertTrue(departures(network).size() < PACKETS);
    eachThatCame(network, (usual, times) -> assertEquals(List.of(usual), times));
    long lost = count(network, "lost") + count(network, "burst-lost") + count(network, "listed");
    assertEquals(lost, network.lines(" n2 drop reason=discarded ").size());
  }

  @Test
  void aDuplicateComesBesideItsPacket() {
    VirtualNetwork network = run("duplicate=20%");

    long twice = departures(network).values().stream().filter(t -> t.size() == 2).count();
    assertEquals(count(network, "duplicated"), twice);
    assertEquals((long) PACKETS + twice, network.lines(" n3 delivery at=sink ").size());
    eachThatCame(
        network,
        (usual, times) ->
            assertEquals(times.size() == 1 ? List.of(usual) : List.of(usual, usual + 5), times));
  }

  @Test
  void theOvertakenComeLaterAndTheOthersDoNotWait() {
    VirtualNetwork network = run("reorder=20%", "reorder-by=30ms");
    List<Double> shifts = new ArrayList<>();
    eachThatCame(network, (usual, times) -> shifts.add(times.getFirst() - usual));

    assertEquals(PACKETS, shifts.size());
    long late = shifts.stream().filter(shift -> shift == 30).count();
    assertEquals(count(network, "reordered"), late);
    assertEquals(PACKETS - late, shifts.stream().filter(shift -> shift == 0).count());
  }

  @Test
  void aSpoiledPacketIsFoundOutAsOneFromABadLinkIs() {
    VirtualNetwork network = run("corrupt=20%");

    long dropped = network.lines(" drop reason=bad-").size();
    assertTrue(dropped > 0.8 * count(network, "corrupted"), "few bits are in no checksum");
    assertTrue(dropped <= count(network, "corrupted"));
  }

  @Test
  void jitterVariesTheDelayAndKeepsTheOrder() {
    VirtualNetwork network = run("jitter=20ms");
    List<Double> shifts = new ArrayList<>();
    eachThatCame(network, (usual, times) -> shifts.add(times.getFirst() - usual));

    assertEquals(List.copyOf(UNTOUCHED.keySet()), List.copyOf(departures(network).keySet()));
    assertTrue(shifts.stream().allMatch(shift -> shift >= -20 && shift <= 25), shifts::toString);
    assertTrue(shifts.stream().distinct().count() > PACKETS / 2);
  }

  /** A packet a millisecond, which no serializer holds up, and its delay by the rule. */
  private static Map<Integer, Double> delaysOfMany(String... knobs) {
    MenuEntry many =
        Menus.cbr(VirtualNetwork.address(3), "packets", MANY, "rate", Rate.packetsPerSecond(1000));
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1", many)
            .node("n2", Menus.flakeway(rule("delay", 50 * MILLI)))
            .node("n3", Menus.sink())
            .link("n1", "n2", Rate.UNLIMITED, ImpairmentConfig.NONE)
            .link("n2", "n3", Rate.UNLIMITED, ImpairmentConfig.NONE)
            .go(7);
    assertTrue(network.tell("n2", "flakeway", "set", told(knobs)).ok());
    network.runUntilDone();
    Map<Integer, Double> delays = new LinkedHashMap<>();
    Map<Integer, List<Double>> departures = departures(network);
    double first = Collections.min(departures.keySet());
    departures.forEach((id, times) -> delays.put(id, times.getFirst() - (id - first)));
    return delays;
  }

  /**
   * The standard deviation of a Pareto law with shape 3 is √3 of its mean, that of the others less;
   * the start of the stream is the same in every run.
   */
  @ParameterizedTest
  @CsvSource({"uniform, 11.6", "normal, 20", "pareto, 34.7"})
  void jitterKeepsTheMeanOfPacketsCloseTogether(String distribution, double deviation) {
    Map<Integer, Double> still = delaysOfMany("jitter=0ms");
    Map<Integer, Double> delays = delaysOfMany("jitter=20ms", "distribution=" + distribution);

    assertEquals(List.copyOf(still.keySet()), List.copyOf(delays.keySet()), "in order");
    double more = 0;
    for (var one : delays.entrySet()) {
      double by = one.getValue() - still.getOrDefault(one.getKey(), Double.NaN);
      assertTrue(by >= (distribution.equals("normal") ? -50 : -20), () -> "by " + by);
      assertTrue(by <= 20 || !distribution.equals("uniform"), () -> "by " + by);
      more += by;
    }
    assertEquals(0, more / MANY, 3 * deviation / Math.sqrt(MANY));
  }

  @ParameterizedTest
  @CsvSource({"loss=20%", "drop=7..90", "burst-enter=5% burst-leave=25%"})
  void whatIsLostKeepsItsTurnSoThatJitterIsThatOfOthers(String knobs) {
    Map<Integer, Double> all = delaysOfMany("jitter=20ms");
    List<String> told = new ArrayList<>(List.of(knobs.split(" ")));
    told.add("jitter=20ms");
    Map<Integer, Double> left = delaysOfMany(told.toArray(String[]::new));

    assertTrue(left.size() < MANY);
    all.keySet().retainAll(left.keySet());
    assertEquals(all, left);
  }

  @Test
  void theOvertakenComeLaterThanAtTheirTurn() {
    Map<Integer, Double> all = delaysOfMany("jitter=20ms");
    Map<Integer, Double> mixed = delaysOfMany("jitter=20ms", "reorder=20%", "reorder-by=30ms");

    long late = 0;
    for (var one : mixed.entrySet()) {
      double by = one.getValue() - all.getOrDefault(one.getKey(), Double.NaN);
      assertTrue(Math.abs(by) < 0.01 || Math.abs(by - 30) < 0.01, () -> "by " + by);
      late += by > 1 ? 1 : 0;
    }
    assertEquals(MANY / 5.0, late, 4 * Math.sqrt(MANY * 0.16));
  }

  @Test
  void turningTheJitterOffKeepsTheOrder() {
    VirtualNetwork network = network(cbr(), rule("delay", 500 * MILLI, "jitter", 400 * MILLI));
    network.runFor(SECOND);
    assertTrue(network.tell("n2", "flakeway", "set", "rule-1", "jitter=0ms", "delay=1ms").ok());
    network.runFor(SECOND);
    assertTrue(network.tell("n2", "flakeway", "set", "rule-1", "loss=50%").ok());
    network.runUntilDone();

    List<Integer> ids = List.copyOf(departures(network).keySet());
    assertEquals(ids.stream().sorted().toList(), ids);
    assertEquals(PACKETS - count(network, "lost"), ids.size());
    assertEquals(0, count(network, "held"));
  }

  /** Those that are lost wait for nothing that takes room: there are ten times as many as held. */
  @Test
  void packetsThatAreLostTakeNoRoomOfThoseThatAreHeld() {
    OneNode node =
        new OneNode("10.0.0.2")
            .neighbour("10.0.0.1")
            .neighbour("10.0.0.3")
            .menu(Menus.flakeway(rule("delay", SECOND, "jitter", SECOND, "loss", 0.9)))
            .start();
    for (int i = 0; i < 50_000; i++) {
      node.datagram(0, "10.0.0.1", "10.0.0.3");
    }
    assertEquals(4096L, node.fact("flakeway", "held"));
    node.pass(2 * SECOND);
    assertEquals(0L, node.fact("flakeway", "held"));
    node.close();
  }

  @Test
  void theRateSpacesPacketsAndWhatHasNoRoomIsCounted() {
    VirtualNetwork network = run("rate=40packet/s", "limit=10");
    List<Double> times = departures(network).values().stream().map(List::getFirst).toList();
    for (int i = 1; i < times.size(); i++) {
      assertTrue(times.get(i) - times.get(i - 1) >= 24.999, () -> "" + times);
    }
    assertEquals(count(network, "overflowed"), PACKETS - times.size());
  }

  @Test
  void oneRulesDiceDoNotMoveAnothers() {
    VirtualNetwork alone = run("loss=20%");
    VirtualNetwork beside =
        network(
            cbr(),
            rule("delay", 50 * MILLI, "loss", 0.2),
            rule("protocol", "rdp", "loss", 0.5, "name", "other"));
    beside.runUntilDone();

    assertEquals(departures(alone), departures(beside));
  }

  @Test
  void aPingTakesTheDelayMoreOnceEachWay() {
    for (long delayMillis : new long[] {0, 30, 200}) {
      VirtualNetwork network = network(Menus.source(), rule("delay", delayMillis * MILLI));
      network.tell("n1", "ping", "start", "10.0.0.3", "count=3");
      network.runUntilDone();

      Map<String, Object> shown = network.tell("n1", "ping", "show", "1").facts().byKey();
      assertEquals((24 + 2 * delayMillis) / 1e3, shown.get("rtt-seconds-max"));
      assertEquals(0.0, shown.get("rtt-seconds-stddev"));
    }
  }

  /** Its window is wider than what the longer way holds, so that the link is what limits it. */
  @Test
  void delayDoesNotChangeTheThroughputOfAConnection() {
    List<Long> delivered = new ArrayList<>();
    for (long delayMillis : new long[] {0, 100}) {
      VirtualNetwork network =
          network(
              Menus.bulk(
                  VirtualNetwork.address(3),
                  "duration",
                  20 * SECOND,
                  "congestion",
                  "fixed",
                  "fixed-window",
                  60),
              rule("protocol", "rdp", "delay", delayMillis * MILLI));
      network.runFor(5 * SECOND);
      long before = (Long) network.fact("n3", "sink", "messages");
      network.runFor(10 * SECOND);
      delivered.add((Long) network.fact("n3", "sink", "messages") - before);
      assertEquals(0, count(network, "overflowed"));
    }
    assertEquals(delivered.getFirst(), delivered.getLast());
    assertEquals(2000, delivered.getFirst(), 2, "200 packets a second");
  }

  @Test
  void delayDoesNotChangeTheThroughputOfAStream() {
    MenuEntry full =
        Menus.cbr(VirtualNetwork.address(3), "packets", 1000, "rate", Rate.packetsPerSecond(190));
    VirtualNetwork network = network(full, rule("delay", SECOND)).runUntilDone();

    assertEquals(1000L, network.fact("n3", "sink", "distinct.10.0.0.1"));
    List<Double> times = departures(network).values().stream().map(List::getFirst).toList();
    assertEquals(999 / 190.0 * 1e3, times.getLast() - times.getFirst(), 0.01);
  }

  /** The connection's port is drawn; it is this one with the network's seed. */
  @Test
  void aConnectionIsNamedByItsEnds() {
    VirtualNetwork network =
        network(
            Menus.source(
                Menus.flow(VirtualNetwork.address(3), "bulk", "packets", 50),
                Menus.flow(VirtualNetwork.address(3), "cbr", "packets", 50)),
            rule(
                "from",
                VirtualNetwork.address(1),
                "to",
                VirtualNetwork.address(3),
                "protocol",
                "rdp",
                "from-port",
                51_298,
                "to-port",
                7000,
                "delay",
                MILLI),
            rule("name", "no-such", "protocol", "rdp", "from-port", 51_299, "loss", 1.0));
    network.runUntilDone();

    assertEquals(50L, network.fact("n3", "sink", "messages"));
    assertTrue(count(network, "matched") >= 50);
    assertEquals(
        List.of(), network.lines(" n2 drop "), "the stream and the answers are others' packets");
    assertTrue(count(network, "matched") < 100);
  }

  @Test
  void whatOutlivesItsLifeIsDroppedAsItIsLetGo() {
    MenuEntry shortLived =
        Menus.cbr(VirtualNetwork.address(3), "packets", 10, "lifetime", 2 * SECOND);
    VirtualNetwork network = network(shortLived, rule("delay", 3 * SECOND)).runUntilDone();

    assertEquals(10, network.lines(" n2 drop reason=expired ").size());
    assertEquals(0, count(network, "held"));
  }

  @Test
  void removingDiscardsAndFlushingLetsGoInOrder() {
    for (String verb : List.of("remove", "flush")) {
      VirtualNetwork network = network(cbr(), rule("delay", 5 * SECOND)).runFor(SECOND);
      long held = count(network, "held");
      assertTrue(held > 40);
      assertTrue(network.tell("n2", "flakeway", verb, "rule-1").ok());

      assertEquals(0, count(network, "held"));
      boolean flushed = verb.equals("flush");
      assertEquals(flushed ? 0 : held, network.lines(" n2 drop reason=diversion ").size());
      network.runUntilDone();
      assertEquals(
          flushed ? (long) PACKETS : PACKETS - held,
          network.fact("n3", "sink", "distinct.10.0.0.1"));
      List<Integer> ids = List.copyOf(departures(network).keySet());
      assertEquals(ids.stream().sorted().toList(), ids);
    }
  }

  @Test
  void rulesComeAndGoAsTheyAreTold() {
    VirtualNetwork network = network(cbr(), new GivenOptions[0]);
    assertTrue(network.tell("n2", "flakeway", "add", "gone", "loss=100%", "to-port=7000").ok());
    network.runFor(SECOND);
    assertEquals(List.of(), network.lines(" n3 delivery at=sink "));
    assertTrue(network.tell("n2", "flakeway", "remove", "gone").ok());
    network.runFor(SECOND);
    assertFalse(network.lines(" n3 delivery at=sink ").isEmpty());
    assertEquals(2, network.lines("note service=flakeway event=rule change=", " name=gone").size());
    assertEquals(0L, network.fact("n2", "flakeway", "failures"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "add|rule-1|there is a rule `rule-1` already",
        "add|x via=10.0.0.9|rule x: via is no neighbour of n2",
        "add|x delay=50ms|rule x: the same packets are taken on link-0 already",
        "add|x dealy=50ms|unknown key `dealy`",
        "add|a=b|which rule?",
        "set|rule-2 loss=1%|no rule `rule-2`; there is [rule-1]",
        "set|rule-1 jitter=60ms|jitter is at most the delay",
        "set|rule-1 via=10.0.0.1|unknown key `via`",
        "sett|rule-1|flakeway has no verb `sett`; it has add, set, remove, flush, show",
        "flush||which rule? `flush` takes its name first"
      })
  void whatCannotBeIsRefusedAndChangesNothing(String verb, String words, String message) {
    VirtualNetwork network = network(cbr(), rule("delay", 50 * MILLI));
    Object before = network.fact("n2", "flakeway", "rules");
    String[] arguments = words == null ? new String[0] : words.split(" ");
    Reply reply = network.tell("n2", "flakeway", verb, arguments);

    assertFalse(reply.ok());
    assertTrue(reply.message().startsWith(message), reply::message);
    assertEquals(before, network.fact("n2", "flakeway", "rules"));
  }

  @Test
  void aRuleTellsHowLateItLetPacketsGo() {
    OneNode node =
        new OneNode("10.0.0.2")
            .neighbour("10.0.0.1")
            .neighbour("10.0.0.3")
            .menu(Menus.flakeway(rule("delay", 20 * MILLI)))
            .start();
    node.datagram(0, "10.0.0.1", "10.0.0.3");
    node.pass(20 * MILLI);
    assertTrue(rules(node).contains("late-seconds-max=0.0}"), () -> rules(node));

    node.datagram(0, "10.0.0.1", "10.0.0.3");
    node.oversleep(27 * MILLI);
    assertTrue(rules(node).contains("late-seconds-max=0.007}"), () -> rules(node));
    node.stop();
  }

  private static String rules(OneNode node) {
    return String.valueOf(node.fact("flakeway", "rules"));
  }

  @Test
  void oneLinkHoldsAtMostSoManyPackets() {
    OneNode node =
        new OneNode("10.0.0.2")
            .neighbour("10.0.0.1")
            .neighbour("10.0.0.3")
            .menu(Menus.flakeway(rule("delay", SECOND)))
            .start();
    for (int i = 0; i < 4100; i++) {
      node.datagram(0, "10.0.0.1", "10.0.0.3");
    }
    assertEquals(4096L, node.fact("flakeway", "held"));
    assertEquals(4L, node.fact("flakeway", "overflowed"));
    node.close();
  }
}
