// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import rani.json.Json;
import rani.nodehost.folder.NodeRecord;
import rani.testbed.RunRecord;

/** What killed runs have left is removed, and nothing else. */
class CleanTest extends InWorkplace {
  private static final long NO_PROCESS = Integer.MAX_VALUE;

  @Test
  void socketsOfEndedNodesGoAndThoseOfLivingOnesStay() throws IOException {
    ProcessHandle own = ProcessHandle.current();
    long began = NodeRecord.startedMillis(own);
    Path dead = socket("dead", NO_PROCESS, began);
    Path alive = socket("alive", own.pid(), began);
    Path damaged = socket("damaged", NO_PROCESS, began);
    Files.writeString(place.here().resolve("runs/damaged/run.json"), "{");

    String listed = place.rani("clean").run().expectExit(0).out();
    assertTrue(listed.contains(dead + "  socket of a node that has ended"), listed);
    assertFalse(listed.contains("alive"), listed);
    assertFalse(listed.contains("damaged"), listed);
    assertTrue(Files.exists(dead), "a list removes nothing");

    place.rani("clean", "--yes").run().expectExit(0);
    assertEquals(
        List.of(false, true, true),
        List.of(Files.exists(dead), Files.exists(alive), Files.exists(damaged)));
    assertTrue(Files.exists(place.here().resolve("runs/dead/run.json")), "results stay");
  }

  @Test
  void foldersOfRunsGoOnlyWhenAskedAndOld() throws IOException {
    ProcessHandle own = ProcessHandle.current();
    socket("old", NO_PROCESS, 1);
    socket("new", NO_PROCESS, 1);
    socket("alive", own.pid(), NodeRecord.startedMillis(own));
    Path thesis = Files.createDirectories(place.here().resolve("runs/thesis"));
    FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(9)));
    Path written = Files.createDirectories(place.here().resolve("runs/written"));
    Files.writeString(written.resolve("sweep.json"), "{}");
    for (String each : List.of("old", "alive", "thesis")) {
      makeOld(place.here().resolve("runs").resolve(each), old);
    }
    Files.setLastModifiedTime(written, old); // not its file

    place.rani("clean", "--runs", "--yes").run().expectExit(2);
    place.rani("clean", "--runs", "--older", "0", "--yes").run().expectExit(2);
    place.rani("clean", "--runs", "--older", "8", "--yes").run().expectExit(0);

    assertFalse(Files.exists(place.here().resolve("runs/old")));
    assertTrue(Files.exists(place.here().resolve("runs/new")));
    assertTrue(Files.exists(place.here().resolve("runs/alive")));
    assertTrue(Files.exists(thesis), "no run");
    assertTrue(Files.exists(written), "a sweep that is being written");
  }

  private static void makeOld(Path folder, FileTime time) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.toList()) {
        Files.setLastModifiedTime(each, time);
      }
    }
  }

  /** Makes a run's folder with the socket of one node, and returns the socket. */
  private Path socket(String run, long pid, long startedMillis) throws IOException {
    Path folder = Files.createDirectories(place.here().resolve("runs").resolve(run));
    Path socket = Files.createDirectories(folder.resolve("control")).resolve("n1.sock");
    try (ServerSocketChannel node = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      node.bind(UnixDomainSocketAddress.of(socket));
    }
    NodeRecord record = new NodeRecord("n1", pid, startedMillis, "unix:" + socket);
    RunRecord whole = new RunRecord(run, "t", "token", List.of(record), List.of());
    Files.writeString(folder.resolve("run.json"), Json.print(whole));
    return socket;
  }
}
