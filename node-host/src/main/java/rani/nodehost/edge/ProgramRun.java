// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.model.edge.EdgeProgram;
import rani.nodehost.folder.BoundedLog;

/**
 * A program at an edge, from its order to its end. A thread of its own starts it and lives as long,
 * because Linux kills a program with the thread that started it; meanwhile it writes the program's
 * output to its log.
 */
final class ProgramRun implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProgramRun.class);

  /** Output that is kept to be shown. */
  private static final int LAST_BYTES_MAX = 2000;

  private static final int LAST_LINES_MAX = 10;
  private static final int PIECE_BYTES = 8192;
  private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

  /** Exit code of a program that cannot be started, as a shell has it. */
  private static final int CANNOT_RUN = 126;

  private final EdgeProgram program;
  private final EdgeNamespace edge;
  private final ProgramCommand command;
  private final Path log;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private @Nullable Process process;
  private long startNanos;
  private long endNanos;
  private boolean isReady;
  private int exitCode = ProgramFacts.NONE;
  private byte[] last = {};

  /**
   * Orders a program.
   *
   * @param delayNanos until it starts
   */
  ProgramRun(
      EdgeProgram program, EdgeNamespace edge, ProgramCommand command, Path log, long delayNanos) {
    this.program = program;
    this.edge = edge;
    this.command = command;
    this.log = log;
    this.thread =
        Thread.ofPlatform()
            .name("rani-program-" + program.name())
            .daemon(true)
            .start(() -> live(delayNanos));
  }

  private void live(long delayNanos) {
    try {
      if (closed.await(delayNanos, TimeUnit.NANOSECONDS)) {
        return;
      }
      Files.createDirectories(log.getParent());
      Process remover = command.removal().isPresent() ? command.removal().get().start() : null;
      try (PrintStream to = BoundedLog.of(Files.newOutputStream(log))) {
        execute(to);
      } finally {
        if (remover != null) {
          remover.getOutputStream().close();
          boolean _ = remover.waitFor(CLOSE_MAX.toMillis(), TimeUnit.MILLISECONDS);
        }
      }
    } catch (IOException e) {
      LOG.error("program {} has not been carried out: {}", program.name(), e.getMessage());
      last(String.valueOf(e.getMessage()).getBytes(UTF_8));
      ended(CANNOT_RUN);
    } catch (InterruptedException e) {
      ended(CANNOT_RUN);
    }
  }

  private void execute(PrintStream to) throws IOException, InterruptedException {
    Process started = started();
    if (started != null) {
      started.getOutputStream().close();
      write(started.getInputStream(), to);
      ended(started.waitFor());
    }
  }

  private synchronized @Nullable Process started() throws IOException {
    if (closed.getCount() == 0) {
      return null;
    }
    startNanos = System.nanoTime();
    Process started = command.start().redirectErrorStream(true).start();
    process = started;
    return started;
  }

  private void write(InputStream output, OutputStream to) throws IOException {
    byte[] piece = new byte[PIECE_BYTES];
    for (int n = output.read(piece); n >= 0; n = output.read(piece)) {
      last(Arrays.copyOf(piece, n));
      to.write(piece, 0, n); // a PrintStream, which goes on when the disk is full
    }
  }

  private synchronized void last(byte[] piece) {
    byte[] both = Arrays.copyOf(last, last.length + piece.length);
    System.arraycopy(piece, 0, both, last.length, piece.length);
    last = Arrays.copyOfRange(both, Math.max(0, both.length - LAST_BYTES_MAX), both.length);
  }

  private synchronized void ended(int code) {
    endNanos = System.nanoTime();
    exitCode = code;
  }

  /** Returns what has become of it. Finds out whether it is ready. */
  synchronized ProgramFacts facts() {
    String state = state();
    double seconds =
        switch (state) {
          case ProgramFacts.WAITING -> 0;
          case ProgramFacts.ENDED -> startNanos == 0 ? 0 : (endNanos - startNanos) / 1e9;
          default -> (System.nanoTime() - startNanos) / 1e9;
        };
    List<String> lines = new String(last, UTF_8).lines().toList();
    return new ProgramFacts(
        program.name(),
        program.node(),
        state,
        process == null ? 0 : process.pid(),
        exitCode,
        seconds,
        lines.subList(Math.max(0, lines.size() - LAST_LINES_MAX), lines.size()));
  }

  private String state() {
    if (exitCode != ProgramFacts.NONE) {
      return ProgramFacts.ENDED;
    }
    if (process == null) {
      return ProgramFacts.WAITING;
    }
    isReady =
        isReady
            || program.isServer()
                && TcpListeners.at(program.start().readyPort(), process.pid(), edge.net());
    return isReady ? ProgramFacts.READY : ProgramFacts.RUNNING;
  }

  /** Kills it with all that it started, and waits until it has ended. */
  @Override
  public void close() {
    synchronized (this) {
      closed.countDown();
      if (process != null) {
        process.destroyForcibly();
      }
    }
    try {
      if (!thread.join(CLOSE_MAX)) {
        LOG.error("program {} has not ended", program.name());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
