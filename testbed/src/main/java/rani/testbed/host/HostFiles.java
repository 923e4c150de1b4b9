// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.jvm.NodeLaunchRequest;

/**
 * Writes the files that the agent of one host sends. Only files of the nodes on that host are
 * accepted. Bytes that were not requested are accepted at a bounded rate, and no bytes that would
 * fill the disk.
 */
final class HostFiles {
  /** Rate limit: twice the rate of an agent, see {@link AgentFiles#BYTES_PER_LOOK_MAX}. */
  static final long UNASKED_BYTES_PER_SECOND_MAX = 4L * AgentFiles.BYTES_PER_LOOK_MAX;

  /** Burst after a pause. */
  static final long UNASKED_BYTES_MAX = 4L << 20;

  /** Free space that is kept on the run's disk. */
  static final long FREE_BYTES_MIN = 256L << 20;

  /** Number of bytes after which the free space is checked again. */
  private static final long LOOK_BYTES = 1L << 20;

  private final Path folder;
  private final Set<String> expected = new LinkedHashSet<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private int questions;
  private long dueNanos = System.nanoTime();
  private long bytesUntilLook;

  HostFiles(Path folder) {
    this.folder = folder;
  }

  /** Permits the files of a node. */
  synchronized void expect(String node, NodeLaunchRequest there) {
    expected.add("logs/" + node + ".log");
    expected.add(there.traceFile());
    expected.add(there.lastCallFile());
    expected.add(there.verdictFile());
    there.captures().forEach(capture -> expected.add(capture.file()));
  }

  /** Permits the log of a program at an edge. */
  synchronized void expectProgram(String program) {
    expected.add(RunDirectory.EDGES + "/" + program + ".log");
  }

  /** Ends waiting for the rate limit. */
  void close() {
    closed.countDown();
  }

  /** Lifts the rate limit until {@link #answered}, for requested bytes. */
  synchronized void asked() {
    questions++;
  }

  /** Ends the effect of one call of {@link #asked}. */
  synchronized void answered() {
    questions--;
    dueNanos = System.nanoTime();
  }

  /**
   * Writes a piece of a file, whose pieces come in order. Waits if the rate limit is exceeded.
   * Fails if the file is not permitted, a piece is missing, or the disk is full.
   */
  void take(String path, long offset, byte[] bytes) throws IOException {
    synchronized (this) {
      if (path.isEmpty() || !expected.contains(path)) {
        throw new IOException("an agent sends " + path + ", which is no file of its nodes");
      }
    }
    pause(bytes.length);
    write(path, offset, bytes);
  }

  private void pause(int bytes) throws IOException {
    long waitNanos;
    synchronized (this) {
      if (questions > 0) {
        return;
      }
      long nowNanos = System.nanoTime();
      dueNanos = Math.max(dueNanos, nowNanos - nanosOf(UNASKED_BYTES_MAX)) + nanosOf(bytes);
      waitNanos = dueNanos - nowNanos;
    }
    try {
      boolean _ = closed.await(waitNanos, TimeUnit.NANOSECONDS); // at once if it is below 0
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static long nanosOf(long bytes) {
    return bytes * TimeUnit.SECONDS.toNanos(1) / UNASKED_BYTES_PER_SECOND_MAX;
  }

  private void write(String path, long offset, byte[] bytes) throws IOException {
    bytesUntilLook -= bytes.length;
    if (bytesUntilLook < 0) {
      bytesUntilLook = LOOK_BYTES;
      if (folder.toFile().getUsableSpace() < FREE_BYTES_MIN) {
        throw new IOException("the disk of " + folder + " is full");
      }
    }
    Path file = folder.resolve(path);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (offset > out.size()) {
        throw new IOException("an agent leaves something out of " + path);
      }
      int _ = out.write(ByteBuffer.wrap(bytes), offset);
    }
  }
}
