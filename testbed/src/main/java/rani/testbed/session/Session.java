// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Remote procedure calls, notifications, file transfer and byte streams of two programs,
 * multiplexed over one connection. Both sides are alike, except that one sends time requests.
 * Received data is not trusted: frames, calls, streams and their buffers have limits, and exceeding
 * one ends the session.
 */
public final class Session implements AutoCloseable {
  /** Time without received data, while reading, after which the other side counts as dead. */
  public static final int SILENCE_SECONDS_MAX = 20;

  static final int STREAMS_MAX = 512;

  /** Limit of concurrent calls of the other side. */
  static final int CALLS_MAX = 256;

  private static final int PATH_BYTES_MAX = 512;

  /** The longest piece of a file, in bytes. */
  public static final int FILE_BYTES_MAX =
      Frame.DATA_BYTES_MAX - Long.BYTES - Short.BYTES - PATH_BYTES_MAX;

  private static final int FIRST_PINGS = 12;
  private static final long BEAT_SECONDS = 1;
  private static final long FIRST_PINGS_SECONDS_MAX = 10;

  private final InputStream in;
  private final OutputStream out;
  private final Peer peer;
  private final boolean asksTime;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore calls = new Semaphore(CALLS_MAX);
  private final Map<Integer, CompletableFuture<String>> asked = new LinkedHashMap<>();
  private final Map<Integer, SessionStream> streams = new LinkedHashMap<>();
  private final ClockOffset.Filter clock = new ClockOffset.Filter();
  private final CountDownLatch clockKnown = new CountDownLatch(FIRST_PINGS);
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile long heardNanos = System.nanoTime();
  private volatile boolean isTaking;
  private int lastNumber;
  private @Nullable String end;
  private @Nullable ClockWatch watched;
  private long watchedFromNanos;

  /** Handles calls and events of the other side; the defaults refuse everything. */
  public interface Peer {
    /** Answers a call. An exception refuses it, with its message. */
    default String answer(String verb, String body) throws IOException {
      throw new IOException("nothing is asked here, and was: " + verb);
    }

    /** Handles a new stream, on a thread of its own, which may block. */
    default void opened(String target, SessionStream stream) throws IOException {
      throw new IOException("nothing is called " + target);
    }

    /** Handles a notification before more is read; an exception ends the session. */
    default void told(String news) throws IOException {
      throw new IOException("nothing is told here, and was: " + news);
    }

    /** Stores a piece of a file before more is read; an exception ends the session. */
    default void file(String path, long offset, byte[] bytes) throws IOException {
      throw new IOException("no files are taken here, and " + path + " came");
    }

    /** Handles the end of the session; called once. */
    void ended(String why);
  }

  /** Creates a session that is not started. One side only sends time requests. */
  public Session(InputStream in, OutputStream out, boolean asksTime, Peer peer) {
    this.in = in;
    this.out = out;
    this.asksTime = asksTime;
    this.peer = peer;
    this.lastNumber = asksTime ? 0 : 1;
  }

  /** Starts to read, and to send time requests. */
  public void start() {
    heardNanos = System.nanoTime();
    Thread.ofPlatform().daemon().name("rani-session").start(this::listen);
    Thread.ofPlatform().daemon().name("rani-session-beat").start(this::beat);
  }

  private void listen() {
    String why = "the connection was closed";
    try {
      for (Frame frame = Frame.read(in); frame != null; frame = Frame.read(in)) {
        heardNanos = System.nanoTime();
        isTaking = true;
        take(frame);
        heardNanos = System.nanoTime();
        isTaking = false;
      }
    } catch (IOException | RuntimeException e) {
      why = "the connection failed: " + e.getMessage();
    }
    endBecause(why);
  }

  private void take(Frame frame) throws IOException {
    switch (frame.kind()) {
      case CALL -> answer(frame);
      case ANSWER -> asked(frame).complete(text(frame));
      case REFUSAL -> asked(frame).completeExceptionally(new IOException(text(frame)));
      case TELL -> peer.told(text(frame));
      case OPEN -> opened(frame);
      case DATA, CREDIT, END, RESET -> ofStream(frame);
      case FILE -> takeFile(frame.body());
      case PING -> pong(frame.body());
      case PONG -> takeTime(frame.body());
    }
  }

