// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What verbs of the console say, in virtual time and within this JVM. */
class VerbsTest {
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

  private static void assertHas(String words, VerbResult said) {
    VerbResult _ = said.expect(words);
  }

  @Test
  void controlCEndsWhatAVerbBeganAndPrintsWhatThereIs() {
    Thread.currentThread().interrupt();

    VerbResult given = execute("n1 ping n3 count=100");

    assertHas("n1 -> n3: 1 packet, 0 answered", given.expectExit(130));
    assertEquals("", given.err());
    execute("time +10s").expectExit(0);
    assertHas("\"sent\":1,", execute("n1 tell ping show --json"));
    assertHas("\"running\":0", execute("n1 menu --service ping --json"));
    execute("n1 ping n3 count=2 interval=10ms").expectExit(0);
  }

  @Test
  void atATerminalEachAnswerIsToldAsItComes() {
    assertFalse(execute("n1 ping n3 count=2").out().contains("of 2 answered"));
    console.session().drawBy(frame -> {});

    VerbResult told = execute("n1 ping n3 count=2").expectExit(0);

    assertHas("1 of 2 answered, 20.", told);
    assertHas("2 of 2 answered, 20.", told);
  }

  @Test
  void controlCInWatchSaysNothing() {
    Thread.currentThread().interrupt();

    VerbResult watched = execute("watch -n 1s queue n1");

    assertEquals("", watched.out() + watched.err());
  }

  @Test
  void jsonMayStandAnywhereBehindAVerbAndLettersMayBeLarge() {
    assertTrue(execute("queue --json n1").expectExit(0).out().startsWith("{\"n1\""));
    assertHas("n1->n2", execute("N1 QUEUE").expectExit(0));
    assertHas("n2->n1", execute("LINK N1-N2").expectExit(0));
  }

  @Test
  void noWayLeadsOverACableThatWasPulled() {
    execute("link n1-n2 down").expectExit(0);

    assertHas("no way: n1 -> n2 is cut", execute("path n1 n3").expectExit(1));
  }

  @Test
  void whereNoRouteLeadsItIsSaidByNameAndEndsWithOne() {
    execute("link n1-n2 down").expectExit(0);
    execute("time +5s").expectExit(0);

    for (String verb : List.of("ping", "traceroute", "throughput")) {
      assertHas("n1: there is no way to n3: ", execute("n1 " + verb + " n3").expectExit(1));
    }
  }

  @Test
  void aPingThatLostPacketsEndsWithOne() {
    execute("link n1->n2 set loss=50%").expectExit(0);

    assertHas("n1 -> n3: 40 packets, ", execute("n1 ping n3 count=40 interval=10ms").expectExit(1));
  }

  @Test
  void throughputTellsWhatAConnectionCarries() {
    VerbResult told = execute("throughput n1 n3 duration=2s").expectExit(0);

    assertHas("started sink at n3", told);
    String goodput = told.out().replaceFirst("(?s)n1 -> n3: ([0-9.]+) Mbit/s, .*", "$1");
    assertTrue(Double.parseDouble(goodput) > 8 && Double.parseDouble(goodput) < 9.6, goodput);
    assertHas("\"offered\":20,", execute("n1 throughput n3 size=20kB --json").expectExit(0));
    assertHas("`5` needs a unit", execute("throughput n1 n3 duration=5").expectExit(2));
    assertHas("did you mean `cubic`?", execute("throughput n1 n3 congestion=kubic").expectExit(3));
    execute("n3 service stop sink").expectExit(0);
    execute("n3 service start sink rdp=false").expectExit(0);
    assertHas(
        "n1 -> n3: no connection; does a sink there take any?",
        execute("throughput n1 n3").expectExit(1));
  }

  @Test
  void connectionsAreShownWhileTheyAreOpen() {
    assertHas("no connection is open", execute("connections").expectExit(0));
    execute("n3 service start sink").expectExit(0);
    execute("n1 service start source").expectExit(0);
    assertHas("0", execute("n1 tell source start n3 bulk packets=0").expectExit(0));
    execute("time +1s").expectExit(0);

    String shown = execute("n1 connections").expectExit(0).out().replaceAll(" +", " ");
    assertTrue(shown.matches("(?s).*n1:\\d+->n3:7000 source [a-z ]+ [0-9.]+ .* ms .*"), shown);
    assertHas("\"srtt-seconds\":0.0", execute("connections n1 --json").expectExit(0));
    assertHas("->n3:7000", execute("top").expectExit(0));
    assertHas("n1 link-0 n2 up", execute("top").expectExit(0));
    assertHas("\"connections\":[{\"node\":\"n1\"", execute("top --json").expectExit(0));

    assertHas("done true", execute("n1 tell source stop 0").expectExit(0));
    execute("time +1s").expectExit(0);
    assertHas("no connection is open", execute("connections").expectExit(0));
    assertHas("no flow `7` is known", execute("n1 tell source stop 7").expectExit(3));
  }

  @Test
  void aSourceSendsWhatItIsToldToUntilItIsTold() {
    execute("n1 service start source").expectExit(0);
    execute("n1 tell source start n3 cbr rate=100packet/s packets=1000").expectExit(0);
    execute("time +1s").expectExit(0);
    assertHas("sent 101", execute("n1 tell source stop 0").expectExit(0));
    execute("time +1s").expectExit(0);
    assertHas("sent 101", execute("n1 tell source show 0").expectExit(0));
    assertHas("did you mean `rate`?", execute("n1 tell source start n3 cbr rte=1packet/s"));
  }

  @Test
  void wrongUsageIsOneSentenceAndWhereToLook() {
    VerbResult wrong = execute("link n1-n2 --sett").expectExit(2);

    assertEquals(2, wrong.err().lines().count(), wrong::toString);
    assertHas("`help link` shows how it is said", wrong);
    assertHas("did you mean `set`?", execute("link n1-n2 sett loss=1%").expectExit(2));
    assertFalse(execute("help packet").out().contains("bench"));
  }
}
