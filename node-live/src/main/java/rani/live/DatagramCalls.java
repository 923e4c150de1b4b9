// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.netty.channel.unix.Errors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Linux's system calls for batches of datagrams, recvmmsg(2) and sendmmsg(2), without a copy or an
 * object for each datagram. Binding these functions costs 0.1 s of processor time. An idle node
 * saves that: it reads and writes datagrams one by one until its rate makes batches worthwhile.
 * Then another thread binds the functions.
 *
 * <p>Each thread that makes such calls needs its own instance, which holds the thread's errno.
 */
final class DatagramCalls {
  /** {@code errno}: no datagram, or no room in the socket buffer; the numbers are Linux's. */
  static final int EAGAIN = 11;

  static final int EINTR = 4;
  static final int EIO = 5;
  static final int EBADF = 9;
  static final int EINVAL = 22;
  static final int EMSGSIZE = 90;
  static final int ECONNREFUSED = 111;

  /** {@code linux/udp.h}: the level of UDP's socket options. */
  static final int SOL_UDP = 17;

  /** {@code linux/udp.h}: the socket option by which the kernel delivers datagrams in trains. */
  static final int UDP_GRO = 104;

  /** Rate in datagrams per second from which batches are worthwhile. */
  static final int BUSY_DATAGRAMS = 256;

  private static final long SECOND_NANOS = 1_000_000_000;

  private final int busyDatagrams;
  private @Nullable Batched batched;
  private @Nullable CompletableFuture<Batched> binding;
  private long countedFromNanos = System.nanoTime();
  private int datagrams;

  /**
   * Makes one call per datagram until the node has received or sent that many datagrams in a
   * second; 0 for batches from the start.
   */
  DatagramCalls(int busyDatagrams) {
    this.busyDatagrams = busyDatagrams;
    if (busyDatagrams == 0) {
      batched = new Batched();
    }
  }

  /** Reports whether one call can receive or send several datagrams. */
  boolean areBatched() {
    return batched != null;
  }

  /**
   * Receives waiting datagrams without blocking, up to {@code count} messages of one part each.
   * Returns the number of received messages, or the negative errno.
   */
  int receive(UdpSocket socket, MessageArray messages, int count) {
    Batched calls = batched;
    return calls == null
        ? receiveOne(socket, messages)
        : calls.recvmmsg(socket.intValue(), messages.segment(), count);
  }

  /**
   * Sends as many messages as the socket has room for, without blocking. Unless calls are batched,
   * message n must consist of part n alone. Returns the number of sent messages, or the negative
   * errno of the first.
   */
  int send(UdpSocket socket, MessageArray messages, int count) {
    Batched calls = batched;
    return calls == null
        ? sendEach(socket, messages, count)
        : calls.sendmmsg(socket.intValue(), messages.segment(), count);
  }

  /** Receives one datagram; if another waits, the event loop reports the socket again. */
  private int receiveOne(UdpSocket socket, MessageArray messages) {
    int bytes;
    try {
      bytes = socket.readAddress(messages.address(0), 0, messages.bytes(0));
    } catch (IOException e) {
      return errno(e);
    }
    if (bytes == 0) {
      return -EAGAIN;
    }
    messages.received(0, Math.max(0, bytes)); // Netty returns -1 for an empty datagram
    count();
    return 1;
  }

  private int sendEach(UdpSocket socket, MessageArray messages, int count) {
    int sent = 0;
    int error = 0;
    while (sent < count && error == 0) {
      try {
        int bytes = socket.writeAddress(messages.address(sent), 0, messages.bytes(sent));
        if (bytes == 0) {
          error = -EAGAIN;
        } else {
          sent++;
          count();
        }
      } catch (IOException e) {
        error = errno(e);
      }
    }
    return sent == 0 ? error : sent;
  }

  private static int errno(IOException e) {
    if (e instanceof Errors.NativeIoException told) {
      return told.expectedErr();
    }
    return e instanceof ClosedChannelException ? -EBADF : -EIO;
  }

  /** Counts a datagram; calls are batched after the first second with enough datagrams. */
  private void count() {
    CompletableFuture<Batched> coming = binding;
    if (coming != null) {
      batched = coming.getNow(null);
    } else if (++datagrams >= busyDatagrams) {
      long nowNanos = System.nanoTime();
      if (nowNanos - countedFromNanos < SECOND_NANOS) {
        binding = bound();
      }
      countedFromNanos = nowNanos;
      datagrams = 0;
    }
  }

  private static CompletableFuture<Batched> bound() {
    CompletableFuture<Batched> coming = new CompletableFuture<>();
    Thread.ofPlatform().name("rani-mmsg").daemon(true).start(() -> coming.complete(new Batched()));
    return coming;
  }

  /** The system calls, whose functions are bound when this class is initialized. */
  private static final class Batched {
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO_AT = STATE.byteOffset(PathElement.groupElement("errno"));

    // The linker generates code for each signature, so both calls share one: the fifth argument is
    // recvmmsg's timeout, here null, and sendmmsg ignores it.
    private static final FunctionDescriptor SIGNATURE =
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final MethodHandle RECVMMSG = Libc.function("recvmmsg", SIGNATURE, ERRNO);
    private static final MethodHandle SENDMMSG = Libc.function("sendmmsg", SIGNATURE, ERRNO);

    private final MemorySegment state = Arena.ofAuto().allocate(STATE);

    int recvmmsg(int socket, MemorySegment messages, int count) {
      try {
        int result =
            (int) RECVMMSG.invokeExact(state, socket, messages, count, 0, MemorySegment.NULL);
        return result >= 0 ? result : -errno();
      } catch (Throwable e) {
        throw new AssertionError(e); // a downcall throws nothing of its own
      }
    }

    int sendmmsg(int socket, MemorySegment messages, int count) {
      try {
        int result =
            (int) SENDMMSG.invokeExact(state, socket, messages, count, 0, MemorySegment.NULL);
        return result >= 0 ? result : -errno();
      } catch (Throwable e) {
        throw new AssertionError(e); // a downcall throws nothing of its own
      }
    }

    private int errno() {
      return state.get(JAVA_INT, ERRNO_AT);
    }
  }
}
