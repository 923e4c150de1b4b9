// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.nodehost.jvm.WarmUp;
import rani.nodehost.session.TraceTarget;

class HostFilesTest {
  private static final int PIECE = 1 << 17;
  private static final long SECOND_NANOS = 1_000_000_000;

  @TempDir private Path folder;
  private HostFiles files;

  @BeforeEach
  void launchOne() {
    files = new HostFiles(folder);
    NodeLaunchRequest there =
        new NodeLaunchRequest(
            "",
            "",
            0,
            1,
            0,
            0,
            "nio",
            "trace/n1.trace",
            TraceTarget.BYTES_MAX,
            "nodes/n1.call",
            "",
            List.of(),
            WarmUp.NONE,
            false);
    files.expect("n1", there);
    files.expectProgram("web");
  }

  private long nanosOf(long bytes) throws IOException {
    long began = System.nanoTime();
    for (long at = 0; at < bytes; at += PIECE) {
      files.take("trace/n1.trace", at, new byte[PIECE]);
    }
    return System.nanoTime() - began;
  }

  @Test
  void piecesAreWrittenWhereTheyBelong() throws Exception {
    files.take("logs/n1.log", 0, new byte[] {1, 2});
    files.take("logs/n1.log", 1, new byte[] {3, 4});
    assertArrayEquals(new byte[] {1, 3, 4}, Files.readAllBytes(folder.resolve("logs/n1.log")));
    assertThrows(IOException.class, () -> files.take("logs/n1.log", 4, new byte[1]), "a hole");
    files.take("edges/web.log", 0, new byte[] {5});
    assertArrayEquals(new byte[] {5}, Files.readAllBytes(folder.resolve("edges/web.log")));
  }

  @Test
  void noOtherIsWritten() {
    for (String path :
        List.of(
            "",
            "run.json",
            "logs/n2.log",
            "trace/n2.trace",
            "nodes/n1.gone",
            "edges/n1.log",
            "../x")) {
      assertThrows(IOException.class, () -> files.take(path, 0, new byte[1]), path);
    }
  }

  @Test
  void whatComesUnaskedComesAtABoundedPace() throws Exception {
    long more = HostFiles.UNASKED_BYTES_PER_SECOND_MAX;
    long taken = nanosOf(HostFiles.UNASKED_BYTES_MAX + more);
    assertTrue(taken >= SECOND_NANOS * 9 / 10, () -> "in " + taken + " ns");
  }

  @Test
  void whatWasAskedForComesAtOnce() throws Exception {
    files.asked();
    long bytes = 2 * HostFiles.UNASKED_BYTES_MAX;
    long unaskedNanos =
        SECOND_NANOS * HostFiles.UNASKED_BYTES_MAX / HostFiles.UNASKED_BYTES_PER_SECOND_MAX;
    long taken = nanosOf(bytes);
    assertTrue(taken < unaskedNanos, () -> "in " + taken + " ns");
    files.answered();
  }
}
