// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The log of a node in a JVM of its own, which is its standard error. It has a limit and says so
 * when that is reached, since services may print without end. Messages of the JVM itself are not
 * limited.
 */
public final class NodeLog {
  /** The limit in bytes, without the line that reports it. */
  public static final long BYTES_MAX = 16 << 20;

  private NodeLog() {}

  /** Standard error with that limit. */
  public static PrintStream bounded(OutputStream err) {
    return new PrintStream(new Bounded(err, BYTES_MAX), true, StandardCharsets.UTF_8);
  }

  /** Writes bytes up to the limit. */
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
