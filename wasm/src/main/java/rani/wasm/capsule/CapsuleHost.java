// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.List;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import rani.wasm.CodeHash;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;

/**
 * What a world provides for the service {@code capsule} of one node.
 *
 * @param policy which code the node runs
 * @param verifier makes runnable code of code as it travels
 * @param preparation where that is done, and code compiled
 * @param modules code that the node has by its file: what the option {@code holds} may name
 */
public record CapsuleHost(
    CodePolicy policy, Verifier verifier, Preparation preparation, List<Module> modules) {

  public CapsuleHost {
    modules = List.copyOf(modules);
  }

  /** Code of a file, as it travels, and its name there. The bytes are shared, and never changed. */
  public static final class Module {
    private final String name;
    private final byte[] code;
    private final CodeHash hash;

    public Module(String name, byte[] code) {
      this.name = name;
      this.code = code;
      this.hash = CodeHash.of(code);
    }

    public CodeHash hash() {
      return hash;
    }

    public String name() {
      return name;
    }

    /** Returns the code itself, no copy of it. */
    public byte[] code() {
      return code;
    }
  }

  /** Makes runnable code of code as it travels: of an envelope, or of a module itself. */
  @FunctionalInterface
  public interface Verifier {
    /**
     * Returns the code, or refuses it. May run on any thread.
     *
     * @throws CodeRefusal if the node's policy does not permit the code, or it is not valid
     */
    SandboxedCode verified(byte[] travelled) throws CodeRefusal;
  }

  /** Runs what takes long, so that the node's thread need not. */
  @FunctionalInterface
  public interface Preparation {
    /** Does it at once, as in virtual time, where it takes no time. */
    Preparation AT_ONCE = Preparation::atOnce;

    /**
     * Runs {@code work}, then hands its result to {@code then} within a call of the service: this
     * one or a later one. The work does not throw. After the service has stopped {@code then} need
     * not be called.
     */
    <T> void run(long nowNanos, Supplier<T> work, ObjLongConsumer<T> then);

    private static <T> void atOnce(long nowNanos, Supplier<T> work, ObjLongConsumer<T> then) {
      then.accept(work.get(), nowNanos);
    }
  }

  /** Returns a host that runs every valid module, compiles it at once, and has none itself. */
  public static CapsuleHost anySandboxed() {
    return new CapsuleHost(
        CodePolicy.ANY_SANDBOXED, SandboxedCode::of, Preparation.AT_ONCE, List.of());
  }

  /** Returns a host that has these modules instead. */
  public CapsuleHost holding(List<Module> others) {
    return new CapsuleHost(policy, verifier, preparation, others);
  }
}
