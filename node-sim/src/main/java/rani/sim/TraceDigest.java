// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import rani.node.TraceLines;

/**
 * The SHA-256 of every line of a run's trace, in order: two runs with the same digest did the same
 * things at the same times.
 */
public final class TraceDigest implements TraceLines.Sink {
  private static final int GATHERED_BYTES = 16_384;

  private final MessageDigest sha256;
  private final TraceLines.@Nullable Sink next;

  /** Lines that wait to be digested together, which takes less time than one by one. */
  private final byte[] gathered = new byte[GATHERED_BYTES];

  private int waiting;

  /**
   * Digests lines.
   *
   * @param next whom they are passed on to, if anybody
   */
  public TraceDigest(TraceLines.@Nullable Sink next) {
    this.next = next;
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public void line(byte[] ascii) {
    line(ascii, ascii.length);
  }

  @Override
  public void line(byte[] ascii, int length) {
    if (length > gathered.length - waiting) {
      flush();
    }
    if (length > gathered.length) {
      sha256.update(ascii, 0, length);
    } else {
      System.arraycopy(ascii, 0, gathered, waiting, length);
      waiting += length;
    }
    if (next != null) {
      next.line(ascii, length);
    }
  }

  private void flush() {
    sha256.update(gathered, 0, waiting);
    waiting = 0;
  }

  /** The digest of all lines, in hexadecimal. Ends the digest: ask once, at the end. */
  public String hex() {
    flush();
    return HexFormat.of().formatHex(sha256.digest());
  }
}
