// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import rani.parts.RealPart;
import rani.system.RaniCommand.Running;

/**
 * What is left of edges after many kills, of each process that has a part in them: nothing. A
 * namespace, with what is mounted in it and its devices, lasts by its processes, by what they hold
 * open, or by a mount, so that these are looked for.
 */
@EnabledIfSystemProperty(
    named = "rani.long",
    matches = "true",
    disabledReason = "kills more than fifty processes; mvn verify -Plong")
class ShellKillsTest extends InWorkplace {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int ROUNDS = 3;
  private static final int KILLS_A_ROUND = 18;
  private static final long LOOK_NANOS = 1_000_000;

  private int kills;

  private enum Victim {
    /** {@code rani shell}. */
    SHELL,
    /** The process outside of the PID namespace. */
    UNSHARE,
    /** The first within. */
    FIRST,
    COMMAND,
    /** The way to the internet, which the program outlives. */
    SLIRP,
    NODE
  }

  @Test
  void nothingIsLeftOfAnyOfThem() throws IOException {
    ShellTest.needEdges();
    RealPart.program("slirp4netns");
    Set<String> before = mountsAndDevices();
    List<Victim> victims = new ArrayList<>();
    victims.addAll(Collections.nCopies(4, Victim.SHELL));
    victims.addAll(Collections.nCopies(3, Victim.UNSHARE));
    victims.addAll(Collections.nCopies(2, Victim.FIRST));
    victims.addAll(Collections.nCopies(2, Victim.COMMAND));
    victims.addAll(Collections.nCopies(2, Victim.SLIRP));
    for (int round = 0; round < ROUNDS; round++) {
      place.write("row.yaml", "{topology: row, generate: {linear: {nodes: 5}}}");
      place.rani("up", "row.yaml").run().expectExit(0);
      for (int k = 0; k < victims.size(); k++) {
        kill(victims.get(k), "n" + (1 + k % 3));
      }
      for (String node : List.of("n1", "n2", "n3")) {
        kill(Victim.NODE, node);
      }
      killWhileItOpens("n4");
      killWhileItOpens("n5");
      place.down();
    }
    Set<String> left = mountsAndDevices();
    left.removeAll(before);
    for (ProcessHandle process : place.processes()) {
      if (!Workplace.awaitEnd(process, SOON)) {
        left.add("process " + process.info());
      }
    }
    assertEquals(ROUNDS * KILLS_A_ROUND + " kills leave []", kills + " kills leave " + left);
  }

  private void kill(Victim victim, String node) throws IOException {
    List<String> words = new ArrayList<>(List.of("shell", node, "--", "sh", "-c"));
    words.add("sleep 1000 & setsid sleep 1000 & echo here; sleep 1000; true");
    if (victim == Victim.SLIRP) {
      words.add(1, "--internet");
    }
    Running shell = place.rani(words.toArray(String[]::new)).start();
    assertTrue(shell.out().await("here"::equals, SOON), shell::toString);
    List<ProcessHandle> programs = shell.process().descendants().toList();
    List<ProcessHandle> within =
        programs.stream().filter(each -> !isSlirp(each)).toList(); // in the order of their start
    ProcessHandle unshare = onlyChild(shell.process().toHandle(), within);
    ProcessHandle first = onlyChild(unshare, within);
    ProcessHandle killed =
        switch (victim) {
          case SHELL -> shell.process().toHandle();
          case UNSHARE -> unshare;
          case FIRST -> first;
          case COMMAND -> onlyChild(first, within);
          case SLIRP -> programs.stream().filter(ShellKillsTest::isSlirp).findAny().orElseThrow();
          case NODE -> RunRecordFile.of(place.runs().getLast()).process(node);
        };
    assertTrue(killed.destroyForcibly());
    kills++;
    if (victim == Victim.SLIRP) {
      shell.signal("TERM");
    }
    shell.await();
    for (ProcessHandle each : programs) {
      assertTrue(Workplace.awaitEnd(each, SOON), () -> victim + " is outlived by " + each.info());
    }
  }

  private static ProcessHandle onlyChild(ProcessHandle parent, List<ProcessHandle> among) {
    return among.stream()
        .filter(each -> each.parent().filter(parent::equals).isPresent())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no child of " + parent.info() + ": " + among));
  }

  private static boolean isSlirp(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("/slirp4netns");
  }

  /** Kills a node as soon as the program runs that sets up its edge. */
  private void killWhileItOpens(String node) {
    ProcessHandle process = RunRecordFile.of(place.runs().getLast()).process(node);
    Running shell = place.rani("shell", node, "--", "sh", "-c", "sleep 1000").start();
    long deadlineNanos = System.nanoTime() + SOON.toNanos();
    while (process.children().findAny().isEmpty()) {
      assertTrue(System.nanoTime() < deadlineNanos, shell::toString);
      LockSupport.parkNanos(LOOK_NANOS);
    }
    List<ProcessHandle> programs = process.descendants().toList();
    assertTrue(process.destroyForcibly());
    kills++;
    shell.await();
    for (ProcessHandle each : programs) {
      assertTrue(Workplace.awaitEnd(each, SOON), () -> "the node is outlived by " + each.info());
    }
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    } catch (IOException e) {
      return List.of(); // gone meanwhile
    }
  }

  /** What an edge mounts, or a namespace that is kept by a mount; and devices of edges. */
  private Set<String> mountsAndDevices() throws IOException {
    Set<String> found = new TreeSet<>();
    for (String line : Files.readString(Path.of("/proc/self/mountinfo"), ISO_8859_1).split("\n")) {
      if (line.contains(" /etc/") || line.contains(" nsfs ") || line.contains("" + place.here())) {
        found.add("mount " + line);
      }
    }
    for (Path device : list(Path.of("/sys/class/net"))) {
      found.add("device " + device.getFileName());
    }
    return found;
  }
}
