// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.tools.console.SaidVerb;
import rani.tools.console.VirtualConsole;

/** Verbs that change three nodes in a row, in virtual time; another verb looks what has become. */
class ChangeVerbsTest {
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

  private String delay(String direction) {
    return say("links").expectExit(0).row(direction).get(3);
  }

  @Test
  void aKnobIsTurnedInTheDirectionsThatAreMeantAndInNoOther() {
    assertEquals("30 ms", say("link n1->n2 set delay=30ms").expectExit(0).row("n1->n2").get(3));
    assertEquals("30 ms", delay("n1->n2"));
    assertEquals("5 ms", delay("n2->n1"));

    SaidVerb both = say("link n2-n1 set delay=40ms loss=1%").expectExit(0);
    assertEquals("40 ms", both.row("n1->n2").get(3));
    assertEquals("40 ms", both.row("n2->n1").get(3));
    assertEquals("5 ms", delay("n2->n3"));

    say("link n1-n2 reset").expectExit(0);
    assertEquals("5 ms", delay("n1->n2"));
    assertEquals("0%", say("links").row("n2->n1").get(5));
  }

  @Test
  void whatIsNoLinkNoActionOrNoKnobIsRefusedWithTheNearest() {
    say("link n1-n4").expectExit(2).expect("no link is called `n1-n4`; did you mean");
    say("link n1-n2 sett delay=1ms").expectExit(2).expect("did you mean `set`?");
    say("link n1-n2 set delai=1ms").expectExit(2).expect("did you mean `delay`?");
    say("link n1-n2 set delay").expectExit(2).expect("write delay=…");
    say("link n1-n2 set").expectExit(2).expect("set what?");
    say("link n1-n2 set delay=long").expectExit(2);
    say("link n1-n2 down now").expectExit(2).expect("needs nothing behind it");
    assertEquals("5 ms", delay("n1->n2"));
  }

  @Test
  void aCableIsPulledAndComesUpWithTheNextHello() {
    assertEquals("cut", say("link n1-n2 down").expectExit(0).row("n1->n2").get(1));
    say("time +5s").expectExit(0);
    say("link n1-n2 up").expectExit(0).expect("n1->n2 waits for the next hello");
    say("time +5s").expectExit(0);
    assertEquals("up", say("link n1->n2").expectExit(0).row("n1->n2").get(1));
    say("link n1-n2 down").expectExit(0);
    assertNotEquals("cut", say("link n1-n2 reset").expectExit(0).row("n1->n2").get(1));
  }

  @Test
  void linksAreLaidAndTakenAway() {
    say("link add n1-n3 delay=1ms rate=2Mbit/s").expectExit(0).expect("n3->n1");
    assertEquals("1 ms", delay("n1->n3"));
    say("link remove n3-n1").expectExit(0);
    say("link n1-n3").expectExit(2);
    say("link add").expectExit(3).expect("which link?");
    say("link add n1-n3 delay").expectExit(3).expect("write `delay=…`");
    say("link add n1").expectExit(3).expect("does not name a link");
  }

  @Test
  void nodesComeWithLinksAndServicesAndGo() {
    say("node add n9 n1 n3 delay=2ms services=echo,sink").expectExit(0);
    assertEquals("2 ms", delay("n9->n3"));
    say("n9 menu").expectExit(0).expect("n9 echo running").expect("n9 sink running");
    say("node remove n9").expectExit(0);
    say("n9 menu").expectExit(2);
    say("node add n8 delay=2ms").expectExit(3).expect("said of links, and there are none");
    say("node drop n1").expectExit(3).expect("added or removed");
  }

  @Test
  void aFilterDropsWhatItsNodeIsToldAndNothingAfterItIsRemoved() {
    SaidVerb added = say("n2 filter add n1 from=n1 for=60min").expectExit(0);
    added.expect("n2 n1 n1 filter");
    say("n1 ping n3 count=1").expectExit(1);
    say("filters").expectExit(0).expect("n1 filter").expectNo("no filters");
    say("n2 filter remove n1").expectExit(0).expect("1 filter of n1 removed at n2");
    say("n1 ping n3 count=1").expectExit(0);
    say("filter add n1").expectExit(2).expect("at which node?");
    say("n2 filter ad n1").expectExit(2).expect("did you mean `add`?");
    say("n2 filter add n1 form=n1").expectExit(2).expect("did you mean `from`?");
    say("n2 filter remove n1 for=1s").expectExit(2).expect("`for` is not known here");
  }

  @Test
  void servicesAreStartedWithOptionsAndStopped() {
    say("n2 service start source 'flows=[{to: n3, kind: cbr, rate: 50packet/s, packets: 100}]'")
        .expectExit(0)
        .expect("source runs at n2");
    say("time +1s").expectExit(0);
    assertTrue(say("counters n2").expectExit(0).row("n2").get(2).matches("[1-9]\\d+"));
    say("n2 service stop source").expectExit(0).expect("source is off the menu of n2");
    say("n2 service stop source").expectExit(3).expect("no service `source` here");
    say("n1 service stop pong").expectExit(2).expect("did you mean `ping`?");
    say("n1 n2 service start echo").expectExit(0).expect("echo runs at n1, n2");
    say("service start echo").expectExit(2).expect("at which node?");
    say("n2 service load my.jar").expectExit(3).expect("loaded into live networks");
    say("n2 service unload echo").expectExit(3);
    say("service unload echo").expectExit(2).expect("say NODE and SERVICE");
  }

  @Test
  void aServiceIsToldItsOwnVerbs() {
    say("n1 tell ping start n3 count=2 interval=10ms").expectExit(0).expect("id 1");
    say("time +1s").expectExit(0);
    say("n1 tell ping show 1").expectExit(0).expect("sent 2").expect("received 2");
    say("n1 tell pong show").expectExit(2).expect("did you mean `ping`?");
    say("tell ping show").expectExit(2).expect("at which node?");
  }
}
