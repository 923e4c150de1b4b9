// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.capture.CapturePlan;
import rani.model.file.NamedFiles;
import rani.nodehost.capture.PcapngCopy;
import rani.testbed.RunningLab;
import rani.testbed.process.RunningCapture;
import rani.tools.screen.Quantity;
import rani.tools.screen.Screen;

/** Captures packets of a running network into a file, and prints a summary. */
public final class CaptureRun {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
  private static final long END_SECONDS_MAX = 3;
  static final String STANDARD_OUTPUT = "-";

  private final Screen screen;
  private final NamedFiles files;
  private final String file;
  private final boolean json;
  private final PcapngCopy copy = new PcapngCopy();
  private final CountDownLatch copied = new CountDownLatch(1);
  private boolean told;

  private record Captured(
      String file, long packets, long bytes, long passed, long lost, long leftOut) {}

  /** Creates a capture to a file or {@code -}; null makes a name from the link and the time. */
  public CaptureRun(
      Screen screen, @Nullable String output, String what, NamedFiles files, boolean json) {
    this.json = json;
    this.screen = screen;
    this.files = files;
    this.file =
        output == null
            ? what.replaceAll("[:#]", "-") + "-" + TIME.format(LocalDateTime.now()) + ".pcapng"
            : output;
  }

  /** Captures until the end, Ctrl-C or closed output; fails if a node refuses or writing fails. */
  public void execute(RunningLab lab, CapturePlan plan, String duration) throws LabFailure {
    try (RunningCapture capture = lab.capture(plan, duration);
        OutputStream out = open()) {
      Thread atEnd = Thread.ofPlatform().unstarted(() -> endWithJvm(capture));
      Runtime.getRuntime().addShutdownHook(atEnd);
      screen.progress("captures into " + shown() + "; Ctrl-C ends it");
      try {
        copy(capture, out);
      } finally {
        copied.countDown();
      }
      if (!isEnding(atEnd)) {
        tell();
      }
    } catch (IOException e) {
      if (!copy.outFailed() || !isToStandardOutput()) {
        throw new LabFailure("cannot write " + shown() + ": " + e.getMessage(), e);
      }
      tell(); // the output was closed
    }
  }

  /** Copies until the end; after Ctrl-C, frames captured before are still written. */
  private void copy(RunningCapture capture, OutputStream out) throws IOException {
    FutureTask<Integer> copying =
        new FutureTask<>(
            () -> {
              copy.copy(capture.in(), out);
              return 0;
            });
    Thread.ofVirtual().start(copying);
    long secondsMax = Long.MAX_VALUE;
    while (true) {
      try {
        int _ = copying.get(secondsMax, TimeUnit.SECONDS);
        return;
      } catch (InterruptedException e) {
        capture.end();
        secondsMax = END_SECONDS_MAX;
      } catch (TimeoutException e) {
        throw new IOException("the node does not end it", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException failure) {
          throw failure;
        }
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  private OutputStream open() throws IOException {
    return new BufferedOutputStream(
        isToStandardOutput()
            ? new FileOutputStream(FileDescriptor.out)
            : Files.newOutputStream(files.at(file)));
  }

  private boolean isToStandardOutput() {
    return file.equals(STANDARD_OUTPUT) && files.folder().isEmpty();
  }

  private String shown() {
    return isToStandardOutput() ? "standard output" : file;
  }

  private static boolean isEnding(Thread atEnd) {
    try {
      return !Runtime.getRuntime().removeShutdownHook(atEnd);
    } catch (IllegalStateException e) {
      return true; // the JVM ends, and the shutdown hook prints the summary
    }
  }

  /** Ends the capture on Ctrl-C. Frames captured before are still written to the file. */
  private void endWithJvm(RunningCapture capture) {
    capture.end();
    try {
      boolean _ = copied.await(END_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    tell();
  }

  private synchronized void tell() {
    if (!told) {
      told = true;
      if (json) {
        screen.printJson(
            new Captured(
                shown(), copy.packets(), copy.bytes(), copy.seen(), copy.lost(), copy.leftOut()));
        return;
      }
      screen.progress(
          "%s: %s, %s bytes, of %s that passed; lost %s%s"
              .formatted(
                  shown(),
                  Quantity.count(copy.packets(), "packet", "packets"),
                  copy.bytes(),
                  Quantity.count(copy.seen(), "packet", "packets"),
                  copy.lost(),
                  copy.leftOut() == 0 ? "" : "; left out " + copy.leftOut() + " without a packet"));
    }
  }
}
