// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.folder;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Limits the size of a log, because services and programs may print without end: of a node's, which
 * is standard error of its JVM, and of a program's at its edge. The last line reports that the
 * limit was reached. Messages of the JVM itself are not limited.
 */
public final class BoundedLog {
  /** Limit in bytes, not counting the line that reports it. */
  public static final long BYTES_MAX = 16 << 20;

  private BoundedLog() {}

  public static PrintStream of(OutputStream out) {
    return new PrintStream(new Bounded(out, BYTES_MAX), true, StandardCharsets.UTF_8);
  }

  static final class Bounded extends FilterOutputStream {
    private final long bytesMax;
    private long bytes;
    private boolean isOver;

    Bounded(OutputStream out, long bytesMax) {
      super(out);
      this.bytesMax = bytesMax;
    }

    @Override
    public synchronized void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] from, int offset, int length) throws IOException {
      if (isOver) {
        return;
      }
      bytes += length;
      if (bytes <= bytesMax) {
        out.write(from, offset, length);
        return;
      }
      isOver = true;
      String end =
          "\nrani: this log has reached its limit of " + bytesMax + " bytes, and ends here\n";
      out.write(end.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }
}
