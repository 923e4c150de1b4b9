// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.topology.TopologyFile;
import rani.system.RaniCommand.Outcome;
import rani.testbed.Lab;
import rani.tools.console.Bench;
import rani.tools.console.Words;
import rani.tools.screen.Ink;

/** What verbs of the console say, in virtual time and within this JVM. */
class VerbsTest {
  @TempDir private Path folder;

  private Lab lab;
  private Bench bench;

  @BeforeEach
  void start() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("row.yaml"),
            """
            topology: row
            defaults: {link: {delay: 5ms, rate: 10Mbit/s}}
            nodes: {n1: {services: {ping: {}}}, n2: {}, n3: {services: {ping: {}}}}
            links: {n1 -- n2: {}, n2 -- n3: {}}
            """);
    lab = Lab.virtual(TopologyFile.load(file), 7);
    lab.start();
    lab.go();
    bench = new Bench(lab, Ink.NONE, lab::runFor);
  }

  @AfterEach
  void close() {
    boolean _ = Thread.interrupted();
    lab.close();
  }

  private Outcome say(String line) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        bench.say(
            Words.of(line),
            List.of(),
            false,
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    return new Outcome(line, exit, "" + out, "" + err);
  }

  private static void assertHas(String words, Outcome outcome) {
    String said = (outcome.out() + outcome.err()).replaceAll(" +", " ");
    assertTrue(said.contains(words), () -> "no `" + words + "` in " + outcome);
  }

  @Test
  void controlCEndsWhatAVerbBeganAndPrintsWhatThereIs() {
    Thread.currentThread().interrupt();

    Outcome given = say("n1 ping n3 count=100");

    assertHas("n1 -> n3: 1 packet, 0 answered", given.expectExit(130));
    assertEquals("", given.err());
    say("time +10s").expectExit(0);
    assertHas("\"sent\":1,", say("n1 tell ping show --json"));
    assertHas("\"running\":0", say("n1 menu --service ping --json"));
    say("n1 ping n3 count=2 interval=10ms").expectExit(0);
  }

  @Test
  void atATerminalEachAnswerIsToldAsItComes() {
    assertFalse(say("n1 ping n3 count=2").out().contains("of 2 answered"));
    bench.drawBy(frame -> {});

    Outcome told = say("n1 ping n3 count=2").expectExit(0);

    assertHas("1 of 2 answered, 20.", told);
    assertHas("2 of 2 answered, 20.", told);
  }

  @Test
  void controlCInWatchSaysNothing() {
    Thread.currentThread().interrupt();

    Outcome watched = say("watch -n 1s queue n1");

    assertEquals("", watched.out() + watched.err());
  }

  @Test
  void jsonMayStandAnywhereBehindAVerbAndLettersMayBeLarge() {
    assertTrue(say("queue --json n1").expectExit(0).out().startsWith("{\"n1\""));
    assertHas("n1->n2", say("N1 QUEUE").expectExit(0));
    assertHas("n2->n1", say("LINK N1-N2").expectExit(0));
  }

  @Test
  void noWayLeadsOverACableThatWasPulled() {
    say("link n1-n2 down").expectExit(0);

    assertHas("no way: n1 -> n2 is cut", say("path n1 n3").expectExit(1));
  }

  @Test
  void whereNoRouteLeadsItIsSaidByNameAndEndsWithOne() {
    say("link n1-n2 down").expectExit(0);
    say("time +5s").expectExit(0);

    for (String verb : List.of("ping", "traceroute", "throughput")) {
      assertHas("n1: there is no way to n3: ", say("n1 " + verb + " n3").expectExit(1));
    }
  }

  @Test
  void aResultThatCannotBeWrittenIsNoSuccess() {
    List<String> toFullDisk = List.of("sh", "-c", "exec \"$@\" >/dev/full", "sh");
    Outcome lost = RaniCommand.rani("help", "run").inside(toFullDisk).run().expectExit(3);

    assertHas("rani: cannot write to standard output: No space left on device", lost);
    List<String> toHead = List.of("bash", "-c", "set -o pipefail; \"$@\" | head -1", "bash");
    Outcome enough = RaniCommand.rani("help", "run").inside(toHead).run().expectExit(0);
    assertEquals(1, enough.out().lines().count(), enough::toString);
  }

  @Test
  void aPingThatLostPacketsEndsWithOne() {
    say("link n1->n2 set loss=50%").expectExit(0);

    assertHas("n1 -> n3: 40 packets, ", say("n1 ping n3 count=40 interval=10ms").expectExit(1));
  }

  @Test
  void throughputTellsWhatAConnectionCarries() {
    Outcome told = say("throughput n1 n3 duration=2s").expectExit(0);

    assertHas("started sink at n3", told);
    String goodput = told.out().replaceFirst("(?s)n1 -> n3: ([0-9.]+) Mbit/s, .*", "$1");
    assertTrue(Double.parseDouble(goodput) > 8 && Double.parseDouble(goodput) < 9.6, goodput);
    assertHas("\"offered\":20,", say("n1 throughput n3 size=20kB --json").expectExit(0));
    assertHas("`5` needs a unit", say("throughput n1 n3 duration=5").expectExit(2));
    assertHas("did you mean `cubic`?", say("throughput n1 n3 congestion=kubic").expectExit(3));
    say("n3 service stop sink").expectExit(0);
    say("n3 service start sink rdp=false").expectExit(0);
    assertHas(
        "n1 -> n3: no connection; does a sink there take any?",
        say("throughput n1 n3").expectExit(1));
  }

  @Test
  void connectionsAreShownWhileTheyAreOpen() {
    assertHas("no connection is open", say("connections").expectExit(0));
    say("n3 service start sink").expectExit(0);
    say("n1 service start source").expectExit(0);
    assertHas("0", say("n1 tell source start n3 bulk packets=0").expectExit(0));
    say("time +1s").expectExit(0);

    String shown = say("n1 connections").expectExit(0).out().replaceAll(" +", " ");
    assertTrue(shown.matches("(?s).*n1:\\d+->n3:7000 source [a-z ]+ [0-9.]+ .* ms .*"), shown);
    assertHas("\"srtt-seconds\":0.0", say("connections n1 --json").expectExit(0));
    assertHas("->n3:7000", say("top").expectExit(0));
    assertHas("n1 link-0 n2 up", say("top").expectExit(0));
    assertHas("\"connections\":[{\"node\":\"n1\"", say("top --json").expectExit(0));

    assertHas("done true", say("n1 tell source stop 0").expectExit(0));
    say("time +1s").expectExit(0);
    assertHas("no connection is open", say("connections").expectExit(0));
    assertHas("no flow `7` is known", say("n1 tell source stop 7").expectExit(3));
  }

  @Test
  void aSourceSendsWhatItIsToldToUntilItIsTold() {
    say("n1 service start source").expectExit(0);
    say("n1 tell source start n3 cbr rate=100packet/s packets=1000").expectExit(0);
    say("time +1s").expectExit(0);
    assertHas("sent 101", say("n1 tell source stop 0").expectExit(0));
    say("time +1s").expectExit(0);
    assertHas("sent 101", say("n1 tell source show 0").expectExit(0));
    assertHas("did you mean `rate`?", say("n1 tell source start n3 cbr rte=1packet/s"));
  }

  @Test
  void wrongUsageIsOneSentenceAndWhereToLook() {
    Outcome wrong = say("link n1-n2 --sett").expectExit(2);

    assertEquals(2, wrong.err().lines().count(), wrong::toString);
    assertHas("`help link` shows how it is said", wrong);
    assertHas("did you mean `set`?", say("link n1-n2 sett loss=1%").expectExit(2));
    assertFalse(say("help packet").out().contains("bench"));
  }

  @Test
  void optionsBehindTheVerbOfExecAreTheVerbs() {
    Outcome outcome = InThisJvm.rani("exec", "--run", "none", "pingall", "--count=1");

    assertHas("no run is called none", outcome.expectExit(2));
    assertEquals(2, outcome.err().lines().count(), outcome::toString);
  }
}
