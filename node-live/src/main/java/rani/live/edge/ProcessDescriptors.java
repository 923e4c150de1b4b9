// SPDX-License-Identifier: Apache-2.0
package rani.live.edge;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import rani.live.Libc;

/** File descriptors of another process of the same user, duplicated into this one. */
public final class ProcessDescriptors {
  /** System calls, whose numbers are the same on all 64-bit systems. */
  private static final long PIDFD_OPEN = 434;

  private static final long PIDFD_GETFD = 438;

  private static final MethodHandle SYSCALL =
      Libc.function(
          "syscall",
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          Linker.Option.firstVariadicArg(1),
          Linker.Option.captureCallState("errno"));
  private static final MethodHandle OPEN =
      Libc.function(
          "open",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle CLOSE =
      Libc.function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final int O_CLOEXEC = 0x80000;

  private ProcessDescriptors() {}

  /**
   * Duplicates a descriptor of a process that runs: pidfd_getfd(2), Linux 5.6.
   *
   * @throws IOException if the kernel refuses
   */
  public static int take(long process, int descriptor) throws IOException {
    int handle = (int) call(PIDFD_OPEN, process, 0);
    try {
      return (int) call(PIDFD_GETFD, handle, descriptor);
    } finally {
      close(handle);
    }
  }

  /**
   * Opens a namespace of a process, which then lasts as long as the descriptor.
   *
   * @param kind {@code net}, {@code user} or {@code mnt}
   */
  public static int openNamespace(long process, String kind) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      String path = "/proc/" + process + "/ns/" + kind;
      int opened = (int) OPEN.invokeExact(arena.allocateFrom(path), O_CLOEXEC);
      if (opened < 0) {
        throw new IOException(path + " cannot be opened");
      }
      return opened;
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e); // a downcall throws nothing of its own
    }
  }

  /** Closes a descriptor of this process. */
  public static void close(int descriptor) {
    try {
      int _ = (int) CLOSE.invokeExact(descriptor);
    } catch (Throwable e) {
      throw new AssertionError(e); // a downcall throws nothing of its own
    }
  }

  private static long call(long number, long first, long second) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      long result = (long) SYSCALL.invokeExact(state, number, first, second, 0L);
      if (result < 0) {
        long at = Linker.Option.captureStateLayout().byteOffset(PathElement.groupElement("errno"));
        throw new IOException(
            "the kernel refuses system call " + number + ": errno " + state.get(JAVA_INT, at));
      }
      return result;
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e); // a downcall throws nothing of its own
    }
  }
}
