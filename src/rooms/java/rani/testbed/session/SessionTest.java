// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two sides of a session, joined by a connection. */
class SessionTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Socket near;
  private Socket far;
  private Echo here;
  private Echo there;
  private Session asking;
  private Session answering;

  /** Answers what it is asked, and sends streams back. */
  private static final class Echo implements Session.Peer {
    final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch ended = new CountDownLatch(1);
    volatile Runnable onTold = () -> {};

    @Override
    public String answer(String verb, String body) throws IOException {
      if (verb.equals("fail")) {
        throw new IOException("because " + body);
      }
      return verb + " " + body;
    }

    @Override
    public void opened(String target, SessionStream stream) throws IOException {
      if (target.equals("silent")) {
        return; // no one reads it
      }
      try (OutputStream out = stream.out()) {
        stream.in().transferTo(out);
      }
    }

    @Override
    public void told(String news) {
      onTold.run();
      heard.add(news);
    }

    @Override
    public void file(String path, long offset, byte[] bytes) {
      heard.add(path + "@" + offset + ":" + new String(bytes, UTF_8));
    }

    @Override
    public void ended(String why) {
      ended.countDown();
    }
  }

  @BeforeEach
  void join() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      near = new Socket(server.getInetAddress(), server.getLocalPort());
      far = server.accept();
    }
    here = new Echo();
    there = new Echo();
    asking = new Session(near.getInputStream(), near.getOutputStream(), true, here);
    answering = new Session(far.getInputStream(), far.getOutputStream(), false, there);
    asking.start();
    answering.start();
  }

  @AfterEach
  void part() throws IOException {
    asking.close();
    answering.close();
    near.close();
    far.close();
  }

  @Test
  void callsAreAnsweredOrRefusedByBothSides() throws IOException {
    assertEquals("say hello", asking.call("say", "hello", PATIENCE));
    assertEquals("say back", answering.call("say", "back", PATIENCE));
    IOException refusal =
        assertThrows(IOException.class, () -> asking.call("fail", "of that", PATIENCE));
    assertEquals("because of that", refusal.getMessage());
  }

  @Test
  void newsAndFilesComeInOrderAndBeforeTheAnswerThatFollowsThem() throws IOException {
    answering.file("logs/n1.log", 0, "ab".getBytes(UTF_8));
    answering.file("logs/n1.log", 2, "cd".getBytes(UTF_8));
    answering.tell("gone");
    String _ = answering.call("any", "thing", PATIENCE);

    assertEquals(List.of("logs/n1.log@0:ab", "logs/n1.log@2:cd", "gone"), here.heard);
  }

  @Test
  void aStreamCarriesMoreThanItsWindow() throws Exception {
    byte[] sent = new byte[3 * SessionStream.WINDOW_BYTES + 17];
    new Random(1).nextBytes(sent);
    SessionStream stream = asking.open("echo");
    Thread sender =
        Thread.ofVirtual()
            .start(
                () -> {
                  try (OutputStream out = stream.out()) {
                    out.write(sent);
                  } catch (IOException e) {
                    stream.close();
                  }
                });

    byte[] back = stream.in().readAllBytes();

    sender.join();
    assertArrayEquals(sent, back);
  }

  @Test
  void aStreamThatNobodyReadsHoldsUpNoOther() throws Exception {
    SessionStream unread = asking.open("silent");
    Thread sender =
        Thread.ofVirtual()
            .start(
                () -> {
                  try (OutputStream out = unread.out()) {
                    out.write(new byte[2 * SessionStream.WINDOW_BYTES]);
                  } catch (IOException e) {
                    unread.close();
                  }
                });

    assertEquals("say hello", asking.call("say", "hello", PATIENCE));
    assertTrue(sender.isAlive());
    asking.close();
    assertTrue(sender.join(PATIENCE), "the end of the session ends its streams");
  }

  @Test
  void theClockOfThisVeryMachineIsFoundWithinItsError() throws IOException {
    for (ClockWatch clock : List.of(asking.clock(), asking.watchClock())) {
      ClockOffset start = clock.start();
      assertTrue(Math.abs(start.offsetNanos()) <= start.errorNanos(), clock::toString);
      assertTrue(start.errorNanos() <= clock.timeErrorNanos(), clock::toString);
    }
  }

  /** A minute later, which nothing waits for. */
  @Test
  @Timeout(60)
  void timeInWhichNewsAreTakenIsNotTheOthersSilence() throws Exception {
    CompletableFuture<Boolean> silent = new CompletableFuture<>();
    there.onTold = () -> silent.complete(answering.isSilent(aMinuteLater()));
    asking.tell("news");
    assertFalse(silent.get());
    while (!answering.isSilent(aMinuteLater())) {
      Thread.onSpinWait(); // a question about the time is being answered
    }
    assertFalse(answering.isSilent(System.nanoTime()));
  }

  private static long aMinuteLater() {
    return System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
  }

  @Test
  void withTheConnectionTheSessionEndsOnBothSides() throws Exception {
    near.close();

    assertTrue(here.ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertTrue(there.ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertThrows(IOException.class, () -> asking.call("say", "hello", PATIENCE));
    assertThrows(IOException.class, () -> asking.open("echo"));
  }

  @Test
  void whoSendsMoreThanAStreamAllowsIsNotHeardAnyMore() throws Exception {
    ByteArrayOutputStream hostile = new ByteArrayOutputStream();
    new Frame(Frame.Kind.OPEN, 2, "silent".getBytes(UTF_8)).write(hostile);
    for (int k = 0; k <= SessionStream.WINDOW_BYTES / Frame.DATA_BYTES_MAX; k++) {
      new Frame(Frame.Kind.DATA, 2, new byte[Frame.DATA_BYTES_MAX]).write(hostile);
    }
    InputStream in = new ByteArrayInputStream(hostile.toByteArray());
    Echo victim = new Echo();
    List<String> why = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch over = new CountDownLatch(1);
    Session session =
        new Session(
            in,
            OutputStream.nullOutputStream(),
            false,
            new Session.Peer() {
              @Override
              public String answer(String verb, String body) throws IOException {
                return victim.answer(verb, body);
              }

              @Override
              public void opened(String target, SessionStream stream) throws IOException {
                victim.opened(target, stream);
              }

              @Override
              public void told(String news) {
                victim.told(news);
              }

              @Override
              public void file(String path, long offset, byte[] bytes) {
                victim.file(path, offset, bytes);
              }

              @Override
              public void ended(String reason) {
                why.add(reason);
                over.countDown();
              }
            });

    session.start();

    assertTrue(over.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertEquals(List.of("the connection failed: a stream was given more than it allows"), why);
  }
}
