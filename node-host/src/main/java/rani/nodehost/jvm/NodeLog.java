// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The log of a node in a JVM of its own, which is its standard error. It ends at a limit and says
 * so, whatever a service prints. What the JVM itself says as it ends comes all the same.
 */
public final class NodeLog {
  /** The most that a node writes, in bytes, but for the line that says that it was all. */
  public static final long BYTES_MAX = 16 << 20;

  private NodeLog() {}

  /** Standard error with that limit. */
  public static PrintStream bounded(OutputStream err) {
    return new PrintStream(new Bounded(err, BYTES_MAX), true, StandardCharsets.UTF_8);
  }

  /** Passes on so many bytes. */
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
