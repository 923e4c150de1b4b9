// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import rani.node.TraceLines;

/**
 * The SHA-256 of every line of a run's trace, in order: two runs with the same digest did the same
 * things at the same times.
 */
public final class TraceDigest implements TraceLines.Sink {
  private final MessageDigest sha256;
  private final TraceLines.Sink next;

  /** Digests lines and passes them on. */
  public TraceDigest(TraceLines.Sink next) {
    this.next = next;
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public void line(byte[] ascii) {
    sha256.update(ascii);
    next.line(ascii);
  }

  /** The digest of all lines, in hexadecimal. Ends the digest: ask once, at the end. */
  public String hex() {
    return HexFormat.of().formatHex(sha256.digest());
  }
}
