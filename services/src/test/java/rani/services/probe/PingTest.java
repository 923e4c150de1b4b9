// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.services.traffic.OneNode;
import rani.wire.Address;
import rani.world.Reply;

class PingTest {
  /** Two links, 5 ms of serialisation and 1 ms of wire each, there and back. */
  private static final double RTT_SECONDS = 0.024;

  private static VirtualNetwork line(ImpairmentConfig second) {
    return new VirtualNetwork()
        .node("n1", Menus.ping())
        .node("n2")
        .node("n3", Menus.ping(), Menus.echo())
        .link("n1", "n2")
        .link("n2", "n3", second);
  }

  private static VirtualNetwork line() {
    return line(ImpairmentConfig.ofDelay(MILLI)).go(1);
  }

  @Test
  void aRoundTripIsMeasuredToTheNanosecond() {
    VirtualNetwork network = line();
    Reply begun = network.tell("n1", "ping", "start", "10.0.0.3", "count=3", "interval=100ms");
    assertEquals(Map.of("id", 1, "to", "10.0.0.3"), begun.facts().byKey());
    network.runUntilDone();

    SequencedMap<String, Object> shown = network.tell("n1", "ping", "show", "1").facts().byKey();
    assertEquals(3, shown.get("sent"));
    assertEquals(3, shown.get("received"));
    assertEquals(0, shown.get("lost"));
    assertEquals(RTT_SECONDS, shown.get("rtt-seconds-min"));
    assertEquals(RTT_SECONDS, shown.get("rtt-seconds-max"));
    assertEquals(0.0, shown.get("rtt-seconds-stddev"));
    assertEquals(true, shown.get("done"));
    assertEquals(3L, network.fact("n3", "ping", "answered"));
    assertEquals(1, network.lines("note service=ping event=done id=1 ", " received=3 ").size());
  }

  @Test
  void questionsGoByAbsoluteTimes() {
    VirtualNetwork network = line();
    network.tell("n1", "ping", "start", "10.0.0.3", "count=3", "interval=100ms");
    network.runUntilDone();

    List<String> origins = network.lines(" n1 origin ", " service=6");
    assertEquals(3, origins.size());
    assertTrue(origins.get(0).startsWith("2.000000000 "), () -> "" + origins);
    assertTrue(origins.get(2).startsWith("2.200000000 "), () -> "" + origins);
  }

  @Test
  void aPassivePingAsksAnEchoToo() {
    VirtualNetwork network = line();
    network.tell("n1", "ping", "start", "10.0.0.3", "passive", "count=2", "port=7");
    network.runUntilDone();

    assertEquals(2, network.tell("n1", "ping", "show", "1").facts().byKey().get("received"));
    assertEquals(2L, network.fact("n3", "echo", "echoed"));
    assertEquals(0L, network.fact("n1", "ping", "answered"));
  }

  @Test
  void aPassivePingIsAnsweredAtItsPort() {
    VirtualNetwork network = line();
    network.tell("n1", "ping", "start", "10.0.0.3", "passive", "count=1");
    network.runUntilDone();

    assertEquals(1, network.tell("n1", "ping", "show", "1").facts().byKey().get("received"));
    assertEquals(List.of(), network.lines(" origin ", " service=6"));
  }

  @Test
  void aNodeAsksItself() {
    VirtualNetwork network = line();
    network.tell("n1", "ping", "start", "10.0.0.1", "count=1");
    assertEquals(1, network.tell("n1", "ping", "show", "1").facts().byKey().get("received"));
  }

  @Test
  void aNodeWithoutPingDoesNotAnswerAndTheQuestionIsLost() {
    VirtualNetwork network = line();
    network.tell("n1", "ping", "start", "10.0.0.2", "count=2", "timeout=100ms");
    network.runFor(50 * MILLI);
    SequencedMap<String, Object> early = network.tell("n1", "ping", "show", "1").facts().byKey();
    assertEquals(0, early.get("lost"), "its answer may still come");
    assertEquals(false, early.get("done"));
    network.runUntilDone();

    SequencedMap<String, Object> shown = network.tell("n1", "ping", "show", "1").facts().byKey();
    assertEquals(2, shown.get("lost"));
    assertEquals(1.0, shown.get("loss"));
    assertNull(shown.get("rtt-seconds-min"));
    assertEquals(2, network.lines(" n2 drop reason=no-such-service ").size());
  }

  @Test
  void anAnswerThatComesTwiceCountsOnce() {
    VirtualNetwork network = line(new ImpairmentConfig(MILLI, 0, 0, 1, 0, 0)).go(1);
    network.tell("n1", "ping", "start", "10.0.0.3", "count=2", "interval=200ms");
    network.runUntilDone();

    SequencedMap<String, Object> shown = network.tell("n1", "ping", "show", "1").facts().byKey();
    assertEquals(2, shown.get("received"));
    assertEquals(3, shown.get("duplicates"), "of the last, those that came after the end are late");
    assertEquals(3L, network.fact("n1", "ping", "late"));
  }

