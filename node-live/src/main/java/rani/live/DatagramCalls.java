// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/**
 * Linux's system calls for batches of datagrams, recvmmsg(2) and sendmmsg(2), without a copy or an
 * object of their own. Bound as the first of them is made, which takes some tens of milliseconds.
 *
 * <p>One of these for each thread that makes such calls: it keeps the thread's errno.
 */
final class DatagramCalls {
  /** {@code errno}: nothing there, or no room; generic to Linux. */
  static final int EAGAIN = 11;

  static final int EINTR = 4;
  static final int EIO = 5;
  static final int EINVAL = 22;
  static final int EMSGSIZE = 90;
  static final int ECONNREFUSED = 111;

  /** {@code linux/udp.h}: the level of UDP's options, and the one to be given whole trains. */
  static final int SOL_UDP = 17;

  static final int UDP_GRO = 104;

  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO_AT = STATE.byteOffset(PathElement.groupElement("errno"));

  private static final MethodHandle RECVMMSG =
      Libc.function(
          "recvmmsg",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS),
          Linker.Option.captureCallState("errno"));
  private static final MethodHandle SENDMMSG =
      Libc.function(
          "sendmmsg",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
          Linker.Option.captureCallState("errno"));

  private final MemorySegment state = Arena.ofAuto().allocate(STATE);

  /**
   * Receives what is there, up to {@code count} messages, without waiting.
   *
   * @param messages {@code struct mmsghdr[count]}
   * @return how many came, or the negative errno
   */
  int recvmmsg(int socket, MemorySegment messages, int count) {
    try {
      int result =
          (int) RECVMMSG.invokeExact(state, socket, messages, count, 0, MemorySegment.NULL);
      return result >= 0 ? result : -errno();
    } catch (Throwable e) {
      throw new AssertionError(e); // a downcall throws nothing of its own
    }
  }

  /**
   * Sends messages, as many as there is room for, without waiting.
   *
   * @param messages {@code struct mmsghdr[count]}
   * @return how many went, or the negative errno, then of the first
   */
  int sendmmsg(int socket, MemorySegment messages, int count) {
    try {
      int result = (int) SENDMMSG.invokeExact(state, socket, messages, count, 0);
      return result >= 0 ? result : -errno();
    } catch (Throwable e) {
      throw new AssertionError(e); // a downcall throws nothing of its own
    }
  }

  private int errno() {
    return state.get(JAVA_INT, ERRNO_AT);
  }
}
