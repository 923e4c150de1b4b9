// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.ground.FolderRemoval;
import rani.testbed.process.NodeCommand;

/**
 * The processes of one host that run trials of sweeps. Each is a JVM that reads its work from its
 * standard input and ends with that.
 */
final class WorkerProcesses implements AutoCloseable {
  /** Limit of the workers at a time. */
  static final int WORKERS_MAX = 8;

  /** How much of what a worker printed is passed on when it has ended, in bytes. */
  private static final int LAST_WORDS_BYTES_MAX = 1_000;

  private static final long END_SECONDS_MAX = 10;
  private static final int PIECE_BYTES = 1 << 13;
  private static final Logger LOG = LoggerFactory.getLogger(WorkerProcesses.class);

  private final Path folder;
  private final Set<Worker> running = new LinkedHashSet<>();
  private boolean closed;
  private int lastNumber;

  /**
   * A worker, and its own folder, which goes with it. What it writes ends with the line of a {@link
   * WorkerEnd}.
   */
  private final class Worker implements Enumeration<InputStream> {
    private final Path own;
    private final Process process;
    private int parts;

    Worker(Path own) throws IOException {
      this.own = own;
      this.process =
          new ProcessBuilder(NodeCommand.worker(own))
              .redirectError(own.resolve("said").toFile())
              .start();
    }

    WorkerChannel channel() {
      return new WorkerChannel(
          new SequenceInputStream(this), process.getOutputStream(), process::destroyForcibly);
    }

    @Override
    public boolean hasMoreElements() {
      return parts < 2;
    }

    /** Returns what it writes, and then the line about its end. */
    @Override
    public InputStream nextElement() {
      return parts++ == 0 ? process.getInputStream() : new ByteArrayInputStream(end());
    }

    /** Waits until it is gone, and returns the line about its end. */
    byte[] end() {
      try {
        if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
          boolean _ = process.destroyForcibly().waitFor(END_SECONDS_MAX, TimeUnit.SECONDS);
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
      int exit = process.isAlive() ? -1 : process.exitValue();
      byte[] line = new WorkerEnd(exit, lastWords()).line();
      synchronized (WorkerProcesses.this) {
        if (running.remove(this)) {
          LOG.info("worker {} has ended: exit {}", process.pid(), exit);
        }
      }
      FolderRemoval.remove(own);
      return line;
    }

    private String lastWords() {
      try (RandomAccessFile said = new RandomAccessFile(own.resolve("said").toFile(), "r")) {
        byte[] last = new byte[(int) Math.min(said.length(), LAST_WORDS_BYTES_MAX)];
        said.seek(said.length() - last.length);
        said.readFully(last);
        return new String(last, StandardCharsets.UTF_8).strip();
      } catch (IOException e) {
        return "";
      }
    }
  }

  /** Creates the workers of a host, which have their folders in {@code folder}. */
  WorkerProcesses(Path folder) {
    this.folder = folder;
  }

  /** Starts a worker. */
  synchronized WorkerChannel open() throws IOException {
    if (closed || running.size() >= WORKERS_MAX) {
      throw new IOException(
          closed ? "the agent is ending" : "it has " + WORKERS_MAX + " workers already");
    }
    Path own = Files.createDirectories(folder.resolve("worker-" + ++lastNumber));
    Worker worker = new Worker(own);
    running.add(worker);
    LOG.info("worker {} has started", worker.process.pid());
    return worker.channel();
  }

  /** Relays the input and output of a new worker; returns when it has ended. */
  void serve(InputStream in, OutputStream out) throws IOException {
    try (out;
        WorkerChannel worker = open()) {
      Thread _ = Thread.ofVirtual().start(() -> feed(in, worker));
      worker.in().transferTo(out);
    }
  }

  private static void feed(InputStream in, WorkerChannel worker) {
    try {
      byte[] piece = new byte[PIECE_BYTES];
      for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
        worker.out().write(piece, 0, count);
        worker.out().flush();
      }
    } catch (IOException e) {
      LOG.debug("a worker's input has ended: {}", e.getMessage());
    }
    worker.close(); // it has no more to do, and may be within a trial
  }

  /** Ends all workers, and waits for that. No more start. */
  @Override
  public void close() {
    List<Worker> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(running);
    }
    all.forEach(worker -> worker.process.destroyForcibly());
    all.forEach(Worker::end);
  }
}
