// SPDX-License-Identifier: Apache-2.0
package rani.study.deal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads lines of another process, which has not to be believed. */
public final class BoundedLines {
  private BoundedLines() {}

  /**
   * Returns the next line without its line feed; empty at the end of the stream, where a line
   * without line feed is passed over. Fails at an empty line, or a longer one than {@code
   * bytesMax}.
   */
  public static byte[] read(InputStream in, int bytesMax) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int octet = in.read(); octet != '\n'; octet = in.read()) {
      if (octet < 0) {
        return new byte[0];
      }
      if (line.size() == bytesMax) {
        throw new IOException("a line is longer than " + bytesMax + " bytes");
      }
      line.write(octet);
    }
    if (line.size() == 0) {
      throw new IOException("a line is empty");
    }
    return line.toByteArray();
  }
}