  /** Delivers a frame to its stream, unless this side has closed the stream meanwhile. */
  private void ofStream(Frame frame) throws IOException {
    SessionStream stream;
    synchronized (this) {
      stream = streams.get(frame.number());
    }
    if (stream != null && !stream.take(frame)) {
      throw new Frame.BadFrame("a stream was given more than it allows");
    }
  }

  private static String text(Frame frame) {
    return new String(frame.body(), UTF_8);
  }

  private void answer(Frame frame) throws IOException {
    if (!calls.tryAcquire()) {
      throw new Frame.BadFrame("more than " + CALLS_MAX + " calls at once");
    }
    String text = text(frame);
    int line = text.indexOf('\n');
    String verb = line < 0 ? text : text.substring(0, line);
    String body = line < 0 ? "" : text.substring(line + 1);
    var _ =
        threads.submit(
            () -> {
              Frame answer;
              try {
                byte[] given = peer.answer(verb, body).getBytes(UTF_8);
                answer = new Frame(Frame.Kind.ANSWER, frame.number(), given);
              } catch (IOException | RuntimeException e) {
                byte[] why = shortened(String.valueOf(e.getMessage()));
                answer = new Frame(Frame.Kind.REFUSAL, frame.number(), why);
              } finally {
                calls.release();
              }
              send(answer);
              return answer;
            });
  }

  private static byte[] shortened(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return Arrays.copyOf(bytes, Math.min(bytes.length, Frame.DATA_BYTES_MAX));
  }

  private synchronized CompletableFuture<String> asked(Frame frame) {
    CompletableFuture<String> waiting = asked.remove(frame.number());
    return waiting == null ? new CompletableFuture<>() : waiting; // null if the call timed out
  }

  private void opened(Frame frame) throws IOException {
    SessionStream stream = new SessionStream(this, frame.number());
    synchronized (this) {
      boolean theirs = (frame.number() % 2 == 0) == asksTime;
      if (theirs || streams.containsKey(frame.number()) || streams.size() >= STREAMS_MAX) {
        throw new Frame.BadFrame("a stream that cannot be opened");
      }
      streams.put(frame.number(), stream);
    }
    threads.execute(
        () -> {
          try {
            peer.opened(text(frame), stream);
          } catch (IOException | RuntimeException e) {
            stream.close();
          }
        });
  }

  synchronized void forget(int number) {
    streams.remove(number);
  }

