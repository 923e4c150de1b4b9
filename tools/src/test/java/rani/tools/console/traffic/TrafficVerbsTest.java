// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.tools.console.VerbResult;
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

  private VerbResult execute(String line) {
    return console.execute(line);
  }

  @Test
  void aRoundTripTakesFourWiresAndTheSendingOfPackets() {
    // Four wires of 5 ms; 64 B take 51.2 µs to send at 10 Mbit/s, if they must wait for that.
    VerbResult ping = execute("n1 ping n3 count=3 interval=10ms").expectExit(0);

    ping.expect("n1 -> n3: 3 packets, 3 answered, loss 0%, round trip 20.");
    assertEquals("", ping.err(), "nothing had to be started");
    execute("ping n1 n2 count=1").expectExit(0).expect("started ping at n2");
    execute("ping n1").expectExit(2).expect("from where to where?");
    execute("n1 ping n4").expectExit(2).expect("no node is called `n4`");
    execute("n1 n2 ping n3").expectExit(2).expect("at which node?");
  }

  @Test
  void aPingAsksEchoWhereThereIsNoPing() {
    execute("n2 service start echo").expectExit(0);

    execute("n1 ping n2 count=1").expectExit(0).expectNo("started").expect("1 answered");
  }

  @Test
  void pingallIsASquareOfWhoReachesWhom() {
    VerbResult square = execute("pingall").expectExit(0).expect("6 packets, 0 lost");
    assertEquals("·", square.row("n2").get(2));

    execute("link n2-n3 set loss=100%").expectExit(0);
    VerbResult broken = execute("pingall --count 2").expectExit(1).expect("12 packets, 8 lost");

    assertEquals("lost", broken.row("n1").get(3));
    execute("pingall --count 101").expectExit(2).expect("at most 64 nodes and 100 packets");
    execute("pingall --json").expectExit(1).expect("{\"n1\":{\"n3\":{\"sent\":1,\"received\":0");
  }

  @Test
  void tracerouteTellsEveryNodeOfTheWayThereAndBack() {
    VerbResult way = execute("n1 traceroute n3").expectExit(0).expect("started traceroute at");

    way.expect("there and back in 2").expectNo("wrote nothing");
    assertEquals(4, way.out().lines().filter(line -> line.contains(" packets")).count());
    execute("n1 traceroute").expectExit(2);
    execute("traceroute n1").expectExit(2).expect("from where to where?");
  }

  @Test
  void aPacketThatDiesIsFollowedToWhereItDied() {
    execute("inject n1 -> n3 port=7 ttl=1").expectExit(1).expect("dropped: ");
    execute("inject n1 -> n3 --json").expectExit(0).expect("\"arrived\":1,");
    execute("n1 inject n3 count=4 gap=1ms")
        .expectExit(0)
        .expect("… and 1 more")
        .expect("4 arrived");
    execute("inject n1 n4").expectExit(2);
    execute("inject n1 -> n3 sice=4").expectExit(2);
    execute("inject n1 -> n3 --patience long").expectExit(2).expect("--patience: ");
  }

  @Test
  void aPacketIsWrittenFieldByFieldFromLineToLine() {
    execute("packet show").expectExit(2).expect("there is no packet yet");
    execute("packet n1 -> n3 port=7").expectExit(0).expect("destination port");
    execute("packet set ttl=3").expectExit(0).expect("TTL 3");
    execute("packet set tll=3").expectExit(2);
    execute("packet show").expectExit(0).expect("TTL 3");
    execute("packet show more").expectExit(2).expect("is too much");
    execute("packet reset").expectExit(0).expectNo("TTL 3");
    execute("packet send").expectExit(0).expect("came to n3");
    assertEquals(
        execute("packet show").out(), execute("inject --dry-run n1 -> n3").expectExit(0).out());
  }

  @Test
  void throughputIsNotMoreThanTheLinkCarries() {
    execute("throughput n1 n3 size=20kB --json").expectExit(0).expect("\"offered\":20,");
    execute("throughput n1 n3 duration=61min").expectExit(2).expect("at most 60min");
    execute("throughput n1 n3 size=big").expectExit(2);
    execute("throughput n1").expectExit(2).expect("from where to where?");
  }
}
