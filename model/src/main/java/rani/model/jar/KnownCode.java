// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.util.LinkedHashMap;
import java.util.Map;
import rani.ground.Sha256;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;

/**
 * Modules that this process has checked, by hash, so that a network of many nodes checks and
 * compiles each once.
 */
public final class KnownCode {
  /** The most modules that are kept; the longest unused is given up first. */
  static final int KEPT_MAX = 64;

  /** The largest {@link SandboxedCode#weightBytes} of all that are kept but the latest. */
  static final long KEPT_BYTES_MAX = 16L << 20;

  private static final Map<String, SandboxedCode> KEPT = new LinkedHashMap<>(16, 0.75f, true);

  private KnownCode() {}

  /**
   * Returns the checked code of a module; may take some milliseconds.
   *
   * @throws CodeRefusal if the module is none that a node may run
   */
  public static SandboxedCode of(byte[] module) throws CodeRefusal {
    String hash = Sha256.hex(module);
    synchronized (KEPT) {
      SandboxedCode known = KEPT.get(hash);
      if (known != null) {
        return known;
      }
    }
    SandboxedCode code = SandboxedCode.of(module);
    synchronized (KEPT) {
      KEPT.putIfAbsent(hash, code);
      while (KEPT.size() > 1 && (KEPT.size() > KEPT_MAX || keptBytes() > KEPT_BYTES_MAX)) {
        KEPT.remove(KEPT.keySet().iterator().next());
      }
      return KEPT.getOrDefault(hash, code);
    }
  }

  /** Returns the weight of all that are kept. */
  static long keptBytes() {
    synchronized (KEPT) {
      return KEPT.values().stream().mapToLong(SandboxedCode::weightBytes).sum();
    }
  }
}
