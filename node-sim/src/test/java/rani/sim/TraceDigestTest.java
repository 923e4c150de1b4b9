// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rani.node.TraceLines;
import rani.world.LinkId;
import rani.world.Note;

class TraceDigestTest {
  private static final int LINES = 5000;

  @Test
  void theDigestIsTheSha256OfTheLinesOfAllNodes() throws GeneralSecurityException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    String digest = digest(text::writeBytes);

    assertTrue(text.size() > 100_000, "many pages");
    byte[] expected = MessageDigest.getInstance("SHA-256").digest(text.toByteArray());
    assertEquals(HexFormat.of().formatHex(expected), digest);
    assertEquals(digest, digest(null), "whether or not anybody wants the lines");
  }

  private static String digest(TraceLines.@Nullable Sink lines) {
    TraceDigest digest = new TraceDigest(lines);
    TraceLines a = new TraceLines("a", digest.page());
    TraceLines b = new TraceLines("b", digest.page());
    for (int i = 0; i < LINES; i++) {
      long nowNanos = 1_000_000L * (i / 2);
      a.link(nowNanos, new LinkId(i % 3), i % 2 == 0);
      b.note(nowNanos, "service", "event", Note.of("count", i));
    }
    return digest.hex();
  }
}
