// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import rani.model.code.Modules;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;

/** Checked modules are shared, and a stream of different ones does not fill the memory. */
class KnownCodeTest {
  private static final int CODES = 64;
  private static final int DATA_BYTES = 60_000;
  private static final int MODULE_BYTES = 250_000;

  /** A module of data, and of a custom section with an empty name to its end. */
  private static byte[] heavy(int which) {
    byte[] module = Modules.of(Modules.TALKERS + "\0" + which + "-".repeat(DATA_BYTES));
    byte[] longer = Arrays.copyOf(module, MODULE_BYTES);
    int section = MODULE_BYTES - module.length - 4; // an id, and a length in three bytes
    longer[module.length + 1] = (byte) (section & 0x7F | 0x80);
    longer[module.length + 2] = (byte) (section >> 7 & 0x7F | 0x80);
    longer[module.length + 3] = (byte) (section >> 14);
    return longer;
  }

  @Test
  void manyHeavyModulesAreNotAllKept() throws CodeRefusal {
    long weight = 0;
    for (int i = 0; i < CODES; i++) {
      weight = KnownCode.of(heavy(i)).weightBytes();
    }
    assertTrue(CODES * weight > KnownCode.KEPT_BYTES_MAX, "they would be too heavy");
    assertTrue(KnownCode.keptBytes() <= KnownCode.KEPT_BYTES_MAX, "no more is kept than may be");
    assertTrue(KnownCode.keptBytes() > KnownCode.KEPT_BYTES_MAX - weight, "and no less");

    SandboxedCode last = KnownCode.of(heavy(CODES - 1));
    assertSame(last, KnownCode.of(heavy(CODES - 1)));
  }
}
