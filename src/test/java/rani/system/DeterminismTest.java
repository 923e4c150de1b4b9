// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.system.RaniCommand.Running;

/**
 * Virtual runs of LGC's first experiment, each in a process of its own: what must not change the
 * digest, and what must.
 */
class DeterminismTest {
  private static final String EXPERIMENT = Checkout.file("config/experiments/lgc-1-basic.yaml");
  private static final String TIME = "\\d+\\.\\d{9}";

  @TempDir private static Path temporary;

  private static Workplace here;
  private static Path trace;
  private static RunResult reference;

  private int folders;

  @BeforeAll
  static void runTheReference() throws IOException {
    here = new Workplace(Files.createDirectory(temporary.resolve("here")));
    trace = temporary.resolve("reference.trace");
    reference = result(run(here, "--seed", "7", "--trace", trace.toString())).expectPassed();
  }

  @Test
  void anotherFolderTimeZoneAndLanguageChangeNothing() throws IOException {
    Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    Workplace there = new Workplace(elsewhere);
    there.copyConfig(there.here().resolve("a copy"));
    Path foreignTrace = elsewhere.resolve("foreign.trace");
    RaniCommand foreign =
        there
            .rani(
                "run",
                "a copy/experiments/lgc-1-basic.yaml",
                "--mode=virtual",
                "--seed=7",
                "--json",
                "--trace=" + foreignTrace)
            .with("TZ", "Pacific/Kiritimati")
            .with("LC_ALL", "tr_TR.UTF-8")
            .with("LANG", "ar_EG.UTF-8")
            // The C library may lack those locales; Java has them. Turkish spells id as İD, Arabic
            // has digits of its own, and both write a comma in 0.5.
            .with(
                "JAVA_TOOL_OPTIONS",
                there.javaOptions()
                    + " -Duser.language=ar -Duser.country=EG -Duser.language.display=tr"
                    + " -Duser.timezone=Pacific/Kiritimati");

    RunResult result = result(foreign.start()).expectPassed();

    assertEquals(reference.digest(), result.digest(), result::toString);
    assertEquals(-1, Files.mismatch(trace, foreignTrace), result::toString);
    for (String field : reference.fields()) {
      if (!field.equals("report")) {
        assertEquals(reference.field(field), result.field(field), result::toString);
      }
    }
    for (String data : List.of("queue.csv", "flows.csv")) {
      assertEquals(
          -1,
          Files.mismatch(
              reference.folder(here.here()).resolve(data),
              result.folder(there.here()).resolve(data)),
          () -> data + " differs: " + result);
    }
  }

  @Test
  void anotherSeedAndOneMicrosecondOfDelayChangeTheDigestAndNothingElseDoes() {
    Running again = run(here, "--seed", "7");
    RunResult seed = runHere("--seed", "8");
    RunResult delay = runHere("--seed", "7", "--set", "topology.links.n7 -- n8.delay=620001us");
    RunResult sameDelay = runHere("--seed", "7", "--set", "topology.links.n7 -- n8.delay=620000us");

    assertEquals(reference.digest(), result(again).digest());
    assertNotEquals(reference.digest(), seed.digest());
    assertNotEquals(reference.digest(), delay.digest());
    assertEquals(reference.digest(), sameDelay.digest());
  }

  @Test
  void theDigestIsTheSha256OfTheTrace() throws Exception {
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(trace));

    assertEquals(HexFormat.of().formatHex(sum), reference.digest());
  }

  @Test
  void theTraceTellsEveryEventInOrder() throws IOException {
    List<String> lines = Files.readAllLines(trace);
    String before = "";
    for (String line : lines) {
      assertTrue(line.matches(TIME + " n[1-8] [a-z]+( .*)?"), line);
      String time = line.substring(0, line.indexOf(' '));
      assertTrue(compareTimes(before, time) <= 0, () -> "time goes back at: " + line);
      before = time;
    }

    Map<String, Long> data =
        lines.stream()
            .filter(line -> line.contains(" proto=17 ") && !line.endsWith(" control"))
            .collect(Collectors.groupingBy(DeterminismTest::nodeAndKind, Collectors.counting()));
    long delivered = (long) reference.metric("delivered.total");
    long dropped = (long) reference.metric("drops.total");
    assertEquals(delivered, data.get("n8 delivery"));
    assertEquals(dropped, data.getOrDefault("n7 drop", 0L));
    assertEquals(500, delivered + dropped);
    assertEquals(200, data.get("n1 origin"));
    assertEquals(50, data.get("n2 origin"));
    assertEquals(200, data.get("n1 departure"));
    // Six neighbours send to node 7, which sends 50 packets of its own; the filter stands before
    // the queue, and what is queued departs and arrives at node 8.
    assertEquals(450, data.get("n7 arrival"));
    assertEquals(delivered, data.get("n7 departure"));
    assertEquals(delivered, data.get("n8 arrival"));
    assertEquals(
        delivered,
        lines.stream().filter(line -> line.contains(" n7 verdict queue=node verdict=enq")).count());
  }

  private static String nodeAndKind(String line) {
    String[] words = line.split(" ", 4);
    return words[1] + " " + words[2];
  }

  /** Seconds with nine decimals: the longer is the later, without rounding. */
  private static int compareTimes(String a, String b) {
    return a.length() != b.length() ? a.length() - b.length() : a.compareTo(b);
  }

  private static Running run(Workplace place, String... more) {
    String[] arguments = new String[4 + more.length];
    System.arraycopy(
        new String[] {"run", EXPERIMENT, "--mode=virtual", "--json"}, 0, arguments, 0, 4);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return place.rani(arguments).start();
  }

  /** In this JVM, which has run others before. */
  private RunResult runHere(String... more) {
    folders++;
    List<String> words = new ArrayList<>(List.of("run", EXPERIMENT, "--mode=virtual", "--json"));
    words.add("--out=" + temporary.resolve("run-" + folders));
    words.addAll(List.of(more));
    return RunResult.of(InThisJvm.rani(words.toArray(String[]::new)));
  }

  private static RunResult result(Running running) {
    return RunResult.of(running.await());
  }
}
