// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Modules of a permitted size that would take minutes or gigabytes to compile are refused. */
class CompileEffortTest {
  private static final byte[] DESCRIPTION =
      "name heavy\nnumber 40009\n\0".getBytes(StandardCharsets.US_ASCII);
  private static final int DESCRIPTION_AT = 16;
  private static final int[] NO_LOCALS = {0};

  private final ModuleWriter types = new ModuleWriter();
  private final ModuleWriter functions = new ModuleWriter();
  private final ModuleWriter bodies = new ModuleWriter();
  private int typeCount;
  private int functionCount;

  CompileEffortTest() {
    types.u8(0x60, 0, 1, Op.I32);
    functions.u32(0);
    bodies.sized(new ModuleWriter().u8(0, Op.I32_CONST, DESCRIPTION_AT, Op.END));
    typeCount = 1;
    functionCount = 1;
    type();
  }

  /** Adds a type without parameters and results. */
  private void type() {
    types.u8(0x60, 0, 0);
    typeCount++;
  }

  /** Adds a function of type 1. */
  private void function(int[] locals, ModuleWriter code) {
    functions.u32(1);
    bodies.sized(new ModuleWriter().u8(locals).append(code).u8(Op.END));
    functionCount++;
  }

  private static ModuleWriter repeated(int times, int... code) {
    ModuleWriter out = new ModuleWriter();
    for (int i = 0; i < times; i++) {
      out.u8(code);
    }
    return out;
  }

  private byte[] module() {
    ModuleWriter out = new ModuleWriter().u8(0, 'a', 's', 'm', 1, 0, 0, 0);
    out.section(1, new ModuleWriter().u32(typeCount).append(types));
    out.section(3, new ModuleWriter().u32(functionCount).append(functions));
    out.section(5, new ModuleWriter().u8(1, 0, 1));
    ModuleWriter exports = new ModuleWriter().u8(2);
    name(exports, "memory").u8(2, 0);
    name(exports, "describe").u8(0, 0);
    out.section(7, exports);
    out.section(10, new ModuleWriter().u32(functionCount).append(bodies));
    ModuleWriter data = new ModuleWriter().u8(1, 0, Op.I32_CONST, DESCRIPTION_AT, Op.END);
    out.section(11, data.u32(DESCRIPTION.length).copy(DESCRIPTION, 0, DESCRIPTION.length));
    byte[] bytes = out.toBytes();
    assertTrue(bytes.length <= CodeLimits.MODULE_BYTES_MAX, "it is not refused for its size");
    return bytes;
  }

  private static ModuleWriter name(ModuleWriter out, String name) {
    return out.u32(name.length()).copy(name.getBytes(StandardCharsets.US_ASCII), 0, name.length());
  }

  private void assertTakesTooLong(String why) {
    byte[] module = module();
    CodeRefusal refusal = assertThrows(CodeRefusal.class, () -> SandboxedCode.of(module));
    assertEquals("it would take too long to compile: more than " + why, refusal.getMessage());
  }

  @Test
  void oneThatIsNotHeavyIsTaken() {
    function(NO_LOCALS, repeated(100, Op.CALL, 1));
    assertDoesNotThrow(() -> SandboxedCode.of(module()).compile());
  }

  @Test
  void aFunctionThatMeteringMakesLong() {
    function(NO_LOCALS, repeated(32_000, Op.CALL, 1));
    assertTakesTooLong("65536 bytes of a function with metering");
  }

  @Test
  void manyThatMeteringMakesLong() {
    for (int i = 0; i < 200; i++) {
      function(NO_LOCALS, repeated(600, Op.CALL, 1));
    }
    assertTakesTooLong("786432 bytes with metering");
  }

  @Test
  void wholeFramesOfLocalsAtEachIf() {
    int[] thousandLocals = {1, 0xE8, 0x07, Op.I64};
    function(thousandLocals, repeated(2000, Op.I32_CONST, 0, Op.IF, Op.NO_TYPE, Op.END));
    assertTakesTooLong("1048576 values where its ways join");
  }

  @Test
  void wholeStacksThatBranchesDrop() {
    ModuleWriter code = repeated(1, Op.BLOCK, Op.NO_TYPE);
    code.append(repeated(900, Op.I32_CONST, 0));
    code.append(repeated(100, Op.I32_CONST, 0, Op.BR_IF, 0));
    function(NO_LOCALS, code.u8(Op.BR, 0, Op.END));
    assertTakesTooLong("32768 values that branches drop");
  }

  @Test
  void longTablesOfLabels() {
    ModuleWriter code = repeated(1, Op.I32_CONST, 0, Op.BR_TABLE);
    function(NO_LOCALS, code.u32(60_000).append(repeated(60_001, 0)));
    assertTakesTooLong("32768 labels of branches by a table");
  }

  @Test
  void everyFunctionOfEveryType() {
    for (int i = 0; i < 1000; i++) {
      type();
      function(NO_LOCALS, new ModuleWriter());
    }
    assertTakesTooLong("131072 functions times types");
  }

  /** The interpreter would run it instead, tens of times slower than its fuel says. */
  @Test
  void aFunctionTooLongForTheJvmIsNotInterpreted() throws CodeRefusal {
    function(NO_LOCALS, repeated(2800, Op.LOOP, Op.NO_TYPE, Op.END));
    SandboxedCode code = SandboxedCode.of(module());
    CodeRefusal refusal = assertThrows(CodeRefusal.class, code::compile);
    assertEquals("it cannot be compiled: function 1 is too long for the JVM", refusal.getMessage());
  }
}
