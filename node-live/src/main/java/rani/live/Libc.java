// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/** Binds functions of the C library; the first binding takes 0.1 s. */
public final class Libc {
  private Libc() {}

  /** Binds a function, which may keep part of the thread's state, such as {@code errno}. */
  public static MethodHandle function(
      String name, FunctionDescriptor signature, Linker.Option... options) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), signature, options);
  }
}