  private void takeFile(byte[] body) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(body));
    long offset = in.readLong();
    String path = in.readUTF();
    if (offset < 0) {
      throw new Frame.BadFrame("a piece of no file");
    }
    peer.file(path, offset, in.readAllBytes());
  }

  private void pong(byte[] body) throws IOException {
    if (body.length != Long.BYTES || asksTime) {
      throw new Frame.BadFrame("a question that is none");
    }
    ByteBuffer times = ByteBuffer.allocate(2 * Long.BYTES).put(body).putLong(System.nanoTime());
    send(new Frame(Frame.Kind.PONG, 0, times.array()));
  }

  private void takeTime(byte[] body) throws IOException {
    if (body.length != 2 * Long.BYTES || !asksTime) {
      throw new Frame.BadFrame("a time that no one asked for");
    }
    ByteBuffer times = ByteBuffer.wrap(body);
    clock.add(ClockOffset.of(times.getLong(), times.getLong(), heardNanos), heardNanos);
    clockKnown.countDown();
    if (clockKnown.getCount() == 0) {
      compareClocks(heardNanos);
    } else {
      ping(); // the first requests follow each other without a pause
    }
  }

  /** Sends time requests, and checks for silence. */
  private void beat() {
    try {
      do {
        if (asksTime) {
          ping();
        }
        if (isSilent(System.nanoTime())) {
          endBecause("nothing was heard for " + SILENCE_SECONDS_MAX + " s");
        }
      } while (!over.await(BEAT_SECONDS, TimeUnit.SECONDS));
    } catch (IOException e) {
      endBecause("the connection failed: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reports whether nothing was received for too long, except while data is processed. */
  boolean isSilent(long nowNanos) {
    return !isTaking && nowNanos - heardNanos >= TimeUnit.SECONDS.toNanos(SILENCE_SECONDS_MAX);
  }

  private void ping() throws IOException {
    byte[] now = ByteBuffer.allocate(Long.BYTES).putLong(System.nanoTime()).array();
    send(new Frame(Frame.Kind.PING, 0, now));
  }

  /** Compares the clocks after every answer, because they drift. */
  private synchronized void compareClocks(long nowNanos) {
    ClockOffset now = clock.best(nowNanos);
    if (watched == null) {
      watched = ClockWatch.begin(now);
      watchedFromNanos = nowNanos;
    } else {
      watched = watched.compared(now, nowNanos - watchedFromNanos);
    }
  }

  /** Waits for the offset of the other side's clock; watched since then or {@link #watchClock}. */
  public ClockWatch clock() throws IOException {
    try {
      boolean _ = clockKnown.await(FIRST_PINGS_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    synchronized (this) {
      if (watched == null && clock.size() > 0) {
        compareClocks(heardNanos); // with fewer answers than wanted, because they were slow
      }
      if (watched == null) {
        throw new IOException(
            "the time is not known: " + (end == null ? "nothing was answered" : end));
      }
      return watched;
    }
  }

  /** Restarts the observation of the other side's clock, from its present offset. */
  public ClockWatch watchClock() throws IOException {
    ClockWatch _ = clock();
    synchronized (this) {
      watched = null;
      compareClocks(System.nanoTime());
    }
    return clock();
  }

  /** Calls the other side; fails if it refuses or is late, or the session has ended. */
  public String call(String verb, String body, Duration max) throws IOException {
    CompletableFuture<String> answer = new CompletableFuture<>();
    int number;
    synchronized (this) {
      if (end != null) {
        throw new IOException(end);
      }
      number = nextNumber();
      asked.put(number, answer);
    }
    try {
      send(new Frame(Frame.Kind.CALL, number, (verb + "\n" + body).getBytes(UTF_8)));
      return answer.get(max.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException(Tasks.failureOf(e), e);
    } catch (TimeoutException e) {
      throw new IOException("no answer to `" + verb + "` within " + max.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      synchronized (this) {
        asked.remove(number);
      }
    }
  }

  public SessionStream open(String target) throws IOException {
    SessionStream stream;
    int number;
    synchronized (this) {
      if (end != null || streams.size() >= STREAMS_MAX) {
        throw new IOException(end == null ? "too many streams" : end);
      }
      number = nextNumber();
      stream = new SessionStream(this, number);
      streams.put(number, stream);
    }
    send(new Frame(Frame.Kind.OPEN, number, target.getBytes(UTF_8)));
    return stream;
  }

  /** Returns a new number for a call or stream. One side's numbers are even, the other's odd. */
  private int nextNumber() {
    lastNumber = (lastNumber + 2) & Integer.MAX_VALUE;
    return lastNumber;
  }

  public void tell(String news) throws IOException {
    send(new Frame(Frame.Kind.TELL, 0, shortened(news)));
  }

  public void file(String path, long offset, byte[] bytes) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    out.writeLong(offset);
    out.writeUTF(path);
    out.write(bytes);
    send(new Frame(Frame.Kind.FILE, 0, body.toByteArray()));
  }

  void send(Frame frame) throws IOException {
    synchronized (out) {
      frame.write(out);
    }
  }

  /** Waits for the end of the session; returns whether it has ended. */
  public boolean awaitEnd(Duration max) throws InterruptedException {
    return over.await(max.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Returns why the session has ended; empty if it has not. */
  public synchronized Optional<String> end() {
    return Optional.ofNullable(end);
  }

  private void endBecause(String why) {
    List<SessionStream> open;
    List<CompletableFuture<String>> waiting;
    synchronized (this) {
      if (end != null) {
        return;
      }
      end = why;
      open = new ArrayList<>(streams.values());
      streams.clear();
      waiting = new ArrayList<>(asked.values());
      asked.clear();
    }
    open.forEach(SessionStream::broken);
    waiting.forEach(answer -> answer.completeExceptionally(new IOException(why)));
    over.countDown();
    peer.ended(why);
    threads.shutdown();
    // On another thread, because close may wait for a concurrent read or write.
    Thread.ofVirtual().start(() -> Closing.quietly(in, out));
  }

  /** Ends the session. Idempotent. */
  @Override
  public void close() {
    endBecause("it was ended");
  }
}