  /** A stranger who sees no question, and one who has its number but not the address. */
  @Test
  void aStrangerCannotAnswerForTheNodeThatIsAsked() {
    OneNode node =
        new OneNode("10.0.0.1").neighbour("10.0.0.2", "10.0.0.3").menu(Menus.ping()).start();
    node.tell("ping", "start", "10.0.0.3", "passive", "count=1");
    for (int number = -1000; number <= 1000; number++) {
      node.datagram("10.0.0.3", 7006, 7006, answer(number));
    }
    assertEquals(0L, node.fact("ping", "received"));
    assertEquals(2001L, node.fact("ping", "malformed"));

    int drawn = node.lastData().getInt(4);
    node.datagram("10.0.0.2", 7006, 7006, answer(drawn));
    assertEquals(0L, node.fact("ping", "received"));
    node.datagram("10.0.0.3", 7006, 7006, answer(drawn));
    assertEquals(1L, node.fact("ping", "received"));
    assertEquals(2002L, node.fact("ping", "malformed"));
  }

  /** "PG", version 1, kind 2; number, first question, asker. */
  private static ByteBuf answer(int number) {
    return Unpooled.buffer()
        .writeInt(0x5047_0102)
        .writeInt(number)
        .writeInt(0)
        .writeInt(Address.parse("10.0.0.1"));
  }

  @Test
  void pingsOfOneNodeShareNoNumber() {
    OneNode node = new OneNode("10.0.0.1").neighbour("10.0.0.2").menu(Menus.ping()).start();
    Set<Integer> drawn = new TreeSet<>();
    for (int k = 0; k < Runs.RUNNING_MAX; k++) {
      node.tell("ping", "start", "10.0.0.2", "passive", "count=1");
      drawn.add(node.lastData().getInt(4));
    }
    assertEquals(Runs.RUNNING_MAX, drawn.size());
  }

  @Test
  void whatIsDamagedIsLost() {
    VirtualNetwork network = line(new ImpairmentConfig(MILLI, 0, 0, 0, 0, 1)).go(1);
    network.tell("n1", "ping", "start", "10.0.0.3", "count=50", "interval=20ms", "size=1000B");
    network.runUntilDone();

    assertEquals(50, network.tell("n1", "ping", "show", "1").facts().byKey().get("lost"));
  }

  @Test
  void aPingCanBeStopped() {
    VirtualNetwork network = line();
    network.tell("n1", "ping", "start", "10.0.0.3", "count=100");
    network.runFor(1500 * MILLI);
    SequencedMap<String, Object> shown = network.tell("n1", "ping", "stop", "1").facts().byKey();
    network.runFor(5 * SECOND);

    assertEquals(2, shown.get("received"));
    assertEquals(true, shown.get("done"));
    assertEquals(2L, network.fact("n1", "ping", "sent"));
    assertEquals(0L, network.fact("n1", "ping", "running"));
  }

  @Test
  void sixteenRunAtATimeAndTheLastSixtyFourAreRemembered() {
    VirtualNetwork network = line();
    for (int i = 0; i < Runs.RUNNING_MAX; i++) {
      assertTrue(network.tell("n1", "ping", "start", "10.0.0.3", "count=1").ok());
    }
    Reply refused = network.tell("n1", "ping", "start", "10.0.0.3");
    assertEquals("at most 16 pings run at a time", refused.message());
    network.runFor(SECOND);
    for (int i = 0; i < Runs.REMEMBERED_MAX; i++) {
      assertTrue(network.tell("n1", "ping", "start", "10.0.0.1", "count=1").ok());
    }

    List<?> pings = (List<?>) network.tell("n1", "ping", "show").facts().byKey().get("pings");
    assertEquals(Runs.REMEMBERED_MAX, pings == null ? 0 : pings.size());
    assertFalse(network.tell("n1", "ping", "show", "16").ok());
    assertTrue(network.tell("n1", "ping", "show", "17").ok());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start|10.0.0.9|there is no way to 10.0.0.9",
        "start|10.0.0.3 size=1501B|a packet of 1501B is larger than the links let through, 1500B",
        "start|10.0.0.3 size=43B|size is 44…65535, not 43",
        "start|10.0.0.3 interval=0s|interval and timeout are at least 1ms",
        "start|10.0.0.3 cuont=3|unknown key `cuont`",
        "show|7|no ping `7` is known",
        "stop|x|no ping `x` is known",
        "begin|10.0.0.3|ping has no verb `begin`; it has start, show, stop"
      })
  void whatCannotBeIsRefusedAndNothingIsSent(String verb, String words, String message) {
    VirtualNetwork network = line();
    Reply reply = network.tell("n1", "ping", verb, words.split(" "));

    assertFalse(reply.ok());
    assertTrue(reply.message().contains(message), reply::message);
    assertEquals(0L, network.fact("n1", "ping", "sent"));
    assertEquals(0L, network.fact("n1", "ping", "failures"));
  }

  @Test
  void theFiguresAreThoseOfTheSample() {
    long second = 1_000_000_000;
    RttStatistics rtts =
        RttStatistics.of(new long[] {4 * second, 2 * second, 9 * second, 5 * second});

    assertEquals(new RttStatistics(2, 5, 9, Math.sqrt(26e18 / 3) / 1e9, 4, 9), rtts);
    assertEquals(new RttStatistics(7, 7, 7, 0, 7, 7), RttStatistics.of(new long[] {7 * second}));
  }
}
