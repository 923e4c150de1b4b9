// SPDX-License-Identifier: Apache-2.0
package rani.bench.rdp;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One end of an Aeron stream over UDP, with its own single-threaded media driver in the same JVM.
 * {@code send FOLDER PORT BYTES} answers each line {@code NANOS} by {@code TOTAL BEGUN}: bytes sent
 * so far, and the start of the sending. {@code receive FOLDER PORT} answers each line {@code TOTAL}
 * by the time at which this many bytes have arrived. All processes share the time of {@code
 * System.nanoTime}.
 */
final class AeronPeer {
  static final String READY = "ready";

  private static final int STREAM = 1;
  private static final int TERM_BYTES = 16 << 20;
  private static final int WINDOW_BYTES = 2 << 20;
  private static final int SOCKET_BYTES = 2 << 20;
  private static final int FRAGMENTS = 64;

  private static final long NOTHING = 0;
  private static final long END = -1;

  private AeronPeer() {}

  /** Runs until its standard input ends. */
  public static void main(String[] words) throws IOException {
    boolean sends = words[0].equals("send");
    String channel = "aeron:udp?endpoint=127.0.0.1:" + words[2];
    MediaDriver.Context context =
        new MediaDriver.Context()
            .aeronDirectoryName(words[1])
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .threadingMode(ThreadingMode.SHARED)
            .termBufferSparseFile(true)
            .publicationTermBufferLength(TERM_BYTES)
            .initialWindowLength(WINDOW_BYTES)
            .socketRcvbufLength(SOCKET_BYTES)
            .socketSndbufLength(SOCKET_BYTES);
    try (MediaDriver driver = MediaDriver.launchEmbedded(context);
        Aeron aeron =
            Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()))) {
      BufferedReader orders =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      if (sends) {
        send(aeron.addPublication(channel, STREAM), Integer.parseInt(words[3]), orders);
      } else {
        receive(aeron.addSubscription(channel, STREAM), orders);
      }
    }
  }

  private static void send(Publication publication, int bytes, BufferedReader orders)
      throws IOException {
    UnsafeBuffer message = new UnsafeBuffer(ByteBuffer.allocateDirect(bytes));
    IdleStrategy idle = new BackoffIdleStrategy();
    while (!publication.isConnected()) {
      idle.idle();
    }
    System.out.println(READY);
    long total = 0;
    for (String line = orders.readLine(); line != null; line = orders.readLine()) {
      long beginNanos = System.nanoTime();
      long endNanos = beginNanos + Long.parseLong(line);
      while (System.nanoTime() < endNanos) {
        if (publication.offer(message) > 0) {
          total += bytes;
          idle.reset();
        } else {
          idle.idle();
        }
      }
      System.out.println(total + " " + beginNanos);
    }
  }

  private static void receive(Subscription subscription, BufferedReader orders) {
    long[] total = {0};
    FragmentHandler count = (buffer, offset, length, header) -> total[0] += length;
    AtomicLong wanted = new AtomicLong(NOTHING);
    Thread.ofPlatform().daemon(true).start(() -> obey(orders, wanted));
    System.out.println(READY);
    IdleStrategy idle = new BackoffIdleStrategy();
    while (wanted.get() != END) {
      idle.idle(subscription.poll(count, FRAGMENTS));
      if (wanted.get() > 0 && total[0] >= wanted.get()) {
        System.out.println("" + System.nanoTime());
        boolean _ = wanted.compareAndSet(wanted.get(), NOTHING);
      }
    }
  }

  private static void obey(BufferedReader orders, AtomicLong wanted) {
    try {
      for (String line = orders.readLine(); line != null; line = orders.readLine()) {
        wanted.set(Long.parseLong(line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      wanted.set(END);
    }
  }
}
