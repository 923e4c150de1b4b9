// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** A bidirectional byte stream within a session, with credit-based flow control. */
public final class SessionStream implements AutoCloseable {
  /** The size of the receive buffer. */
  static final int WINDOW_BYTES = 1 << 18;

  private static final int CREDIT_BYTES_MIN = WINDOW_BYTES / 2;

  private final Session session;
  private final int number;
  private final Deque<ByteBuffer> arrived = new ArrayDeque<>();
  private int waitingBytes;
  private int creditOwedBytes;
  private int creditBytes = WINDOW_BYTES;
  private boolean theirEnd;
  private boolean ourEnd;
  private boolean broken;

  SessionStream(Session session, int number) {
    this.session = session;
    this.number = number;
  }

  /** Handles a received frame; returns false if it exceeds the credit. */
  synchronized boolean take(Frame frame) {
    switch (frame.kind()) {
      case DATA -> {
        return data(frame.body());
      }
      case CREDIT -> {
        return credit(frame.body());
      }
      case END -> theirEnd = true;
      default -> broken();
    }
    forgetIfOver();
    notifyAll();
    return true;
  }

  private boolean data(byte[] bytes) {
    if (theirEnd || waitingBytes + bytes.length > WINDOW_BYTES) {
      return false;
    }
    if (bytes.length > 0 && !broken) {
      arrived.addLast(ByteBuffer.wrap(bytes));
      waitingBytes += bytes.length;
      notifyAll();
    }
    return true;
  }

  /** Adds send credit; returns false if that exceeds the other side's buffer. */
  private boolean credit(byte[] body) {
    if (body.length != Integer.BYTES) {
      return false;
    }
    int more = ByteBuffer.wrap(body).getInt();
    if (more < 0 || more > WINDOW_BYTES - creditBytes) {
      return false;
    }
    creditBytes += more;
    notifyAll();
    return true;
  }

  /** Ends both directions, without a message to the other side. */
  synchronized void broken() {
    broken = true;
    theirEnd = true;
    ourEnd = true;
    arrived.clear();
    waitingBytes = 0;
    notifyAll();
  }

  private void forgetIfOver() {
    if (theirEnd && ourEnd) {
      session.forget(number);
    }
  }

  public InputStream in() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        return receive(into, from, length);
      }
    };
  }

  private int receive(byte[] into, int from, int length) throws IOException {
    int credit = 0;
    int count;
    synchronized (this) {
      while (arrived.isEmpty() && !theirEnd) {
        pause();
      }
      ByteBuffer first = arrived.peekFirst();
      if (first == null) {
        return -1;
      }
      count = Math.min(length, first.remaining());
      first.get(into, from, count);
      if (!first.hasRemaining()) {
        arrived.removeFirst();
      }
      waitingBytes -= count;
      creditOwedBytes += count;
      if (creditOwedBytes >= CREDIT_BYTES_MIN && !theirEnd) {
        credit = creditOwedBytes;
        creditOwedBytes = 0;
      }
    }
    if (credit > 0) {
      byte[] body = ByteBuffer.allocate(Integer.BYTES).putInt(credit).array();
      session.send(new Frame(Frame.Kind.CREDIT, number, body));
    }
    return count;
  }

  /** Returns a stream to send bytes; closing it ends only this direction. */
  public OutputStream out() {
    return new OutputStream() {
      @Override
      public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        transmit(bytes, from, length);
      }

      @Override
      public void close() throws IOException {
        end();
      }
    };
  }

  private void transmit(byte[] bytes, int from, int length) throws IOException {
    int at = from;
    int left = length;
    while (left > 0) {
      int now;
      synchronized (this) {
        while (creditBytes == 0 && !ourEnd) {
          pause();
        }
        if (ourEnd) {
          throw new IOException("the stream is closed");
        }
        now = Math.min(Math.min(left, creditBytes), Frame.DATA_BYTES_MAX);
        creditBytes -= now;
      }
      session.send(new Frame(Frame.Kind.DATA, number, Arrays.copyOfRange(bytes, at, at + now)));
      at += now;
      left -= now;
    }
  }

  private void pause() throws IOException {
    try {
      wait();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void end() throws IOException {
    synchronized (this) {
      if (ourEnd) {
        return;
      }
      ourEnd = true;
      forgetIfOver();
    }
    session.send(new Frame(Frame.Kind.END, number, new byte[0]));
  }

  /** Relays bytes between this stream and a connection until both have ended, and closes both. */
  public void joinWith(SocketChannel socket) {
    try (socket;
        SessionStream _ = this) {
      Thread back = Thread.ofVirtual().start(() -> copyTo(socket));
      try (OutputStream to = out()) {
        Channels.newInputStream(socket).transferTo(to);
      }
      back.join();
    } catch (IOException e) {
      return; // one of them has failed, and closes the other
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void copyTo(SocketChannel socket) {
    try {
      in().transferTo(Channels.newOutputStream(socket));
      socket.shutdownOutput();
    } catch (IOException e) {
      close();
    }
  }

  /** Resets both directions. Idempotent. */
  @Override
  public void close() {
    boolean tell;
    synchronized (this) {
      tell = !(theirEnd && ourEnd);
    }
    broken();
    session.forget(number);
    if (tell) {
      try {
        session.send(new Frame(Frame.Kind.RESET, number, new byte[0]));
      } catch (IOException e) {
        return; // the session has ended, and the stream with it
      }
    }
  }
}
