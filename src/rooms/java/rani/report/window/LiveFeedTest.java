// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.RunningLab;

/** The looker of a window, when what it looks at is broken. */
class LiveFeedTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;

  /** A run of one node, which is this process; its control plane is told by the test. */
  private void record(String nodes) throws Exception {
    Files.writeString(
        folder.resolve("run.json"),
        "{\"run\":\"broken\",\"topology\":\"one\",\"token\":\"x\",\"nodes\":["
            + nodes
            + "],\"keepers\":[]}");
  }

  @Test
  void whatNobodyForesawEndsTheWindowForThoseWhoFollowAndThoseWhoCome() throws Exception {
    Files.writeString(folder.resolve("topology.yaml"), "topology: one\nnodes: {n1: {}}\n");
    record("");
    LiveFeed feed =
        new LiveFeed(
            RunningLab.of(new RunDirectory(folder)), line -> new Feed.CommandResult(0, line));
    ProcessHandle self = ProcessHandle.current();
    record(
        "{\"name\":\"n1\",\"host\":\"\",\"pid\":%d,\"startedMillis\":%d,\"control\":\"no address\"}"
            .formatted(self.pid(), self.info().startInstant().orElseThrow().toEpochMilli()));

    for (int page = 0; page < 2; page++) {
      Feed.News last = feed.follow().next(PATIENCE);
      assertNotNull(last, "page " + page + " waits for good");
      assertEquals("over", last.kind());
      assertTrue(last.json().contains("The run cannot be seen any more"), last::json);
    }
    feed.close();
  }
}
