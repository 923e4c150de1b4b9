// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.tools.console.SaidVerb;
import rani.tools.console.VirtualConsole;

/** Verbs that send packets along three nodes in a row, in virtual time. */
class TrafficVerbsTest {
  private VirtualConsole console;

  @BeforeEach
  void start() throws Exception {
    console = VirtualConsole.ofRow();
  }

  @AfterEach
  void close() throws Exception {
    console.close();
  }

  private SaidVerb say(String line) {
    return console.say(line);
  }

  @Test
  void aRoundTripTakesFourWiresAndTheSendingOfPackets() {
    // Four wires of 5 ms; 64 B take 51.2 µs to send at 10 Mbit/s, if they must wait for that.
    SaidVerb ping = say("n1 ping n3 count=3 interval=10ms").expectExit(0);

    ping.expect("n1 -> n3: 3 packets, 3 answered, loss 0%, round trip 20.");
    assertEquals("", ping.err(), "nothing had to be started");
    say("ping n1 n2 count=1").expectExit(0).expect("started ping at n2");
    say("ping n1").expectExit(2).expect("from where to where?");
    say("n1 ping n4").expectExit(2).expect("no node is called `n4`");
    say("n1 n2 ping n3").expectExit(2).expect("at which node?");
  }

  @Test
  void aPingAsksEchoWhereThereIsNoPing() {
    say("n2 service start echo").expectExit(0);

    say("n1 ping n2 count=1").expectExit(0).expectNo("started").expect("1 answered");
  }

  @Test
  void pingallIsASquareOfWhoReachesWhom() {
    SaidVerb square = say("pingall").expectExit(0).expect("6 packets, 0 lost");
    assertEquals("·", square.row("n2").get(2));

    say("link n2-n3 set loss=100%").expectExit(0);
    SaidVerb broken = say("pingall --count 2").expectExit(1).expect("12 packets, 8 lost");

    assertEquals("lost", broken.row("n1").get(3));
    say("pingall --count 101").expectExit(2).expect("at most 64 nodes and 100 packets");
    say("pingall --json").expectExit(1).expect("{\"n1\":{\"n3\":{\"sent\":1,\"received\":0");
  }

  @Test
  void tracerouteTellsEveryNodeOfTheWayThereAndBack() {
    SaidVerb way = say("n1 traceroute n3").expectExit(0).expect("started traceroute at");

    way.expect("there and back in 2").expectNo("wrote nothing");
    assertEquals(4, way.out().lines().filter(line -> line.contains(" packets")).count());
    say("n1 traceroute").expectExit(2);
    say("traceroute n1").expectExit(2).expect("from where to where?");
  }

  @Test
  void aPacketThatDiesIsFollowedToWhereItDied() {
    say("inject n1 -> n3 port=7 ttl=1").expectExit(1).expect("dropped: ");
    say("inject n1 -> n3 --json").expectExit(0).expect("\"arrived\":1,");
    say("n1 inject n3 count=4 gap=1ms").expectExit(0).expect("… and 1 more").expect("4 arrived");
    say("inject n1 n4").expectExit(2);
    say("inject n1 -> n3 sice=4").expectExit(2);
    say("inject n1 -> n3 --patience long").expectExit(2).expect("--patience: ");
  }

  @Test
  void aPacketIsWrittenFieldByFieldFromLineToLine() {
    say("packet show").expectExit(2).expect("there is no packet yet");
    say("packet n1 -> n3 port=7").expectExit(0).expect("destination port");
    say("packet set ttl=3").expectExit(0).expect("TTL 3");
    say("packet set tll=3").expectExit(2);
    say("packet show").expectExit(0).expect("TTL 3");
    say("packet show more").expectExit(2).expect("is too much");
    say("packet reset").expectExit(0).expectNo("TTL 3");
    say("packet send").expectExit(0).expect("came to n3");
    assertEquals(say("packet show").out(), say("inject --dry-run n1 -> n3").expectExit(0).out());
  }

  @Test
  void throughputIsNotMoreThanTheLinkCarries() {
    say("throughput n1 n3 size=20kB --json").expectExit(0).expect("\"offered\":20,");
    say("throughput n1 n3 duration=61min").expectExit(2).expect("at most 60min");
    say("throughput n1 n3 size=big").expectExit(2);
    say("throughput n1").expectExit(2).expect("from where to where?");
  }
}
