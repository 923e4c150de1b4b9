// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wasm.WasmModule;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The instructions of a module are given up once it is compiled, and read again if needed. */
class ParsedModuleTest {
  private static int instructions(WasmModule module) {
    return Arrays.stream(module.codeSection().functionBodies())
        .mapToInt(body -> body.instructions().size())
        .sum();
  }

  @Test
  void compiledCodeKeepsNoInstructions() throws CodeRefusal {
    SandboxedCode code = Modules.read("counter.wasm");
    WasmModule whole = code.parsed().whole();
    assertTrue(instructions(whole) > 0);
    assertSame(whole, code.parsed().whole());
    code.compile();

    WasmModule kept = code.parsed().withoutCode();
    assertEquals(0, instructions(kept));
    assertEquals(whole.codeSection().functionBodyCount(), kept.codeSection().functionBodyCount());
    assertNotSame(whole, code.parsed().whole());
    assertEquals(instructions(whole), instructions(code.parsed().whole()));
  }
}
