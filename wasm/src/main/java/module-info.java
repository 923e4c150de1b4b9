// SPDX-License-Identifier: Apache-2.0

/** Services in WebAssembly, and capsules that bring them. */
module rani.wasm {
  requires transitive rani.core;
  requires rani.rdp;
  requires com.dylibso.chicory.compiler;
  requires com.dylibso.chicory.runtime;
  requires com.dylibso.chicory.wasm;
  requires org.objectweb.asm;
  requires org.objectweb.asm.commons;
  requires static transitive org.jspecify;

  exports rani.wasm;
  exports rani.wasm.capsule;

  opens rani.wasm to
      rani.core;
  opens rani.wasm.capsule to
      rani.core;

  provides rani.service.ServiceProvider with
      rani.wasm.capsule.Capsule.Provider;
}
