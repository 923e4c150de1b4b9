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
import rani.nodehost.jvm.NodeLaunchRequest;

/**
 * The files that the agent of one host may write on this one: those of the nodes that were launched
 * there, and no others. Unrequested bytes are accepted at a bounded rate, and none that would fill
 * the disk.
 */
final class HostFiles {
  /** The rate limit: twice an agent's, see {@link AgentFiles#BYTES_PER_LOOK_MAX}. */
  static final long UNASKED_BYTES_PER_SECOND_MAX = 4L * AgentFiles.BYTES_PER_LOOK_MAX;

  /** The burst size after a pause. */
  static final long UNASKED_BYTES_MAX = 4L << 20;

  /** The free space that is kept on the run's disk. */
  static final long FREE_BYTES_MIN = 256L << 20;

  /** Bytes after which the free space is checked again. */
  private static final long LOOK_BYTES = 1L << 20;

  private final Path folder;
  private final Set<String> expected = new LinkedHashSet<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private int questions;
  private long dueNanos = System.nanoTime();
  private long bytesUntilLook;

  /**
   * No files so far.
   *
   * @param folder of the run
   */
  HostFiles(Path folder) {
    this.folder = folder;
  }

  /** Adds the files of a node. */
  synchronized void expect(String node, NodeLaunchRequest there) {
    expected.add("logs/" + node + ".log");
    expected.add(there.traceFile());
    expected.add(there.lastCallFile());
    expected.add(there.verdictFile());
    there.captures().forEach(capture -> expected.add(capture.file()));
  }

  /** Ends the transfer. */
  void close() {
    closed.countDown();
  }

  /** Lifts the rate limit until {@link #answered}, for requested bytes. */
  synchronized void asked() {
    questions++;
  }

  /** The opposite of {@link #asked}. */
  synchronized void answered() {
    questions--;
    dueNanos = System.nanoTime();
  }

  /**
   * Writes a piece; pieces of a file come in order. It waits if too much comes.
   *
   * @throws IOException if the file is not allowed, a piece is missing, or the disk is full
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
      boolean _ = closed.await(waitNanos, TimeUnit.NANOSECONDS); // at once if there is nothing
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
