// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/**
 * Functions of the C library. Binding the first of them takes 0.1 s, so they are bound on first
 * use.
 */
final class Libc {
  private Libc() {}

  /**
   * A function.
   *
   * @param options such as which of the thread's state to keep, say {@code errno}
   */
  static MethodHandle function(
      String name, FunctionDescriptor signature, Linker.Option... options) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), signature, options);
  }
}
