// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.model.capture.FileCapture;

/** A capture at a live node, written to a file by a thread of its own until it is closed. */
public final class LiveCaptureFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveCaptureFile.class);
  private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

  private final FileCapture to;
  private final LiveCapture capture;
  private final Thread writer;

  /** Begins a capture; wall-clock times are nanoseconds since 1970, at node time 0. */
  public LiveCaptureFile(CaptureTap tap, FileCapture to, long wallBaseNanos) throws IOException {
    this.to = to;
    Files.createDirectories(to.file().toAbsolutePath().getParent());
    OutputStream out = new BufferedOutputStream(Files.newOutputStream(to.file()));
    capture = LiveCapture.begin(tap, to.plan(), wallBaseNanos);
    writer =
        Thread.ofPlatform()
            .name("rani-capture-" + to.file().getFileName())
            .daemon(true)
            .start(() -> write(out));
  }

  private void write(OutputStream out) {
    try (out) {
      capture.writeTo(out, Long.MAX_VALUE);
    } catch (IOException e) {
      LOG.error("cannot write {}: {}", to.file(), e.getMessage());
    }
  }

  /** Writes the frames that wait, and finishes the file. */
  @Override
  public void close() {
    capture.close();
    try {
      if (!writer.join(CLOSE_MAX)) {
        LOG.error("writing {} did not end within {} s", to.file(), CLOSE_MAX.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
