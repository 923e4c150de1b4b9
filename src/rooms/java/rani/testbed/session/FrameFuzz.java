// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever comes by a session's connection is a frame, or ends the session; nothing else. */
class FrameFuzz {
  @Property(tries = 300)
  void whatIsWrittenIsReadAgain(
      @ForAll Frame.Kind kind, @ForAll int number, @ForAll @Size(max = 8) byte[] bytes)
      throws IOException {
    byte[] body =
        switch (kind) {
          case END, RESET -> new byte[0];
          case CREDIT -> Arrays.copyOf(bytes, Integer.BYTES);
          default -> bytes;
        };
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Frame(kind, number, body).write(out);

    Frame read = Objects.requireNonNull(Frame.read(new ByteArrayInputStream(out.toByteArray())));

    assertEquals(kind, read.kind());
    assertEquals(number, read.number());
    assertArrayEquals(body, read.body());
  }

  @Property(tries = 300)
  void anythingElseEndsTheSessionAndNothingMore(
      @ForAll @Size(max = 400) byte[] noise,
      @ForAll @IntRange(min = 0, max = 13) int kind,
      @ForAll boolean asksTime)
      throws InterruptedException {
    byte[] bytes = noise.clone();
    if (bytes.length > Frame.HEAD_BYTES) {
      bytes[0] = (byte) kind; // more often a frame than noise would be, and a short one
      bytes[5] = 0;
      bytes[6] = 0;
      bytes[7] = 0;
    }
    CountDownLatch ended = new CountDownLatch(1);
    Session session =
        new Session(
            new ByteArrayInputStream(bytes),
            OutputStream.nullOutputStream(),
            asksTime,
            new Deaf(ended));

    session.start();

    assertTrue(ended.await(30, TimeUnit.SECONDS));
    session.close();
  }

  private record Deaf(CountDownLatch over) implements Session.Peer {
    @Override
    public String answer(String verb, String body) {
      return "";
    }

    @Override
    public void opened(String target, SessionStream stream) {
      stream.close();
    }

    @Override
    public void told(String news) {}

    @Override
    public void file(String path, long offset, byte[] bytes) {
      assertTrue(offset >= 0);
    }

    @Override
    public void ended(String why) {
      over.countDown();
    }
  }

  @Property(tries = 200)
  void aFrameThatClaimsToBeLongTakesNoMemory(@ForAll @IntRange(min = 1, max = 12) int kind) {
    InputStream in =
        new ByteArrayInputStream(new byte[] {(byte) kind, 0, 0, 0, 0, 0x7f, -1, -1, -1});

    IOException refused =
        org.junit.jupiter.api.Assertions.assertThrows(IOException.class, () -> Frame.read(in));

    assertTrue(refused instanceof Frame.BadFrame, refused::toString);
  }
}
