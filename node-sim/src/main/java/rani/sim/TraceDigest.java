// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import rani.node.TraceLines;
import rani.node.TracePage;

/** SHA-256 of all lines of a run's trace; equal digests mean equal events at equal times. */
public final class TraceDigest {
  private static final int PAGE_BYTES = 32_768;

  private final MessageDigest sha256;
  private final TracePage page;

  /** Creates a digest that passes each line on to a sink, unless that is null. */
  public TraceDigest(TraceLines.@Nullable Sink next) {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    page = new TracePage(PAGE_BYTES, (ascii, length) -> sha256.update(ascii, 0, length), next);
  }

  /** Returns the trace that the nodes of the run write to. */
  public TracePage page() {
    return page;
  }

  /** Returns the digest of all lines, in hexadecimal. Ends the digest, so it is called once. */
  public String hex() {
    page.turn();
    return HexFormat.of().formatHex(sha256.digest());
  }
}
