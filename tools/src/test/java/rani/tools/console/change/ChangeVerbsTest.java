// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.tools.console.VerbResult;
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

  private VerbResult execute(String line) {
    return console.execute(line);
  }

  private String delay(String direction) {
    return execute("links").expectExit(0).row(direction).get(3);
  }

  @Test
  void aKnobIsTurnedInTheDirectionsThatAreMeantAndInNoOther() {
    assertEquals("30 ms", execute("link n1->n2 set delay=30ms").expectExit(0).row("n1->n2").get(3));
    assertEquals("30 ms", delay("n1->n2"));
    assertEquals("5 ms", delay("n2->n1"));

    VerbResult both = execute("link n2-n1 set delay=40ms loss=1%").expectExit(0);
    assertEquals("40 ms", both.row("n1->n2").get(3));
    assertEquals("40 ms", both.row("n2->n1").get(3));
    assertEquals("5 ms", delay("n2->n3"));

    execute("link n1-n2 reset").expectExit(0);
    assertEquals("5 ms", delay("n1->n2"));
    assertEquals("0%", execute("links").row("n2->n1").get(5));
  }

  @Test
  void whatIsNoLinkNoActionOrNoKnobIsRefusedWithTheNearest() {
    execute("link n1-n4").expectExit(2).expect("no link is called `n1-n4`; did you mean");
    execute("link n1-n2 sett delay=1ms").expectExit(2).expect("did you mean `set`?");
    execute("link n1-n2 set delai=1ms").expectExit(2).expect("did you mean `delay`?");
    execute("link n1-n2 set delay").expectExit(2).expect("write delay=…");
    execute("link n1-n2 set").expectExit(2).expect("set what?");
    execute("link n1-n2 set delay=long").expectExit(2);
    execute("link n1-n2 down now").expectExit(2).expect("needs nothing behind it");
    assertEquals("5 ms", delay("n1->n2"));
  }

  @Test
  void aCableIsPulledAndComesUpWithTheNextHello() {
    assertEquals("cut", execute("link n1-n2 down").expectExit(0).row("n1->n2").get(1));
    execute("time +5s").expectExit(0);
    execute("link n1-n2 up").expectExit(0).expect("n1->n2 waits for the next hello");
    execute("time +5s").expectExit(0);
    assertEquals("up", execute("link n1->n2").expectExit(0).row("n1->n2").get(1));
    execute("link n1-n2 down").expectExit(0);
    assertNotEquals("cut", execute("link n1-n2 reset").expectExit(0).row("n1->n2").get(1));
  }

  @Test
  void linksAreLaidAndTakenAway() {
    execute("link add n1-n3 delay=1ms rate=2Mbit/s").expectExit(0).expect("n3->n1");
    assertEquals("1 ms", delay("n1->n3"));
    execute("link remove n3-n1").expectExit(0);
    execute("link n1-n3").expectExit(2);
    execute("link add").expectExit(3).expect("which link?");
    execute("link add n1-n3 delay").expectExit(3).expect("write `delay=…`");
    execute("link add n1").expectExit(3).expect("does not name a link");
  }

  @Test
  void nodesComeWithLinksAndServicesAndGo() {
    execute("node add n9 n1 n3 delay=2ms services=echo,sink")
        .expectExit(0)
        .expect("n9 runs, at 10.0.0.")
        .expect("n9->n1")
        .expect("n3->n9")
        .expectNo("done");
    assertEquals("2 ms", delay("n9->n3"));
    execute("n9 menu").expectExit(0).expect("n9 echo running").expect("n9 sink running");
    execute("node remove n9").expectExit(0);
    execute("n9 menu").expectExit(2);
    execute("node add n8 delay=2ms")
        .expectExit(3)
        .expect("`delay` is a knob of links, and no neighbour is named");
    execute("node add n8").expectExit(0).expect("n8 runs, at").expectNo("link");
    execute("node drop n1").expectExit(3).expect("added or removed");
  }

  @Test
  void aFilterDropsWhatItsNodeIsToldAndNothingAfterItIsRemoved() {
    VerbResult added = execute("n2 filter add n1 from=n1 for=60min").expectExit(0);
    added.expect("n2 n1 n1 filter");
    execute("n1 ping n3 count=1").expectExit(1);
    execute("filters").expectExit(0).expect("n1 filter").expectNo("no filters");
    execute("n2 filter remove n1").expectExit(0).expect("1 filter of n1 removed at n2");
    execute("n1 ping n3 count=1").expectExit(0);
    execute("filter add n1").expectExit(2).expect("at which node?");
    execute("n2 filter ad n1").expectExit(2).expect("did you mean `add`?");
    execute("n2 filter add n1 form=n1").expectExit(2).expect("did you mean `from`?");
    execute("n2 filter remove n1 for=1s").expectExit(2).expect("`for` is not known here");
  }

  @Test
  void servicesAreStartedWithOptionsAndStopped() {
    execute("n2 service start source 'flows=[{to: n3, kind: cbr, rate: 50packet/s, packets: 100}]'")
        .expectExit(0)
        .expect("source runs at n2");
    execute("time +1s").expectExit(0);
    assertTrue(execute("counters n2").expectExit(0).row("n2").get(2).matches("[1-9]\\d+"));
    execute("n2 service stop source").expectExit(0).expect("source is off the menu of n2");
    execute("n2 service stop source").expectExit(3).expect("no service `source` here");
    execute("n1 service stop pong").expectExit(2).expect("did you mean `ping`?");
    execute("n1 n2 service start echo").expectExit(0).expect("echo runs at n1, n2");
    execute("service start echo").expectExit(2).expect("at which node?");
    execute("n2 service load my.jar").expectExit(3).expect("loaded into live networks");
    execute("n2 service unload echo").expectExit(3);
    execute("service unload echo").expectExit(2).expect("say NODE and SERVICE");
  }

  @Test
  void aServiceIsToldItsOwnVerbs() {
    execute("n1 tell ping start n3 count=2 interval=10ms").expectExit(0).expect("id 1");
    execute("time +1s").expectExit(0);
    execute("n1 tell ping show 1").expectExit(0).expect("sent 2").expect("received 2");
    execute("n1 tell pong show").expectExit(2).expect("did you mean `ping`?");
    execute("tell ping show").expectExit(2).expect("at which node?");
  }
}
